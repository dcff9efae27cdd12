import { describe, expect, test } from 'vitest'
import { analyticsDays, isTimeZone, keyPrefix, operationRules } from './operation-rules.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/judge/testing/exchanges.ts'
import { conversation, me, message, summary } from '../../lib/judge/testing/items.ts'

describe('items of conversations', () => {
  test('carry no messages', () => {
    const items = [conversation(), conversation({ messages: [message()] })]
    expect(
      summarised(judgementsOf(exchange('GET /conversations', { body: page(items) }), operationRules)),
    ).toEqual([
      ['LIST-CONVERSATIONS-28', 'items without messages', 'an item with messages', '/data/1/messages'],
    ])
  })
})

test('sources carry no pagination', () => {
  const sources = (body: object): string[][] =>
    summarised(judgementsOf(exchange('GET /knowledge/sources?chatbot_id=b', { body }), operationRules))

  expect(sources({ data: [], meta: {} })).toEqual([])
  expect(sources({ data: [], pagination: { total: 0 } })).toEqual([
    ['LIST-SOURCES-02', 'no `pagination` beside `data`', '{"total":0}', '/pagination'],
  ])
})

describe('time zones of bookings', () => {
  test.each([
    'UTC',
    'Europe/Kyiv',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'EST5EDT',
    'America/City_Of_Next_Year',
  ])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  test.each([
    '',
    '+05:30',
    'UTC+2',
    'Mars/Olympus',
    'Europe/',
    'Europe/CEST+2',
    'Europe/Paris\0',
    '__proto__',
    'Central European Time',
  ])('%j is none', (name) => {
    expect([isTimeZone(name), isTimeZone(name)]).toEqual([false, false])
  })
})

describe('the prefix of the key', () => {
  const judged = (key_prefix: unknown, more: Parameters<typeof exchange>[1] = {}) =>
    judgementsOf(
      exchange('GET /me', {
        body: { data: me({ key_prefix }) },
        authorization: 'Bearer sk_live_abc',
        ...more,
      }),
      keyPrefix,
    )

  test.each([
    ['sk_live_abc', 'the whole key'],
    ['', 'an empty prefix'],
    ['sk_test_', '8 characters that the key does not begin with'],
    ['abc', '3 characters that the key does not begin with'],
    ['sk_live_abcd', '12 characters that the key does not begin with'],
  ])('is not %j: %s', (prefix, received) => {
    expect(summarised(judged(prefix))).toEqual([
      ['GET-ME-02', 'a leading part of the key in use, shorter than the key', received, '/data/key_prefix'],
    ])
  })
})

describe('the days of the rollup', () => {
  const judged = (...dates: readonly unknown[]) => {
    const body = { data: summary({ by_day: dates.map((date) => ({ date })) }) }
    return judgementsOf(exchange('GET /analytics/summary', { body }), analyticsDays)
  }

  test.each([
    [['2026-11-20', '2026-11-19', '2026-11-20'], '2026-11-20 twice'],
    [['2026-11-20', '2026-10-20'], 'days that span 32 days'],
    [['2026-11-20', '2025-11-20'], 'days that span 366 days'],
  ])('are not %j', (dates, received) => {
    expect(summarised(judged(...dates))).toEqual([
      ['GET-ANALYTICS-03', 'distinct days that span no more than 30 days', received, '/data/by_day'],
    ])
  })
})
