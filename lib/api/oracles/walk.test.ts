import { describe, expect, test } from 'vitest'
import type { Row } from '../../util/values.ts'
import { disturbance, standsAt, walkProblem } from './walk.ts'

const row = (id: string, second: number): Row => ({ id, created_at: `2026-11-01T10:00:0${second}Z` })

/** Two of the rows have the same time. */
const [a, b, c, d, e, f] = [
  row('a', 9),
  row('b', 8),
  row('c', 7),
  row('d', 6),
  row('e', 6),
  row('f', 5),
] as const
const reference = [a, b, c, d, e, f]
const pages = (...ids: readonly string[]): Row[][] =>
  ids.map((page) => page.split('').flatMap((id) => reference.filter((one) => one['id'] === id)))

describe('pages that follow each other', () => {
  test.each([
    ['repeat and lose nothing', ['ab', 'cd', 'ef'], undefined],
    ['stop before the end', ['ab', 'c'], undefined],
    ['are empty', [], undefined],
    ['turn rows of the same time around', ['ab', 'ce', 'df'], undefined],
    ['show one row of the same time twice', ['ab', 'cd', 'df'], undefined],
    ['repeat a row', ['ab', 'bc', 'de'], 'row "b" comes twice'],
    ['lose a row', ['ab', 'de', 'f'], 'row "c" is lost'],
  ])('%s: %j', (_, walked, problem) => {
    expect(walkProblem(pages(...walked), reference, 'GET /leads')).toBe(problem)
  })

  test('of bookings know no ties: repeated is repeated', () => {
    expect(walkProblem(pages('ab', 'cd', 'df'), reference, 'GET /bookings')).toBe('row "d" comes twice')
  })
})

test.each([
  ['the row itself', b, 1, true],
  ['another row', c, 1, false],
  ['a row with the same time', e, 3, true],
  ['no row', undefined, 1, false],
  ['a place behind the end', a, 6, false],
])('%s stands there: case %#', (_, row, position, stands) => {
  expect(standsAt(row, position, reference, 'GET /leads')).toBe(stands)
})

test('a booking with the same time is another one', () => {
  expect(standsAt(e, 3, reference, 'GET /bookings')).toBe(false)
})

describe('pages that do not fit the wide one', () => {
  test.each([
    ['a page in disorder', ['ba', 'cd'], 'disorder'],
    ['pages without a common row that do not go on', ['cd', 'ab'], 'disorder'],
    ['the first page once more', ['ab', 'ab'], 'misplacement'],
    ['a page that begins too late', ['ab', 'de'], 'misplacement'],
    ['a page that begins too early', ['abc', 'cde'], 'misplacement'],
    ['a first page that begins elsewhere', ['bc', 'de'], 'instability'],
    ['rows of the same time turned round', ['abce', 'f'], 'misplacement'],
  ])('%s: %j show %s', (_, walked, what) => {
    expect(disturbance(pages(...walked), reference, 'GET /leads')).toBe(what)
  })

  test('may have a wide one that is in disorder itself', () => {
    expect(disturbance(pages('ab', 'cd'), [b, a, c, d], 'GET /leads')).toBe('disorder')
  })

  test('of bookings know no disorder', () => {
    expect(disturbance(pages('ba', 'cd'), reference, 'GET /bookings')).toBe('instability')
    expect(disturbance(pages('ab', 'dc'), reference, 'GET /bookings')).toBe('misplacement')
  })
})
