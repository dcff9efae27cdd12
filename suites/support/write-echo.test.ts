import { describe, expect, test } from 'vitest'
import { sameTags } from './conversations.ts'
import { equalAsSpecified } from './leads.ts'
import { writeEcho } from './write-echo.ts'
import { judgementsOf, exchange, summarised } from '../../lib/judge/testing/exchanges.ts'
import { conversation, detail, lead, message } from '../../lib/judge/testing/items.ts'

const judged = (asked: string, body: unknown, sent?: unknown) =>
  judgementsOf(exchange(asked, { body, sent }), writeEcho)

describe('the resource that was asked for', () => {
  test.each([
    ['GET /conversations/c2', { data: detail() }, ['GET-CONVERSATION-03', 'id "c2"', '"c1"', '/data/id']],
    ['GET /leads/l2', { data: lead() }, ['GET-LEAD-03', 'id "l2"', '"l1"', '/data/id']],
  ])('%s is another', (asked, body, finding) => {
    expect(summarised(judged(asked, body))).toEqual([finding])
  })
})

describe('an update', () => {
  const PATCH = 'PATCH /conversations/c1'

  test.each([
    [['a'], ['vip', 'a'], 'the tags ["a"]', '["vip","a"]'],
    [['a', 'b'], ['a'], 'the tags ["a","b"]', '["a"]'],
    [['a'], ['A'], 'the tags ["a"]', '["A"]'],
    [[], ['vip'], 'the tags []', '["vip"]', 'PATCH-CONVERSATION-16'],
  ])(
    'of the tags %j does not show %j',
    (tags, shown, expected, received, requirement = 'PATCH-CONVERSATION-02') => {
      expect(summarised(judged(PATCH, { data: conversation({ tags: shown }) }, { tags }))).toEqual([
        [requirement, expected, received, '/data/tags'],
      ])
    },
  )

  test.each([true, false])('shows is_resolved %j', (resolved) => {
    const sent = { is_resolved: resolved }
    const [right, wrong] = [resolved, !resolved].map((is_resolved) =>
      judged(PATCH, { data: conversation({ is_resolved }) }, sent),
    )

    expect([right && summarised(right), right?.held.get('PATCH-CONVERSATION-03')]).toEqual([[], 1])
    expect(wrong && summarised(wrong)).toEqual([
      ['PATCH-CONVERSATION-03', `is_resolved ${resolved}`, String(!resolved), '/data/is_resolved'],
    ])
  })

  test.each([{}, [], null, '{', '"text"', { tags: null, is_resolved: 'yes' }, { tags: 'a' }])(
    'that asked %j for nothing is not compared',
    (sent) => {
      expect(summarised(judged(PATCH, { data: conversation() }, sent))).toEqual([])
    },
  )
})

describe('a note', () => {
  const POST = 'POST /conversations/c1/messages'
  const note = (more: object): object => ({ data: message({ role: 'note', content: 'Call back', ...more }) })

  test.each([
    [note({ role: 'assistant' }), ['ADD-NOTE-02', 'role "note"', '"assistant"', '/data/role']],
    [
      note({ content: 'Call' }),
      ['ADD-NOTE-03', 'the content that was sent, 9 characters', '4 characters: "Call"', '/data/content'],
    ],
  ])('is not %j', (body, finding) => {
    expect(summarised(judged(POST, body, { content: 'Call back' }))).toEqual([finding])
  })
})

describe('a new lead', () => {
  const POST = 'POST /leads'
  const SENT = {
    chatbot_id: 'bot1',
    conversation_id: 'c1',
    name: 'Ada',
    email: 'ada@example.org',
    status: 'new',
  }

  test.each([
    ['chatbot_id', 'CREATE-LEAD-02'],
    ['conversation_id', 'CREATE-LEAD-02'],
    ['name', 'CREATE-LEAD-02'],
    ['email', 'CREATE-LEAD-02'],
    ['status', 'CREATE-LEAD-03'],
  ] as const)('does not show another %s', (field, id) => {
    expect(summarised(judged(POST, { data: lead({ [field]: 'other' }) }, SENT))).toEqual([
      [id, `${field} "${SENT[field]}"`, '"other"', `/data/${field}`],
    ])
  })

  test.each(['yes', 1, {}])('does not carry existing %j', (existing) => {
    expect(summarised(judged(POST, { data: lead(), existing }, SENT))).toEqual([
      ['CREATE-LEAD-37', 'a boolean `existing`', JSON.stringify(existing), '/existing'],
    ])
  })
})

describe('an existing lead', () => {
  const judgedExisting = (sent: object) => judged('POST /leads', { data: lead(), existing: true }, sent)

  test.each([{}, { conversation_id: null }])('needs a conversation, not %j', (more) => {
    expect(summarised(judgedExisting({ chatbot_id: 'bot1', ...more }))).toEqual([
      ['CREATE-LEAD-33', 'no `existing: true` without a conversation', 'existing true', '/existing'],
    ])
  })
})

test.each([
  [['a'], ['a'], true],
  [['a', 'b'], ['b', ' a'], true],
  [[], [], true],
  [['a'], ['a', 'b'], false],
  [null, [], false],
  ['a', ['a'], false],
])('%j and %j are the same tags: %j', (actual, wanted, same) => {
  expect(sameTags(actual, wanted)).toBe(same)
})

test.each([
  ['email', ' A@x.org', 'a@x.org', true],
  ['name', ' Ada', 'Ada', true],
  ['name', 'ada', 'Ada', false],
])('%s %j and %j are alike: %j', (field, sent, answered, same) => {
  expect(equalAsSpecified(field, sent, answered)).toBe(same)
})
