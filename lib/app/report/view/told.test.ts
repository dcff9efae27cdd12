import { describe, expect, test } from 'vitest'
import type { RecordedExchange, RecordedFinding, RunRecord } from '../record.ts'
import { sampleExchange, sampleFinding, sampleRecord } from '../testing/sample-parts.ts'
import { evidenceOf, lookup } from './evidence.ts'
import { toldLine, toldOf, type Told } from './told.ts'

const URL = 'https://h.test/v1'

const exchangeOf = (
  id: number,
  [method, path]: readonly [string, string],
  sent: unknown,
  [status, answer]: readonly [number, unknown],
): RecordedExchange => {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return sampleExchange(id, {
    request: {
      method,
      url: URL + path,
      headers: [['Accept', 'application/json']],
      body: sent === undefined ? undefined : JSON.stringify(sent),
    },
    response: { status, headers: [], body, size: body.length },
  })
}

const GET = ['GET', '/leads/x'] as const
const POST = ['POST', '/leads'] as const

const told = (exchanges: RunRecord['exchanges'], finding: Partial<RecordedFinding>): Told => {
  const ids = exchanges.map(({ id }) => id)
  return toldOf(
    evidenceOf(lookup(sampleRecord({ exchanges })), sampleFinding('X', { exchanges: ids, ...finding })),
  )
}

describe('a finding says what was sent and answered', () => {
  test('with the service’s own words, and the status alone beside them', () => {
    const refused = exchangeOf(1, POST, { email: 'o@x.test' }, [
      400,
      { error: 'email: Not an email.', code: 'bad_request', docs_url: 'https://docs.test/errors' },
    ])
    const finding = {
      accepted: [200],
      status: 400,
      expected: 'status 200',
      received: 'status 400 bad_request: "email: Not an email."',
    }
    expect(told([refused], finding)).toEqual({
      sent: 'POST /v1/leads {"email":"o@x.test"} → 400 {"error":"email: Not an email.","code":"bad_request"}',
      place: '',
      expected: 'status 200',
      received: 'status 400',
    })
  })

  test('with the title of a page for people', () => {
    const page = '<!DOCTYPE html><html><head><title>DataError\n at /v1/leads</title></head>…'
    expect(told([exchangeOf(1, GET, undefined, [500, page])], {}).sent).toBe(
      'GET /v1/leads/x → 500 "DataError at /v1/leads"',
    )
  })

  test('with the words of another answer of the same kind, where this one has none', () => {
    const [silent, telling] = [
      exchangeOf(1, POST, {}, [422, '']),
      exchangeOf(2, POST, {}, [422, { error: 'name: blank' }]),
    ]
    const find = lookup(sampleRecord({ exchanges: [silent, telling] }))
    const [one, other] = [1, 2].map((id) => evidenceOf(find, sampleFinding('X', { exchanges: [id] })))
    expect(toldLine(one!, [one!, other!])).toMatch(/→ 422, elsewhere \{"error":"name: blank"\}: expected/)
  })

  test('with the member at fault, and the others of a long body by their names', () => {
    const long = { chatbot_id: 'b7', notes: 'x'.repeat(5001), name: 'n'.repeat(90), company: 'c'.repeat(90) }
    const accepted = exchangeOf(1, POST, { ...long, source: 's'.repeat(90), phone: 'p'.repeat(90) }, [
      200,
      {},
    ])
    const { sent } = told([accepted], { pointer: '/notes', inRequest: true })
    expect(sent).toMatch(
      /^POST \/v1\/leads \{"chatbot_id":"b7","notes":"x+… \(5001\)", and name, company, source, phone\} → 200$/,
    )
  })

  test('with the key where it is another one, and with headers that a case chose', () => {
    const sent = exchangeOf(1, GET, undefined, [200, {}])
    const request = { ...sent.request, headers: [['X-Tenant-Id', '7'] as const] }
    expect(told([{ ...sent, key: 'other', request }], {}).sent).toBe(
      'GET /v1/leads/x X-Tenant-Id: 7 with the second key → 200',
    )
  })

  test('that it was one of several at the same time, and what the same was answered at other times', () => {
    const some = [571, 572, 573].map((id) => exchangeOf(id, POST, { name: 'a' }, [500, '']))
    expect(
      told(some, { roles: ['simultaneous', 'simultaneous', 'simultaneous'], otherwise: [200] }).sent,
    ).toBe(
      'POST /v1/leads {"name":"a"} → 500, to one of 3 requests sent at the same time (#571 to #573), 200 to the same request at other times',
    )
  })

  test('that nothing was validated, because its conversation has a lead', () => {
    const served = exchangeOf(1, POST, { name: 7 }, [200, { data: {}, existing: true }])
    expect(told([served], { received: 'status 200 to `name`: 7' }).received).toBe(
      'status 200 to `name`: 7 (`existing: true`: its conversation has a lead)',
    )
  })
})

describe('a read names the write that can have done it', () => {
  const read = exchangeOf(9, ['GET', '/conversations/c'], undefined, [200, { data: { is_resolved: true } }])
  const patch = (id: number, body: unknown): RecordedExchange =>
    exchangeOf(id, ['PATCH', '/conversations/c'], body, [400, { error: 'no' }])
  const finding = (writes: number): Partial<RecordedFinding> => ({
    pointer: '/data/is_resolved',
    roles: ['read', ...Array.from({ length: writes }, () => 'write' as const)],
  })

  test('with that value in that field', () => {
    const writes = [
      patch(1, { status: 'resolved' }),
      patch(2, { is_resolved: 'yes' }),
      patch(3, { is_resolved: true, tags: 7 }),
    ]
    expect(told([read, ...writes], finding(3)).sent).toMatch(
      /^after PATCH \/v1\/conversations\/c \{"is_resolved":true,"tags":7\} → 400 \{"error":"no"\}: GET /,
    )
  })

  test('or the only one that has that field', () => {
    const writes = [patch(1, { status: 'resolved' }), patch(2, { is_resolved: 'yes' })]
    expect(told([read, ...writes], finding(2)).sent).toMatch(/^after PATCH \S+ \{"is_resolved":"yes"\}/)
  })

  test('or says that it was one of them', () => {
    const writes = [1, 2, 3].map((id) => patch(id, { tags: id }))
    expect(told([read, ...writes], finding(3)).sent).toMatch(
      /^after one of 3 refused writes, #1 to #3: GET \/v1\/conversations\/c → 200$/,
    )
  })
})

describe('of a list or a long text that was sent, the difference is told', () => {
  const long = 'y'.repeat(300)
  test.each<[unknown, unknown, string, string]>([
    [['a', long], ['a', long, 'vip'], '`tags` as sent (2 items)', 'also "vip"'],
    [['a', 'b', long], ['b', long], '`tags` as sent (3 items)', 'all but "a"'],
    [['a', long], ['b', long], '`tags` as sent (2 items)', '"b" in place of "a"'],
    [['a', long], [long, 'a'], '`tags` as sent (2 items)', 'the same items in another order'],
    [long, long.slice(0, 255), '`tags` as sent (300 characters)', 'its first 255 characters'],
    [long, '', '`tags` as sent (300 characters)', 'an empty text'],
    [long, `${long}!`, '`tags` as sent (300 characters)', 'the same, and "!" behind it'],
    [
      `${long}é`,
      `${long}?`,
      '`tags` as sent (301 characters)',
      'from character 301 on another text: "yyyyyy?" in place of "yyyyyyé"',
    ],
    [['a'], ['b'], 'E', 'R'],
    [7, 8, 'E', 'R'],
  ])('%#', (sent, shown, expected, received) => {
    const exchanges = [
      exchangeOf(2, GET, undefined, [200, { data: { tags: shown } }]),
      exchangeOf(1, POST, { tags: sent }, [200, {}]),
    ]
    const finding = { pointer: '/data/tags', roles: ['read', 'write'], expected: 'E', received: 'R' } as const
    expect(told(exchanges, finding)).toMatchObject({ expected, received })
  })
})
