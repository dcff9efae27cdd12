import { expect, test } from 'vitest'
import { Answer } from '../../lib/engine/case/answer.ts'
import { exchange } from '../../lib/engine/judge/testing/exchanges.ts'
import type { Snapshot } from './snapshot.ts'
import { windowsOf } from './windows.ts'

const snapshotOf = (...starts: readonly string[]): Snapshot => ({
  list: 'GET /reservations',
  pages: [],
  total: starts.length,
  isWhole: true,
  rows: starts.map((start_at, n) => ({ id: `r${n}`, status: n === 0 ? 'held' : 'confirmed', start_at })),
  limit: 100,
  answers: [new Answer(exchange('GET /reservations'))],
})
const texts = (...starts: readonly string[]): readonly (readonly string[])[] =>
  windowsOf(snapshotOf(...starts)).map((filters) => filters.map(({ text }) => text))

const DAY = ['2026-05-01T10:00:00Z', '2026-05-01T12:00:00Z', '2026-05-01T14:00:00Z', '2026-05-03T09:00:00Z']

test('a short window is tried in each spelling, between reservations that are shown', () => {
  expect(texts('2026-05-01T11:00:00Z', ...DAY)).toEqual([
    ['2026-05-01T10:00:00Z', '2026-05-01T14:00:00Z'],
    ['2026-05-01T12:00:00+02:00', '2026-05-01T16:00:00+02:00'],
    ['2026-05-01T10:00:00.000Z', '2026-05-01T14:00:00.000Z'],
  ])
})

test('a long window has more than a month, and less than a year', () => {
  const years = ['2024-01-01T00:00:00Z', '2026-01-01T00:00:00Z']
  expect(texts('2020-01-01T00:00:00Z', ...years, ...DAY, '2027-06-01T00:00:00Z').slice(-2)).toEqual([
    ['2026-01-01T00:00:00Z', '2026-05-03T09:00:00Z'],
    // Its beginning alone.
    ['2026-01-01T00:00:00Z'],
  ])
  expect(texts('2020-01-01T00:00:00Z', ...DAY)).toHaveLength(3)
})

test('two reservations have no window with one inside', () => {
  expect(texts(...DAY.slice(0, 2))).toEqual([])
})
