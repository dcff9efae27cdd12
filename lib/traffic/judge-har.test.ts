import { describe, expect, test } from 'vitest'
import { type HarJudgement, judgeHar } from './judge-har.ts'
import { BASE, CHATBOTS, entry, harFile, ME } from './testing/har.ts'

function judged(...entries: readonly object[]): HarJudgement {
  return judgeHar([harFile(entries)])
}

function violated(...entries: readonly object[]): string[] {
  return judged(...entries).violations.map(({ requirement }) => requirement.id)
}

describe('a recording of a conformant server', () => {
  test('shows no violation, what held, and what it does not prove', () => {
    const result = judged(entry('/me', ME), entry('/chatbots', CHATBOTS))

    expect(result.baseUrl).toBe(BASE)
    expect(result.violations).toEqual([])
    const held = result.held.map(({ requirement }) => requirement.id)
    expect(held).toEqual(expect.arrayContaining(['ME-01', 'CHATBOT-01', 'RATE-01', 'LIST-CHATBOTS-08']))
    expect(result.unproven.map(({ reason }) => reason)).toContain('GET /leads is not in the recording')
    const unproven = result.unproven.flatMap(({ requirements }) => requirements.map(({ id }) => id))
    expect(unproven.filter((id) => held.includes(id))).toEqual([])
  })
})

const RATELESS = [{ name: 'content-type', value: 'application/json' }]

describe('what a recording cannot show is held against nobody', () => {
  test.each([
    ['a body that was not kept', entry('/me', ME, { content: { text: undefined } })],
    ['a body that was cut', entry('/me', '{"data":{"team_id":"t', { content: { size: 5000 } })],
    ['headers that were stripped', entry('/me', ME, { headers: [] })],
    ['an answer that a browser kept', { ...entry('/me', ME, { headers: RATELESS }), _fromCache: 'disk' }],
    [
      'a request body that was not kept',
      entry(
        '/leads',
        {
          data: { id: 'l1', chatbot_id: 'c1', status: 'new', created_at: '2026-01-02T03:04:05Z' },
          existing: true,
        },
        { method: 'POST' },
      ),
    ],
    [
      'a key that was redacted',
      entry('/me', ME, { request: { headers: [{ name: 'Authorization', value: 'Bearer [redacted]' }] } }),
    ],
    [
      'repeated headers that were joined',
      entry('/me', ME, {
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'X-RateLimit-Limit', value: '1000\n1000' },
          { name: 'X-RateLimit-Remaining', value: '9' },
          { name: 'X-RateLimit-Reset', value: '9' },
        ],
      }),
    ],
  ])('%s', (_, one) => {
    expect(violated(entry('/chatbots', CHATBOTS), one)).toEqual([])
  })

  test('rows that two keys share, where nothing shows that they are of two workspaces', () => {
    const other = { ...entry('/chatbots', CHATBOTS), _key: 'other' }
    expect(violated(entry('/chatbots', CHATBOTS), other)).toEqual([])
  })
})
