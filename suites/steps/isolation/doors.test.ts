import { describe, expect, test } from 'vitest'
import type { Header } from '../../../lib/http/exchange.ts'
import { absentId } from '../../../lib/api/absent.ts'
import { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import { doors } from './credentials.ts'
import { comparedWithNothing, readingDoors } from './doors.ts'
import { answerOf, discoveryOf, noAnswer } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'

const NOT_FOUND = { error: 'No such lead.', code: 'not_found' }
const answer = (body: unknown, status = 404, headers: readonly Header[] = []): Answer =>
  answerOf(body, { path: '/leads/x', status, headers })

/** Compares a foreign id with ids of nothing; who answers is told how many requests there were. */
function compare(
  foreign: (asked: number) => Answer,
  nothing: (id: string, asked: number) => Answer,
  fleeting: readonly string[] = [],
): ReturnType<typeof comparedWithNothing> {
  let asked = 0
  const nobody = new Actor(() => Promise.reject(new Error('not asked')), { key: 'main' })
  const ctx = { fleetingHeaders: () => new Set(fleeting) }
  return comparedWithNothing(ctx, nobody, 'Lead000001', (_, id) => {
    asked += 1
    return Promise.resolve(id === 'Lead000001' ? foreign(asked) : nothing(id, asked))
  })
}

const echo = (id: string): Answer => answer({ ...NOT_FOUND, error: `No lead ${id}.` })

describe('a foreign id beside an id of nothing', () => {
  test('that get the same answer cannot be told apart, and cost two requests', async () => {
    const { told, others } = await compare(
      () => answer(NOT_FOUND),
      () => answer(NOT_FOUND),
    )

    expect([told, others.length]).toEqual([undefined, 1])
  })

  test('an id that is echoed tells nothing', async () => {
    const { told } = await compare(() => echo('Lead000001'), echo)

    expect(told).toBeUndefined()
  })

  test.each<[string, Answer]>([
    ['status', answer(NOT_FOUND, 403)],
    ['code', answer({ ...NOT_FOUND, code: 'forbidden' })],
    ['text', answer({ ...NOT_FOUND, error: 'Not yours.' })],
    ['fields', answer({ ...NOT_FOUND, owner: 'x' })],
    ['header', answer(NOT_FOUND, 404, [['X-Owner', 'x']])],
  ])('another %s, six times in all, tells them apart', async (name, foreign) => {
    const { told, others } = await compare(
      () => foreign,
      () => answer(NOT_FOUND),
    )

    expect(told).toContain(name)
    expect(others).toHaveLength(6)
  })

  test('what differs from one id of nothing to the next tells nothing', async () => {
    const { told } = await compare(
      () => answer(NOT_FOUND),
      (_, asked) => answer({ ...NOT_FOUND, error: `Incident ${asked}` }),
    )

    expect(told).toBeUndefined()
  })

  test('a header that comes and goes elsewhere tells nothing', async () => {
    const { told } = await compare(
      () => answer(NOT_FOUND, 404, [['X-Node', 'x']]),
      () => answer(NOT_FOUND),
      ['x-node'],
    )

    expect(told).toBeUndefined()
  })

  test('what the foreign id gets only once tells nothing', async () => {
    const { told } = await compare(
      (asked) => (asked <= 4 ? answer(NOT_FOUND, 404, [['X-Cache', 'hit']]) : answer(NOT_FOUND)),
      () => answer(NOT_FOUND),
    )

    expect(told).toBeUndefined()
  })

  test.each<[string, (asked: number) => number]>([
    ['our requests alone', (asked) => asked],
    ['our requests and another one in each round', (asked) => asked + Math.floor((asked - 1) / 2)],
    ['two requests each', (asked) => Math.floor(asked / 2)],
    ['two requests each, the first of another turn', (asked) => Math.floor((asked + 1) / 2)],
    ['three requests each', (asked) => Math.floor(asked / 3)],
  ])('hosts that take turns with %s tell nothing', async (_how, number) => {
    const byTurns = (asked: number): Answer =>
      answer(NOT_FOUND, 404, [[number(asked) % 2 === 0 ? 'X-Served-By' : 'X-Backend', 'a']])
    const { told } = await compare(byTurns, (_, asked) => byTurns(asked))

    expect(told).toBeUndefined()
  })

  test('of which one had no answer cannot be compared', async () => {
    await expect(
      compare(
        () => noAnswer('timeout'),
        () => answer(NOT_FOUND),
      ),
    ).rejects.toThrow('GET /me: no answer came')
  })
})

describe('the doors of the reading endpoints', () => {
  test('are tried with ids that only the workspace under test has', () => {
    const main = { 'GET /leads': [{ id: 'shared' }, { id: 'L1' }], 'GET /chatbots': [{ id: 'Bot1' }] }
    const found = readingDoors(discoveryOf(main, { 'GET /leads': [{ id: 'shared' }] }))

    expect(found.map(({ id }) => id)).toEqual(['L1', ...Array.from({ length: 6 }, () => 'Bot1')])
    expect(found.every(({ explainedBy }) => explainedBy.length > 0)).toBe(true)
  })

  test('are none in an empty workspace', () => {
    expect(readingDoors(discoveryOf({}, {}))).toEqual([])
  })
})

const walkIn = async (lists: Parameters<typeof discoveryOf>[0]): Promise<ReturnType<typeof fakeClient>> => {
  const client = fakeClient(() => ({ status: 401 }))
  const actor = new Actor((spec) => client.send(spec), { key: 'none' })
  const ways = doors(
    ['GET /leads/{id}', 'POST /leads', 'PATCH /conversations/{id}', 'GET /knowledge/sources'],
    discoveryOf(lists),
  )
  await Promise.all(ways.map((way) => way(actor)))
  return client
}

describe('the doors of all operations', () => {
  test('are entered with ids that exist, and with bodies that could write nothing', async () => {
    const client = await walkIn({
      'GET /leads': [{ id: 'L1' }],
      'GET /conversations': [{ id: 'C1' }],
      'GET /chatbots': [{ id: 'B1' }],
    })

    expect(client.asked).toMatchObject([
      { method: 'GET', path: '/leads/L1', authorization: '' },
      { method: 'POST', path: '/leads', body: {} },
      { method: 'PATCH', path: '/conversations/C1', body: {} },
      { method: 'GET', path: '/knowledge/sources', query: { chatbot_id: 'B1' } },
    ])
  })

  test('are entered in an empty workspace too', async () => {
    const client = await walkIn({})

    expect(client.asked[0]?.path).toBe(`/leads/${absentId('Uk4x9Qw2Lz')}`)
  })
})
