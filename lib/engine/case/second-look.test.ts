import type { Finding } from '../judge/finding.ts'
import { judged } from '../judge/testing/findings.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { describe, expect, test } from 'vitest'
import { TransportError } from '../http/transport.ts'
import type { Context } from './context.ts'
import { fakeClient, type FakeClient } from './testing/fake-client.ts'
import { schedule } from './schedule.ts'
import type { Session } from './session.ts'
import type { CaseDefinition, Phase } from './suite.ts'
import { caseOf, runCase, sessionOf } from './testing/run-case.ts'

const asksMe = async ({ api, expect: must }: Context): Promise<void> => must(await api.me()).toAnswer(200)

const answering = (...statuses: readonly number[]): FakeClient =>
  fakeClient((_, count) => ({ status: statuses[Math.min(count, statuses.length) - 1] }))

const silent = fakeClient(() => {
  throw new TransportError('timeout', 'no answer within 20 ms')
})

/** The findings of a session's cases: the certain ones, and those that were seen once. */
const foundIn = ({ found }: Session): Record<'certain' | 'doubtful', string[]> => {
  const ids = (findings: readonly Finding[]): string[] => findings.map(({ requirement }) => requirement)
  return { certain: ids(found.certain), doubtful: ids(found.doubtful) }
}

describe('a verdict', () => {
  test.each([
    [
      'a spent key leaves nothing to judge',
      answering(429),
      { verdict: 'inconclusive', reasonKind: 'rate-limited' },
    ],
    ['no answer is an error', silent, { verdict: 'error', reason: 'GET /me: no answer within 20 ms' }],
    ['a spent budget is inconclusive', fakeClient(() => ({}), 0), { verdict: 'inconclusive', exchanges: [] }],
  ])('%s', async (_, client, outcome) => {
    expect(await runCase(sessionOf(client), asksMe)).toMatchObject(outcome)
  })

  test('one violation hides no other of its case', async () => {
    const session = sessionOf()
    await runCase(session, async ({ api, expect: must, each }) => {
      const me = await api.me()
      must(me).toShow('team_id', 'T', { requirement: 'ME-01' })
      must(me).toBeRefused([401], { requirement: 'AUTH-01' })
      await each([500, 200, 503], async (status) => {
        must(me).toAnswer(status, { requirement: `STATUS-0${status % 7}` })
      })
    })
    expect([...new Set(foundIn(session).certain)]).toEqual(['ME-01', 'AUTH-01', 'STATUS-03', 'STATUS-06'])
  })

  test('what a case throws by mistake is a fault of the tool, with its place', async () => {
    const outcome = await runCase(sessionOf(), () => Promise.reject(new TypeError('oops')))
    expect(outcome).toMatchObject({ verdict: 'error', reasonKind: 'tool-fault' })
    expect(outcome.reason).toMatch(/^fault of the tool: TypeError: oops\n {4}at /)
  })
})

describe('a case that fails is run again', () => {
  test('and holds then: what was seen once accuses nobody', async () => {
    const session = sessionOf(answering(500, 200))
    expect(await runCase(session, asksMe)).toMatchObject({
      verdict: 'passed',
      requests: 2,
      exchanges: [1, 2],
    })
    expect(foundIn(session)).toEqual({ certain: [], doubtful: ['GET-ME-01'] })
  })

  test('or that lost an answer: it is judged by its second run', async () => {
    const loses = fakeClient((_, count) => {
      if (count === 1) throw new TransportError('timeout', 'no answer within 20 ms')
      return {}
    })
    const updates = async ({ api, expect: must }: Context): Promise<void> =>
      must(await api.patchConversation('c1', {})).toAnswer(200)
    expect(await runCase(sessionOf(loses), updates)).toMatchObject({ verdict: 'passed', requests: 2 })
  })

  test('and finds something of it again: that alone is violated', async () => {
    const client = fakeClient(({ path }, count) => ({ status: path === '/leads' || count <= 2 ? 500 : 200 }))
    const session = sessionOf(client)
    await runCase(session, ({ api, expect: must, each }) =>
      each(['/me', '/leads'], async (path) => {
        must(await api.get(path)).toAnswer(200, { requirement: `${path}-01` })
      }),
    )
    expect(foundIn(session)).toEqual({ certain: ['/leads-01', '/leads-01'], doubtful: ['/me-01'] })
  })

  test('and fails otherwise: nothing was seen twice', async () => {
    let run = 0
    const session = sessionOf()
    const outcome = await runCase(session, async ({ api, expect: must }) => {
      run += 1
      must(await api.me()).toSatisfy(false, 'this', 'that', { requirement: `R-0${run}` })
    })
    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: 'two runs found different things' })
    expect(foundIn(session)).toEqual({ certain: [], doubtful: ['R-01', 'R-02'] })
  })

  test('and two of its requests meet a server error, one each time: any request may', async () => {
    const session = sessionOf(answering(502, 200, 200, 502))
    await runCase(session, async ({ api, expect: must }) => {
      for (const sent of ['a flag', 'a text']) {
        const answer = await api.patchConversation('c1', { sent })
        const { status = 0 } = answer
        must(answer).toSatisfy(status < 500, `no server error for ${sent}`, 'one', { status })
      }
    })
    expect(foundIn(session).certain).toEqual([])
  })

  test.each([
    ['the first run', [500, 200], 1],
    ['the second run', [403, 500], 2],
  ])('but not for what an answer in %s proves: that is violated', async (_, statuses, requests) => {
    const session = sessionOf(answering(...statuses))
    const outcome = await runCase(session, async ({ api, expect: must }) => {
      const me = await api.me()
      must(me).toHaveStatus([200, 500])
      must(me).toSatisfy(me.status !== 500, 'one', 'two', { requirement: 'R-02', proof: true })
    })
    expect(outcome).toMatchObject({ verdict: 'failed', requests })
    expect(foundIn(session).certain).toEqual(['R-02'])
  })

  test('from the start, with new marks', async () => {
    const client = fakeClient(({ method }) => ({ status: method === 'GET' ? 403 : 200 }))
    await runCase(
      sessionOf(client),
      async ({ api, expect: must, mark }) => {
        await api.createLead({ name: mark() })
        must(await api.leads()).toAnswer(200)
      },
      { phase: 'write' },
    )
    expect(client.asked.map(({ body }) => Object(body).name)).toEqual([
      'cac-test-1',
      undefined,
      'cac-test-2',
      undefined,
    ])
  })

  test('for what an oracle found in one of its answers', async () => {
    const session = sessionOf()
    session.found.add({
      finding: judged('X-01', { exchanges: [1], proof: undefined }),
      pass: 1,
      asked: 'GET /me',
    })
    expect(await runCase(session, asksMe)).toMatchObject({ verdict: 'passed', requests: 2 })
  })

  test('but not if another case has shown the same', async () => {
    const session = sessionOf(answering(500))
    await runCase(session, asksMe)
    expect(await runCase(session, asksMe, { phase: 'write' })).toMatchObject({
      verdict: 'failed',
      requests: 1,
    })
  })

  test('and those of a phase that found the same are run again once', async () => {
    const client = answering(500)
    const cases = ['one', 'other'].map((title) => caseOf(asksMe, { title, phase: 'write' }))
    const outcomes = await schedule(cases, sessionOf(client))
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['failed', 'failed'])
    expect(client.asked).toHaveLength(3)
  })
})

describe('where requests are short', () => {
  test('cases that have not run yet go first, and second runs come last', async () => {
    const order: string[] = []
    const named = (title: string, phase: Phase): CaseDefinition =>
      caseOf(
        async (ctx) => {
          order.push(title)
          await asksMe(ctx)
        },
        { title, phase, requirements: [`${title}-01`] },
      )
    const cases = [named('read', 'read'), named('write', 'write'), named('review', 'review')]
    const client = answering(500)
    await schedule(cases, sessionOf(client, { left: () => 4 - client.asked.length }))
    expect(order).toEqual(['read', 'read', 'write', 'review', 'write', 'review'])
    order.length = 0
    const poor = answering(500)
    await schedule(cases, sessionOf(poor, { left: () => 2 - poor.asked.length }))
    expect(order).toEqual(['read', 'write', 'review', 'read', 'write', 'review'])
  })

  test('what was seen once is not taken for a violation', async () => {
    const client = fakeClient(() => ({ status: 500 }), 1)
    expect(await runCase(sessionOf(client), asksMe)).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('what was fetched once', () => {
  test('serves every reading case, and costs one request', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    const outcomes = await Promise.all([runCase(session, asksMe), runCase(session, asksMe)])
    expect(client.asked).toHaveLength(1)
    expect(outcomes.map(({ requests, exchanges }) => [requests, exchanges])).toEqual([
      [1, [1]],
      [0, [1]],
    ])
  })

  test('is sent by a case that counts, though known, and serves the cases after it', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    for (const phase of ['first', 'first', 'read'] as const) await runCase(session, asksMe, { phase })
    expect(client.asked).toHaveLength(2)
  })

  test('serves no writing case, no other caller, and nobody who asks afresh', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    await runCase(session, asksMe)
    await runCase(session, asksMe, { phase: 'write' })
    await runCase(session, async ({ api, stranger, anonymous, imposter }) => {
      for (const actor of [api.afresh(), stranger, anonymous, imposter({ value: 'Basic x' })])
        await actor.me()
    })
    expect(client.asked).toHaveLength(6)
  })
})

describe('a case that is not run, or not to its end', () => {
  test('says what is missing', async () => {
    expect(await runCase(sessionOf(), asksMe, { needs: ['lead'] })).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs a workspace with a lead',
      requests: 0,
    })
  })

  test('says that the run was ended', async () => {
    const ended = (status: number): ReturnType<typeof sessionOf> => {
      const client = answering(status)
      const now = { reason: 'interrupted', kind: 'interrupted' } as const
      return sessionOf(client, { ended: () => (client.asked.length > 0 ? now : undefined) })
    }
    const over = (reason: string, kind: ReasonKind): ReturnType<typeof sessionOf> =>
      sessionOf(undefined, { ended: () => ({ reason, kind }) })
    expect(await runCase(over('the target was lost', 'connection'), asksMe)).toMatchObject({
      verdict: 'error',
      reason: 'interrupted: the target was lost',
    })
    expect(await runCase(over('stopped after 1 violation (--bail)', 'stopped'), asksMe)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the run stopped after 1 violation (--bail)',
    })
    expect(await runCase(ended(429), asksMe)).toMatchObject({ verdict: 'error', reason: 'interrupted' })
    expect(await runCase(ended(500), asksMe)).toMatchObject({ verdict: 'error', reason: 'interrupted' })
  })

  test('is given up some time after the end of the run', async () => {
    const session = sessionOf(undefined, { overdue: Promise.resolve() })
    const outcome = await runCase(session, () => new Promise(() => {}))
    expect(outcome).toMatchObject({ verdict: 'error', reason: 'the case had not ended when the run was' })
  })
})
