import { describe, expect, test } from 'vitest'
import { daysInWords, isActive, narrowing, outdatedDay, sharedCounts, sumsOfDays } from './analytics.ts'
import type { JsonObject } from '../../lib/util/values.ts'

const sums = (conversations: unknown, leads: unknown = 0): JsonObject => ({
  totals: { conversations, leads, messages: 0, tokens: 0 },
})
const days = (conversations: unknown, date: string): JsonObject => ({
  ...sums(conversations),
  by_day: [{ date, conversations }],
})

describe('the rollup of a chatbot', () => {
  test.each([
    ['is part of the whole', sums(5), [sums(2), sums(3)], undefined],
    ['may leave out what belongs to no chatbot', sums(5), [sums(1), sums(1)], undefined],
    ['may count something once more in each total', sums(15), [sums(12), sums(13)], undefined],
    [
      'adds up to no more, whatever is counted once more',
      sums(15),
      [sums(11), sums(15), sums(14)],
      'conversations 11 + 15 + 14 for the chatbots, 15 for the workspace',
    ],
    [
      'has no more than the whole',
      sums(5),
      [sums(7), sums(0)],
      'conversations 7 for one chatbot, 5 for the workspace',
    ],
    ['may be newer than the whole', sums(5000), [sums(5020), sums(0)], undefined],
    [
      'is not more than an hour ahead of the whole',
      sums(5000),
      [sums(5030), sums(0)],
      'conversations 5030 for one chatbot, 5000 for the workspace',
    ],
    [
      'adds up to no more',
      sums(5),
      [sums(5), sums(5)],
      'conversations 5 + 5 for the chatbots, 5 for the workspace',
    ],
    [
      'is looked at in every count',
      sums(5, 2),
      [sums(2, 2), sums(3, 2)],
      'leads 2 + 2 for the chatbots, 2 for the workspace',
    ],
    [
      'adds up to no more on any day',
      { ...sums(5), by_day: [{ date: '2026-11-01', conversations: 1 }] },
      [days(3, '2026-11-01'), days(2, '2026-11-02')],
      'conversations 3 for the chatbots on "2026-11-01", 1 for the workspace',
    ],
  ])('%s', (_, whole, parts, problem) => {
    expect(narrowing(whole, parts)).toEqual(
      problem === undefined ? { judged: true } : { judged: true, problem },
    )
  })

  test('is nothing for none of them that has a conversation', () => {
    const nothing = [sums(0), sums(0)]
    expect(narrowing(sums(5), nothing, [false, true]).problem).toBe(
      'nothing for any chatbot, 5 conversations for the workspace',
    )
    expect(narrowing(sums(5), nothing, [false, false]).problem).toBeUndefined()
    expect(narrowing(sums(5), [sums(0), sums(1)], [true, true]).problem).toBeUndefined()
  })

  test.each([
    ['one chatbot', sums(5), [sums(5)]],
    ['nothing counted', sums(0), [sums(0), sums(0)]],
    ['no totals', {}, [{}, {}]],
  ])('is not judged with %s', (_, whole, parts) => {
    expect(narrowing(whole, parts)).toEqual({ judged: false })
  })
})

test.each([
  ['of the last days', '2026-03-30T00:00:00Z', false],
  ['of last week', '2026-03-24T00:00:00Z', true],
  ['of last month', '2026-03-02T00:00:00Z', false],
  ['of another chatbot', '2026-03-24T00:00:00Z', false, 'b'],
])('a conversation %s shows an active chatbot: %s %s', (_, created_at, active, chatbot_id = 'a') => {
  const now = Date.parse('2026-03-31T00:00:00Z')
  expect(isActive('a', [{ chatbot_id, created_at }], now)).toBe(active)
  expect(isActive('a', [{ chatbot_id, created_at, message_count: 0 }], now)).toBe(false)
})

test('days are compared with the totals, count by count', () => {
  const by_day = [{ conversations: 2, messages: 1, tokens: '9 or so' }, { conversations: 1 }, null]
  expect(sumsOfDays({ totals: { conversations: 3, messages: 5 }, by_day })).toBe(
    'days against totals: conversations equal, messages 1 of 5, tokens 0 of undefined',
  )
})

describe('counts of two workspaces', () => {
  test.each<[string, number, number, number[], number[] | undefined, string]>([
    ['added up', 70, 40, [20, 10], undefined, '70: 30 of its chatbots, and 40 in the other workspace'],
    ['mixed up', 40, 40, [30], undefined, '40: 30 of its chatbots, and 40 in the other workspace'],
    ['added up both ways', 60, 60, [20], [40], '60: 20 of its chatbots, and 60 in the other workspace'],
    ['of two workspaces alike', 60, 60, [30], [30], '60: 30 of its chatbots, and 60 in the other workspace'],
    ['of what the other has', 75, 50, [25], [50], '75: 25 of its chatbots, and 50 in the other workspace'],
  ])('are reported where they are %s', (_, own, foreign, parts, theirs, problem) => {
    expect(shared(own, foreign, parts, theirs)).toBe(`conversations ${problem}`)
  })

  test.each<[string, number, number, number[], number[]?]>([
    ['belong to the chatbots', 40, 40, [40]],
    ['have a rest of their own', 35, 40, [30]],
    ['are small enough to agree by chance', 5, 5, [0]],
    ['hold as much beside the chatbots in either workspace', 40, 40, [0], [0]],
    ['are those of two workspaces alike, with a rest', 40, 40, [35], [35]],
    ['are none', 0, 0, []],
  ])('are not summarised where they %s', (_, own, foreign, parts, theirs) => {
    expect(shared(own, foreign, parts, theirs)).toBeUndefined()
  })
})

/** What is reported of two counts, those of the chatbots beside them. */
function shared(
  own: number,
  foreign: number,
  parts: readonly number[],
  theirs?: readonly number[],
): string | undefined {
  const rollups = (counts: readonly number[]): JsonObject[] => counts.map((count) => sums(count))
  return sharedCounts(
    { whole: sums(own), parts: rollups(parts) },
    { whole: sums(foreign), ...(theirs && { parts: rollups(theirs) }) },
  )
}

describe('a day that is outdated', () => {
  const NOW = Date.UTC(2026, 10, 20, 12)
  const items = ['2026-11-10T09:00:00Z', '2026-11-18T09:00:00Z', '2028-01-01T00:00:00Z', null].map(
    (created_at): JsonObject => ({ created_at }),
  )
  const listing = (...dates: readonly unknown[]): JsonObject => ({ by_day: dates.map((date) => ({ date })) })

  test.each([
    ['2025-11-18', ['2025-11-18', '2025-11-19']],
    ['2026-10-11', ['2026-11-18', '2026-10-11']],
  ])('is %s', (day, dates) => {
    expect(outdatedDay(listing(...dates), items, NOW)).toBe(day)
  })

  test.each([
    ['those of thirty days, and of a rollup that lags', listing('2026-10-13', '2026-11-18'), items],
    ['those of a clock that is ahead', listing('2028-01-01'), items],
    ['those of a service without items', listing('1999-01-01'), []],
    ['a value that is not a date', listing(null, 5, 'never', '2025-2-1'), items],
    ['no days', {}, items],
  ])('is none of %s', (_, summary, some) => {
    expect(outdatedDay(summary, some, NOW)).toBeUndefined()
  })
})

test.each([
  [['2026-03-01', '2026-03-02', '2026-03-30'], '3 days within 30 days, oldest first'],
  [['2026-03-07', '2026-03-01'], '2 days within 7 days, newest first'],
  [['2026-03-02', '2026-03-01', '2026-03-03'], '3 days within 3 days, in no order'],
  [['2026-03-02', 'today', null], '1 day'],
  [[], '0 days'],
])('the days %j are observed as %s', (dates, words) => {
  expect(daysInWords({ by_day: dates.map((date) => ({ date })) })).toBe(words)
})
