import { expect, test } from 'vitest'
import { CATALOGUE } from './index.ts'
import { severityOf } from './severity.ts'

test.each([
  ['a key that is let in', 'AUTH-02', 'critical'],
  ['a resource of another workspace', 'ISOLATION-04', 'critical'],
  ['a field that is missing', 'LEAD-06', 'major'],
  ['a message that is missing', 'ERROR-01', 'minor'],
])('%s is as serious as it is', (_, id, severity) => {
  expect(severityOf(id)).toBe(severity)
})

test('most requirements are of the middle sort, and each sort has some', () => {
  const of = (wanted: string): number => CATALOGUE.filter(({ id }) => severityOf(id) === wanted).length
  expect(of('critical')).toBeGreaterThan(20)
  expect(of('minor')).toBeGreaterThan(20)
  expect(of('major')).toBeGreaterThan(CATALOGUE.length / 2)
})
