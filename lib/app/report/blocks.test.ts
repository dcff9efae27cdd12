import { describe, expect, test } from 'vitest'
import type { RecordedFinding, RequirementResult, RunRecord } from './record.ts'
import { blocksIn } from './blocks.ts'
import { sampleExchange, sampleFinding } from './testing/sample-parts.ts'
import { changed, cleanRun } from './testing/sample-records.ts'

type Rows = Readonly<Record<string, Partial<RequirementResult>>>

const failed = (
  findings: readonly Partial<RecordedFinding>[],
  more: Partial<RequirementResult> = {},
): Partial<RequirementResult> => ({
  verdict: 'failed',
  findings: findings.map((one) => sampleFinding('X', one)),
  ...more,
})

/** The blocks of a run with these rows, as ids: first the leading one, then those that are the same. */
const blocksOf = (rows: Rows, exchanges: RunRecord['exchanges'] = []): string[][] =>
  blocksIn({ ...changed(cleanRun(), rows), exchanges }).map(({ id, same }) => [id, ...same])

const alone = (name: string): readonly Partial<RecordedFinding>[] => [
  { where: `GET /${name}`, received: name, exchanges: [] },
]

describe('blocks are read', () => {
  test('the most severe first, whatever the subject; then from what a plain request gets outwards', () => {
    const rows = {
      'TIME-01': failed(alone('a'), { severity: 'minor', theme: 'answers' }),
      'LEAD-21': failed(alone('b'), { theme: 'writes' }),
      'ERR-02': failed(alone('c'), { severity: 'critical', theme: 'limits' }),
      'ME-01': failed(alone('d'), { theme: 'answers' }),
    }
    expect(blocksOf(rows)).toEqual([['ERR-02'], ['ME-01'], ['LEAD-21'], ['TIME-01']])
  })

  test('with what only a request shows that no client sends at the end of its severity', () => {
    const { request } = sampleExchange(1)
    const odd = sampleExchange(1, { request: { ...request, headers: [['Content-Type', 'json']] } })
    const rows = {
      'ME-01': failed([{ where: 'GET /me', received: 'a', exchanges: [1] }], { theme: 'answers' }),
      'LEAD-21': failed([{ where: 'POST /leads', exchanges: [2] }], { theme: 'writes' }),
      'TIME-01': failed(alone('c'), { severity: 'minor' }),
    }
    const plain = { ...request, headers: [['Content-Type', 'application/json'] as const] }
    expect(blocksOf(rows, [odd, sampleExchange(2, { request: plain })])).toEqual([
      ['LEAD-21'],
      ['ME-01'],
      ['TIME-01'],
    ])
  })
})

test('a filter that selects other rows stands beside the order of the same page, and a limit beside an access', () => {
  const page = { where: 'GET /leads', exchanges: [1] }
  const served = { where: 'GET /leads/{id}', status: 200, exchanges: [2] }
  const rows = {
    'LEAD-02': failed([{ ...page, received: 'a', pointer: '/data/1/id' }], { theme: 'lists' }),
    'LEAD-20': failed([{ ...page, received: 'b', pointer: '/data/2/status' }], { theme: 'filters' }),
    'LEAD-21': failed([{ ...served, received: 'c' }], { theme: 'access' }),
    'LEAD-22': failed([{ ...served, received: 'd', exchanges: [3] }], { theme: 'limits' }),
  }
  expect(blocksOf(rows)).toEqual([['LEAD-02'], ['LEAD-20'], ['LEAD-21'], ['LEAD-22']])
})

const POST = { where: 'POST /leads' }
const REFUSED = { ...POST, accepted: [400], status: 422, inRequest: true } as const
const TOO_STRICT = { ...POST, accepted: [200], status: 400 } as const
const refusing = (id: number, error: string): RunRecord['exchanges'][number] =>
  sampleExchange(id, { response: { status: 400, headers: [], body: JSON.stringify({ error }), size: 9 } })

describe('a row is the same as an earlier block', () => {
  test.each<[string, Partial<RecordedFinding>, Partial<RecordedFinding>, boolean]>([
    [
      'with the same exchange',
      { ...POST, pointer: '/data/id', exchanges: [1] },
      { ...POST, pointer: '/existing', received: 'b', exchanges: [1] },
      true,
    ],
    [
      'with the same write before two reads',
      { exchanges: [3, 1], roles: ['read', 'write'] },
      { where: 'GET /x', received: 'b', exchanges: [4, 1], roles: ['read', 'write'] },
      true,
    ],
    [
      'with a write whose answer is wrong, too',
      { exchanges: [1], roles: ['write'] },
      { where: 'GET /x', received: 'b', exchanges: [4, 1], roles: ['read', 'write'] },
      false,
    ],
    [
      'with the same answer to compare with',
      { exchanges: [3, 1], roles: ['read', 'compared'] },
      { where: 'GET /x', received: 'b', exchanges: [4, 1], roles: ['read', 'compared'] },
      false,
    ],
    [
      'with the same field of one resource',
      { where: 'PATCH /conversations/{id}', pointer: '/data/tags', exchanges: [1] },
      { where: 'GET /conversations', pointer: '/data/3/tags', received: 'b', exchanges: [2] },
      true,
    ],
    [
      'with a field of the same name of another resource',
      { where: 'GET /leads', pointer: '/data/0/status', exchanges: [1] },
      { where: 'GET /bookings', pointer: '/data/0/status', received: 'b', exchanges: [2] },
      false,
    ],
    [
      'with the same wrong status, whichever member it is refused for',
      { ...REFUSED, pointer: '/name', received: 'a', exchanges: [1] },
      { ...REFUSED, pointer: '/email', received: 'b', exchanges: [2] },
      true,
    ],
    [
      'with another refusal for the same one, at another operation',
      { ...REFUSED, exchanges: [1] },
      { ...REFUSED, where: 'PATCH /conversations/{id}', received: 'b', exchanges: [2] },
      true,
    ],
    [
      'with another member that is accepted',
      { ...REFUSED, status: 200, pointer: '/name', received: 'a', exchanges: [1] },
      { ...REFUSED, status: 200, pointer: '/email', received: 'b', exchanges: [2] },
      false,
    ],
    [
      'with a valid request that is refused in other words',
      { ...TOO_STRICT, received: 'a', exchanges: [1] },
      { ...TOO_STRICT, received: 'b', exchanges: [2] },
      false,
    ],
    [
      'with a valid request that is refused in the same words about another id',
      { ...TOO_STRICT, received: 'a', exchanges: [2] },
      { ...TOO_STRICT, received: 'b', exchanges: [3] },
      true,
    ],
  ])('%s', (_, one, other, isSame) => {
    const rows = { 'LEAD-20': failed([one]), 'LEAD-21': failed([other]) }
    const exchanges = [refusing(1, 'email: no'), refusing(2, 'b7Qe2 is full'), refusing(3, 'Zt81Qa0 is full')]
    expect(blocksOf(rows, exchanges)).toHaveLength(isSame ? 1 : 2)
  })

  test('where one law is broken in several lists, or at several fields of a body that accept too much', () => {
    const accepted = (pointer: string): Partial<RecordedFinding> => ({
      ...REFUSED,
      status: 200,
      pointer,
      received: pointer,
      exchanges: [],
    })
    const rows = {
      'BOT-01': failed(alone('a'), { theme: 'lists', text: 'Chatbots are sorted by `created_at`.' }),
      'LEAD-02': failed(alone('b'), { theme: 'lists', text: 'Leads are sorted by `start_at`.' }),
      'LEAD-20': failed([accepted('/name')], { text: 'Up to 200 characters are accepted in `name`.' }),
      'LEAD-21': failed([accepted('/phone')], { text: 'Up to 50 characters are accepted in `phone`.' }),
    }
    expect(blocksOf(rows)).toEqual([
      ['BOT-01', 'LEAD-02'],
      ['LEAD-20', 'LEAD-21'],
    ])
  })

  test('but never as a less severe one, and not with a finding that no block shows: that one leads', () => {
    const shared = { ...POST, received: 'shared', exchanges: [] }
    const more = { ...POST, received: 'more', exchanges: [] }
    expect(
      blocksIn(
        changed(cleanRun(), {
          'LEAD-20': failed([shared], { severity: 'minor' }),
          'LEAD-21': failed([shared], { severity: 'critical' }),
          'LEAD-22': failed([shared, more], { severity: 'minor' }),
        }),
      ),
    ).toEqual([
      { id: 'LEAD-21', finding: 0, same: ['LEAD-20'] },
      { id: 'LEAD-22', finding: 1, same: [] },
    ])
  })

  test('of an operation, where its own rule is for all operations', () => {
    const shared = { ...POST, received: 'shared', exchanges: [] }
    const rows = {
      'ERR-01': failed([shared], { theme: 'answers' }),
      'LEAD-20': failed([shared], { theme: 'writes' }),
    }
    expect(blocksOf(rows)).toEqual([['LEAD-20', 'ERR-01']])
  })
})
