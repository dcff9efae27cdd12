import { describe, expect, test } from 'vitest'
import { around, aroundDay, ends, middle, ofListedChatbots, withEmptyChatbot } from './filter-values.ts'
import { fakeClient } from './testing/fake-client.ts'
import { CHATBOTS, LEADS } from './testing/leads.ts'
import { runCase, sessionOf } from './testing/run-case.ts'
import { listing } from './testing/tables.ts'

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

  test('leave out the rows of chatbots that are gone', async () => {
    const outcome = await runCase(sessionOf(fakeClient(SERVICE)), async (ctx) => {
      const rows = await ofListedChatbots(ctx, LEADS)
      expect(rows.map(({ id }) => id)).toEqual(['L5', 'L4', 'L3', 'L1'])
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
  test('stand around a row of the middle, as close as a second', () => {
    expect(around(LEADS, 'created_at', -1, 0, 1)).toEqual([
      '2023-11-14T22:18:19Z',
      '2023-11-14T22:18:20Z',
      '2023-11-14T22:18:21Z',
    ])
    expect(LEADS[2]?.['created_at']).toBe('2023-11-14T22:18:20Z')
  })

  test('prefer a row that was updated later than it was created', () => {
    const updated = LEADS.map((one) =>
      one['id'] === 'L2' ? { ...one, updated_at: '2024-01-01T00:00:00Z' } : one,
    )

    expect(around(updated, 'created_at', 0)).toEqual([LEADS[3]?.['created_at']])
  })

  test('of a date are a second before a row, and the day after it', () => {
    expect(aroundDay(LEADS, 'created_at')).toEqual(['2023-11-14T22:18:19Z', '2023-11-15T00:00:00Z'])
  })

  test('are none where no row is dated', () => {
    expect(around([{ id: 'x' }], 'created_at', 0, 1)).toEqual([])
  })

  test('a timestamp of the middle, or further down', () => {
    expect(middle(LEADS, 'created_at')).toBe(LEADS[2]?.['created_at'])
    expect(middle(LEADS, 'created_at', 0)).toBe(LEADS[0]?.['created_at'])
    expect(middle(LEADS, 'created_at', 1)).toBe(LEADS[4]?.['created_at'])
    expect(middle([], 'created_at')).toBe('1970-01-01T00:00:00Z')
  })
})
