import { describe, expect, test } from 'vitest'
import { schema } from './schema.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'
import {
  conversation,
  day,
  detail,
  lead,
  me,
  message,
  summary,
} from '../../lib/engine/judge/testing/items.ts'
import { quote } from '../../lib/engine/util/values.ts'

const tellOf = (asked: string, body: unknown): string[][] =>
  summarised(judgementsOf(exchange(asked, { body }), schema))
const PAGE = 'an array in `data` and an object in `pagination`'
const TIME = 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ'

describe('the wrapper', () => {
  test.each([
    ['GET /me', me(), ['JSON-03', 'an object in `data`', 'absent', '/data']],
    ['GET /me', { error: 'No', code: 'not_found' }, ['JSON-03', 'an object in `data`', 'absent', '/data']],
    ['GET /me', { data: [me()] }, ['JSON-03', 'an object in `data`', quote([me()]), '/data']],
    ['GET /me', [], ['JSON-03', 'an object in `data`', '[]']],
    ['GET /leads', [lead()], ['JSON-04', PAGE, quote([lead()])]],
    ['GET /leads', { data: [] }, ['JSON-04', PAGE, 'absent', '/pagination']],
    ['GET /leads', null, ['JSON-04', PAGE, 'null']],
    ['GET /knowledge/sources', { data: {} }, ['LIST-SOURCES-01', 'an array in `data`', '{}', '/data']],
  ])('of %s is not %j', (asked, body, finding) => {
    expect(tellOf(asked, body)).toEqual([finding])
  })

  test.each([
    ['GET /leads', page([lead(), 7]), ['JSON-04', 'objects in `data`', '7', '/data/1']],
    ['GET /knowledge/sources', { data: [null] }, ['LIST-SOURCES-01', 'objects in `data`', 'null', '/data/0']],
  ])('of %s holds objects', (asked, body, finding) => {
    expect(tellOf(asked, body)).toEqual([finding])
  })
})

describe('a field', () => {
  test.each([
    [
      'GET /leads/l1',
      { data: lead({ email: 'nobody' }) },
      ['LEAD-04', 'an e-mail address', 'string "nobody"', '/data/email'],
    ],
    [
      'GET /conversations',
      page([conversation({ tags: [1] })]),
      ['CONVERSATION-07', 'string', 'integer 1', '/data/0/tags/0'],
    ],
    [
      'GET /conversations/c1',
      { data: detail({ messages: [message({ role: 'bot' })] }) },
      ['MESSAGE-02', 'one of "user", "assistant", "system", "note"', 'string "bot"', '/data/messages/0/role'],
    ],
    [
      'GET /analytics/summary',
      { data: summary({ by_day: [day({ date: '2026-02-30' })] }) },
      ['ANALYTICS-08', 'a date of the form YYYY-MM-DD', 'string "2026-02-30"', '/data/by_day/0/date'],
    ],
  ])('of %s, case %#, is blamed by its own requirement', (asked, body, finding) => {
    expect(tellOf(asked, body)).toEqual([finding])
  })

  test('with a wrong time is blamed by the one rule on timestamps', () => {
    expect(tellOf('GET /leads/l1', { data: lead({ created_at: '2026-02-30T10:00:00Z' }) })).toEqual([
      ['TIME-01', TIME, 'string "2026-02-30T10:00:00Z"', '/data/created_at'],
    ])
  })

  test('with a number for a time is blamed by its own requirement', () => {
    expect(tellOf('GET /leads/l1', { data: lead({ created_at: 1 }) }).map(([id]) => id)).toEqual(['LEAD-09'])
  })
})

test.each([
  ['an error', exchange('GET /me', { status: 404, body: {} })],
  ['a wrong key', exchange('GET /me', { key: 'invalid', body: {} })],
  ['no key', exchange('GET /me', { key: 'none', body: {} })],
])('%s is not judged', (_, judged) => {
  const judgements = judgementsOf(judged, schema)
  expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
})

test('a field that was not given was not seen to hold', () => {
  const { held } = judgementsOf(
    exchange('GET /leads/l1', { body: { data: lead({ phone: null, name: undefined }) } }),
    schema,
  )

  expect(['LEAD-01', 'LEAD-03', 'LEAD-04', 'LEAD-05', 'TIME-01'].filter((id) => held.has(id))).toEqual([
    'LEAD-01',
    'LEAD-04',
    'TIME-01',
  ])
})
