import { expect, test } from 'vitest'
import { topicOf as topicAmong } from '../../engine/judge/requirement.ts'
import { CATALOGUE } from '../../../suites/catalogue.ts'
import { severityOf, TOPICS } from './topics.ts'

test('every requirement belongs to one topic', () => {
  const wrong = CATALOGUE.rows.filter(({ id }) => TOPICS.filter(({ covers }) => covers.test(id)).length !== 1)
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('every topic covers something', () => {
  const used = new Set(CATALOGUE.rows.map(({ id }) => topicAmong(TOPICS, id).id))
  expect(TOPICS.filter(({ id }) => !used.has(id)).map(({ id }) => id)).toEqual([])
})

test('an id that no topic covers is an error of ours', () => {
  expect(() => topicAmong(TOPICS, 'NOTHING-01')).toThrow('no topic covers NOTHING-01')
})

test.each([
  ['a key that is let in', 'AUTH-02', 'critical'],
  ['a resource of another workspace', 'ISOLATION-04', 'critical'],
  ['a field that is missing', 'LEAD-06', 'major'],
  ['a message that is missing', 'ERROR-01', 'minor'],
])('%s is as serious as it is', (_, id, severity) => {
  expect(severityOf(id)).toBe(severity)
})
