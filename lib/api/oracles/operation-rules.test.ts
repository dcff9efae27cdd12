import { describe, expect, test } from 'vitest'
import { analyticsDays, isTimeZone, keyPrefix, operationRules } from './operation-rules.ts'
import { judgementsOf, exchange, page, summarised } from './testing/exchanges.ts'
import { booking, conversation, me, message, summary } from './testing/items.ts'

describe('items of conversations', () => {
  test.each([undefined, null, []])('may show messages as %j', (messages) => {
    const judgements = judgementsOf(
      exchange('GET /conversations', { body: page([conversation({ messages })]) }),
      operationRules,
    )
    expect([summarised(judgements), judgements.held.get('LIST-CONVERSATIONS-28')]).toEqual([[], 1])
  })

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

  test('are recognised by the item', () => {
    const items = [null, undefined, 5, 'Europe/Paris', 'PST8'].map((attendee_timezone) =>
      booking({ attendee_timezone }),
    )
    const judgements = judgementsOf(exchange('GET /bookings', { body: page(items) }), operationRules)

    expect(judgements.held.get('BOOKING-11')).toBe(1)
    expect(summarised(judgements)).toEqual([
      ['BOOKING-11', 'the name of an IANA time zone', '"PST8"', '/data/4/attendee_timezone'],
    ])
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

  test.each(['s', 'sk_live_', 'sk_live_ab'])('is %s', (prefix) => {
    const judgements = judged(prefix)
    expect([summarised(judgements), judgements.held.get('GET-ME-02')]).toEqual([[], 1])
  })

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

  test.each([
    ['a prefix that is not a text', judged(5)],
    ['a wrong key', judged('x', { key: 'invalid' })],
    [
      'a request that does not show its key',
      judgementsOf(exchange('GET /me', { body: { data: me() } }), keyPrefix),
    ],
    ['a refusal', judged('x', { status: 401 })],
  ])('is not judged for %s', (_, judgements) => {
    expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
  })
})

describe('the days of the rollup', () => {
  const judged = (...dates: readonly unknown[]) => {
    const body = { data: summary({ by_day: dates.map((date) => ({ date })) }) }
    return judgementsOf(exchange('GET /analytics/summary', { body }), analyticsDays)
  }

  test.each([
    ['one day', ['2026-11-20']],
    ['any order, with gaps', ['2026-11-03', '2026-11-20', '2026-11-01']],
    ['both ends of a window of 30 days', ['2026-10-21', '2026-11-20']],
  ])('may be %s', (_, dates) => {
    const judgements = judged(...dates)
    expect([summarised(judgements), judgements.held.get('GET-ANALYTICS-03')]).toEqual([[], 1])
  })

  test.each([
    [['2026-11-20', '2026-11-19', '2026-11-20'], '2026-11-20 twice'],
    [['2026-11-20', '2026-10-20'], 'days that span 32 days'],
    [['2026-11-20', '2025-11-20'], 'days that span 366 days'],
  ])('are not %j', (dates, received) => {
    expect(summarised(judged(...dates))).toEqual([
      ['GET-ANALYTICS-03', 'distinct days that span no more than 30 days', received, '/data/by_day'],
    ])
  })

  test.each([[[]], [['never']], [[null, 5]]])('prove nothing as %j', (dates) => {
    const judgements = judged(...dates)
    expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
  })
})
