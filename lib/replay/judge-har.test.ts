import { describe, expect, test } from 'vitest'
import { API } from '../api/index.ts'
import { judgeHar } from './judge-har.ts'
import { renderJudgement } from './render.ts'
import { BASE, CHATBOTS, entry, harFile, ME } from './testing/har-file.ts'
import { CONTRACT } from '../api/contract.ts'
import { inferBaseUrl } from './har.ts'

function judged(...entries: readonly object[]): ReturnType<typeof judgeHar> {
  return judgeHar(API, harFile(entries))
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

describe('a recording that shows a violation', () => {
  test('names the requirement and the entry', () => {
    const broken = { ...CHATBOTS, data: [{ ...CHATBOTS.data[0], is_active: 'yes' }] }
    const result = judged(entry('/me', ME), entry('/chatbots?limit=50', broken))

    expect(result.violations).toMatchObject([
      { requirement: { id: 'CHATBOT-03' }, findings: [{ exchanges: [2], pointer: '/data/0/is_active' }] },
    ])
    expect(renderJudgement(result, { color: false, verbose: false })).toContain('✗ CHATBOT-03')
  })

  test('is judged through Base64, too', () => {
    const text = Buffer.from(JSON.stringify({ data: { ...ME.data, key_name: 5 } })).toString('base64')
    expect(violated(entry('/me', '', { content: { text, encoding: 'base64', size: 80 } }))).toEqual(['ME-03'])
  })
})

const RATELESS = [{ name: 'content-type', value: 'application/json' }]

describe('what a recording cannot show is held against nobody', () => {
  test.each([
    ['a body that was not kept', entry('/me', ME, { content: { text: undefined } })],
    ['a body that was cut', entry('/me', '{"data":{"team_id":"t', { content: { size: 5000 } })],
    ['headers that were stripped', entry('/me', ME, { headers: [] })],
    ['an answer out of the cache', entry('/me', '', { status: 304, headers: [] })],
    ['an answer that a browser kept', { ...entry('/me', ME, { headers: RATELESS }), _fromCache: 'disk' }],
    ['a preflight of a browser', entry('/me', '', { method: 'OPTIONS', status: 204, headers: [] })],
    ['a request that was blocked', entry('/me', '', { status: 0, headers: [] })],
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

  test('and said', () => {
    const result = judged(entry('/me', ME, { content: { text: undefined } }), entry('/chatbots', CHATBOTS))
    const text = renderJudgement(result, { color: false, verbose: false })
    expect(text).toContain('  bodies    1 answer recorded without body, or cut\n')
  })

  test('rows that two keys share, where nothing shows that they are of two workspaces', () => {
    const other = { ...entry('/chatbots', CHATBOTS), _key: 'other' }
    expect(violated(entry('/chatbots', CHATBOTS), other)).toEqual([])
  })
})

test('rows that two workspaces share are found', () => {
  const me = { data: { ...ME.data, team_id: 't2' } }
  const foreign = [entry('/me', me), entry('/chatbots', CHATBOTS)].map((one) => ({ ...one, _key: 'other' }))
  expect(violated(entry('/me', ME), entry('/chatbots', CHATBOTS), ...foreign)).toEqual(['ISOLATION-20'])
})

describe('a file in which there is nothing to judge', () => {
  test.each([
    ['', 'is not JSON'],
    ['{}', 'is not a HAR file'],
    [harFile([]), 'holds no request that looks like this API'],
    [harFile([entry('https://other.test/page.html', '')]), 'holds no request that looks like this API'],
    [harFile([entry('/me', '', { status: 0 })]), `holds no answered exchange below ${BASE}`],
  ])('is refused: %#', (source, problem) => {
    expect(() => judgeHar(API, source)).toThrow(problem)
  })

  test('by the base URL that was given', () => {
    const source = harFile([entry('/me', ME)])
    expect(() => judgeHar(API, source, 'https://other.test/v1')).toThrow('below https://other.test/v1')
    expect(judgeHar(API, source, BASE).entries.judged).toBe(1)
  })
})

const get = (...urls: readonly string[]): { method: string; url: string }[] =>
  urls.map((url) => ({ method: 'GET', url }))

test('the base URL is what stands before operations of the API', () => {
  expect(inferBaseUrl(CONTRACT, get('https://a.test/api/v1/leads/x1?y=2', 'https://a.test/logo.png'))).toBe(
    'https://a.test/api/v1',
  )
})

test('a versioned address wins over pages of another site with the same names', () => {
  const urls = get(
    'https://shop.test/me',
    'https://shop.test/leads',
    'https://shop.test/chatbots',
    'https://a.test/v1/me',
  )
  expect(inferBaseUrl(CONTRACT, urls)).toBe('https://a.test/v1')
})

test('the address that most requests fit wins', () => {
  const urls = get('https://old.test/v1/me', 'https://a.test/v1/me', 'https://a.test/v1/leads')
  expect(inferBaseUrl(CONTRACT, urls)).toBe('https://a.test/v1')
})

test('without an operation there is none', () => {
  expect(inferBaseUrl(CONTRACT, get('https://a.test/', 'https://a.test/v1/widgets'))).toBeUndefined()
})
