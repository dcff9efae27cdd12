import { describe, expect, test } from 'vitest'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { CHATBOTS, LEADS, listing } from '../../../lib/api/testing/tables.ts'
import {
  around,
  aroundDay,
  dayAfter,
  beforeOne,
  ends,
  laterThan,
  middle,
  partOfOne,
  withEmptyChatbot,
} from './filter-values.ts'

const SERVICE = listing({ '/chatbots': CHATBOTS })

describe('chatbots to filter by', () => {
  test('are the busiest two that are listed, and an idle one', async () => {
    const outcome = await runCase(sessionOf(fakeClient(SERVICE)), async (ctx) => {
      expect(await withEmptyChatbot(ctx, LEADS)).toEqual([
        { chatbot_id: 'Bot1' },
        { chatbot_id: 'Bot2' },
        { chatbot_id: 'Idle' },
      ])
    })

    expect(outcome.reason).toBeUndefined()
  })
})

test('the most frequent two values, and the rarest', () => {
  expect(ends(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'd'])
  expect(ends(['a'])).toEqual(['a'])
  expect(ends([])).toEqual([])
})

describe('bounds', () => {
  test('the day after a timestamp begins at midnight', () => {
    expect(dayAfter('2026-02-28T23:59:59Z')).toBe('2026-03-01T00:00:00Z')
    expect(dayAfter('2026-02-28T00:00:00Z')).toBe('2026-03-01T00:00:00Z')
    expect(dayAfter('yesterday')).toBeUndefined()
  })

  test('stand around an item of the middle, as close as a second', () => {
    expect(around(LEADS, 'created_at', -1, 0, 1)).toEqual([
      '2023-11-14T22:18:19Z',
      '2023-11-14T22:18:20Z',
      '2023-11-14T22:18:21Z',
    ])
    expect(LEADS[2]?.['created_at']).toBe('2023-11-14T22:18:20Z')
  })

  test('prefer an item that was updated later than it was created', () => {
    const updated = LEADS.map((one) =>
      one['id'] === 'L2' ? { ...one, updated_at: '2024-01-01T00:00:00Z' } : one,
    )

    expect(around(updated, 'created_at', 0)).toEqual([LEADS[3]?.['created_at']])
  })

  test('of a date are a second before an item, and the day after it', () => {
    expect(aroundDay(LEADS, 'created_at')).toEqual(['2023-11-14T22:18:19Z', '2023-11-15T00:00:00Z'])
  })

  test('a timestamp of the middle, or further down', () => {
    expect(middle(LEADS, 'created_at')).toBe(LEADS[2]?.['created_at'])
    expect(middle(LEADS, 'created_at', 0)).toBe(LEADS[0]?.['created_at'])
    expect(middle(LEADS, 'created_at', 1)).toBe(LEADS[4]?.['created_at'])
    expect(middle([], 'created_at')).toBe('1970-01-01T00:00:00Z')
  })
})

describe('bookings', () => {
  const booking = (id: string, created_at: string, start_at: string | null, end_at = start_at) => ({
    id,
    created_at,
    start_at,
    end_at,
  })
  const ROWS = [
    booking('B4', '2026-11-04T10:00:00Z', '2026-11-09T10:00:00Z'),
    booking('B3', '2026-11-03T10:00:00Z', '2026-11-01T10:00:00Z'),
    booking('B2', '2026-11-02T10:00:00Z', '2026-11-08T10:00:00Z'),
    booking('B1', '2026-11-01T10:00:00Z', null),
    booking('B0', '2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z'),
  ]

  test('are later than a bound with all their dates', () => {
    expect(laterThan(ROWS, '2026-11-02T09:59:59Z').map(({ id }) => id)).toEqual(['B4', 'B2'])
    expect(laterThan(ROWS, '2026-11-02T10:00:00Z').map(({ id }) => id)).toEqual(['B4'])
  })

  test('give a bound a second before one that is followed by all of its dates', () => {
    expect(beforeOne(ROWS)).toBe('2026-11-02T09:59:59Z')
    expect(beforeOne([])).toBe('1970-01-01T00:00:00Z')
  })
})

test.each([
  ['a beginning', ['new', 'won'], 'ne'],
  ['a beginning that is no value itself', ['ne', 'NEW', 'won'], 'wo'],
  ['a value of its own where all are short', ['ab', null], 'no-such-value'],
])('part of one value is %s', (_, values, part) => {
  const items = values.map((status) => ({ status }))

  expect(partOfOne(items, 'status')).toBe(part)
})
