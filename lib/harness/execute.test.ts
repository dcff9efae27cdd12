import { describe, expect, test } from 'vitest'
import type { Context } from '../api/case.ts'
import type { Discovery } from '../api/discovery.ts'
import { answerOf, discoveryOf } from '../api/testing/answers.ts'
import type { Asked, Reaction, Reply } from '../api/testing/fake-client.ts'
import { fakeClient } from '../api/testing/fake-client.ts'
import { caseOf, runCase, sessionOf } from '../api/testing/run-case.ts'
import { page } from '../api/testing/tables.ts'
import { TransportError } from '../http/transport.ts'
import type { Verdict } from '../judge/verdict.ts'
import { execute } from './execute.ts'
import { Memo } from './memo.ts'

const asksMe = async ({ api, expect: must }: Context): Promise<void> => must(await api.me()).toAnswer(200)

const silent = (): never => {
  throw new TransportError('timeout', 'no answer within 20 ms')
}

describe('a verdict', () => {
  const table: readonly [string, Verdict, (asked: Asked) => Reply, string | undefined][] = [
    ['what was expected is passed', 'passed', () => ({ status: 200 }), undefined],
    ['what was not expected is failed', 'failed', () => ({ status: 500 }), undefined],
    [
      'a spent key leaves nothing to judge',
      'inconclusive',
      () => ({ status: 429 }),
      'the key got 429: its allowance is spent',
    ],
    ['no answer is an error', 'error', silent, 'GET /me: no answer within 20 ms'],
  ]

  test.each(table)('%s', async (_, verdict, reply, reason) => {
    const outcome = await runCase(sessionOf(fakeClient(reply)), asksMe)

    expect(outcome).toMatchObject({ verdict, flaky: false })
    expect(outcome.reason).toBe(reason)
    expect(outcome.findings.map(({ requirement }) => requirement)).toEqual(
      verdict === 'failed' ? ['GET-ME-01'] : [],
    )
  })

  test('a budget that is used up is inconclusive', async () => {
    const outcome = await runCase(sessionOf(fakeClient(() => ({}), 0)), asksMe)

    expect(outcome).toMatchObject({ verdict: 'inconclusive', requests: 1, exchanges: [] })
    expect(outcome.reason).toMatch(/^Not sent: /)
  })

  test('what a case asked and had no answer to was not seen to hold, even where it does not look', async () => {
    const outcome = await runCase(sessionOf(fakeClient(silent)), async ({ api }) => void (await api.me()))

    expect(outcome).toMatchObject({ verdict: 'error', reason: 'GET /me: no answer within 20 ms' })
  })

  test('who spends a key does not mind a request that is lost', async () => {
    const outcome = await runCase(
      sessionOf(fakeClient(silent)),
      async ({ spender }) => void (await spender.me()),
      { phase: 'spend' },
    )

    expect(outcome.verdict).toBe('passed')
  })

  test('a refusal with a wrong status leaves the rest of the case to be judged', async () => {
    const outcome = await runCase(
      sessionOf(fakeClient(() => ({ status: 422 }))),
      async ({ api, expect: must }) => must(await api.me()).toRefuse([400], { requirement: 'R-01' }),
    )

    expect(outcome).toMatchObject({ verdict: 'failed', whole: true, findings: [{ requirement: 'R-01' }] })
  })

  test('one violation hides no other of its case', async () => {
    const outcome = await runCase(sessionOf(), async ({ api, expect: must }) => {
      const me = await api.me()
      must(me).toSatisfy(false, 'a name', 'none', { requirement: 'R-01' })
      must(me).toShow('team_name', 'Acme', { requirement: 'R-02' })
      must(me).toRefuse([401], { requirement: 'R-03' })
    })

    expect(outcome).toMatchObject({ verdict: 'failed', whole: true })
    expect(outcome.findings.map(({ requirement }) => requirement)).toEqual(['R-01', 'R-02', 'R-03'])
  })

  test('what a case throws by mistake is a fault of the tool, with its place', async () => {
    const outcome = await runCase(sessionOf(), () => Promise.reject(new TypeError('oops')))

    expect(outcome.verdict).toBe('error')
    expect(outcome.reason).toMatch(/^fault of the tool: TypeError: oops\n {4}at /)
  })

  test('a case can say itself that it cannot be judged', async () => {
    const outcome = await runCase(sessionOf(), ({ inconclusive }) => inconclusive('needs two items'))

    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: 'needs two items', findings: [] })
  })
})

describe('a reading case', () => {
  test('that fails once and holds when it is tried again is flaky, and not failed', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), asksMe)

    expect(outcome).toMatchObject({ verdict: 'passed', flaky: true, findings: [], requests: 2 })
    expect(outcome.exchanges).toEqual([1, 2])
  })

  test('that fails twice is failed, with what both tries looked at', async () => {
    const outcome = await runCase(sessionOf(fakeClient(() => ({ status: 500 }))), asksMe)

    expect(outcome).toMatchObject({ verdict: 'failed', flaky: false, requests: 2, exchanges: [1, 2] })
    expect(outcome.findings).toHaveLength(1)
    expect(outcome.findings[0]?.exchanges).toEqual([1])
  })

  test('reports only what is found twice', async () => {
    const client = fakeClient(({ path }, count) => ({ status: path === '/leads' || count <= 2 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), async ({ api, expect: must, each }) => {
      const asks = [() => api.me(), () => api.leads()] as const
      await each(asks.entries(), async ([index, ask]) => {
        must(await ask()).toAnswer(200, { requirement: `R-0${index}` })
      })
    })

    expect(outcome.findings.map(({ requirement }) => requirement)).toEqual(['R-01'])
  })

  test('that could not be asked again keeps what it found', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 429 }))

    expect(await runCase(sessionOf(client), asksMe)).toMatchObject({
      verdict: 'failed',
      flaky: false,
      findings: [{ status: 500 }],
    })
  })
})

describe('a case that writes looks again', () => {
  test('at what it read, as another case may have written before', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), asksMe, { phase: 'write' })

    expect(outcome).toMatchObject({ verdict: 'passed', flaky: true, requests: 2 })
  })

  test('at nothing where a write is at fault', async () => {
    const client = fakeClient(() => ({ status: 500 }))
    const outcome = await runCase(
      sessionOf(client),
      async ({ api, expect: must }) => must(await api.createLead({})).toAnswer(200),
      { phase: 'write' },
    )

    expect(outcome).toMatchObject({ verdict: 'failed', requests: 1 })
  })
})

describe('a case that writes, on a replica that lags', () => {
  /** Tags a conversation twice, with marks of its own, and reads it after each time. */
  const tagsTwice: Parameters<typeof runCase>[1] = async ({ api, expect: must, mark }) => {
    for (let times = 0; times < 2; times++) {
      const tags = [mark()]
      await api.patchConversation('c1', { tags })
      must(await api.conversation('c1')).toShow('tags', tags)
    }
  }

  /** A service that shows an update after so many reads. */
  const lagging = (reads: number): Reaction => {
    let [tags, shown, left]: [unknown, unknown, number] = [[], [], 0]
    return ({ method, body }) => {
      if (method === 'PATCH') [tags, left] = [Object(body).tags, reads]
      else if (left-- <= 0) shown = tags
      return { body: { data: { id: 'c1', tags: method === 'PATCH' ? tags : shown } } }
    }
  }

  test('reads again, and writes nothing twice', async () => {
    const client = fakeClient(lagging(1))
    const outcome = await runCase(sessionOf(client), tagsTwice, { phase: 'write' })

    expect(outcome).toMatchObject({ verdict: 'passed', flaky: true })
    expect(client.asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
  })

  test('reports what does not come', async () => {
    const client = fakeClient(lagging(1000))
    const outcome = await runCase(sessionOf(client), tagsTwice, { phase: 'write' })

    expect(outcome.verdict).toBe('failed')
    expect(client.asked.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'GET'])
  })
})

describe('a case that writes and found a read wrong', () => {
  test('restores what it changed, though it writes nothing further', async () => {
    const client = fakeClient(({ method }) => ({ status: method === 'GET' ? 500 : 200 }))
    const session = sessionOf(client)
    await runCase(
      session,
      async ({ api, expect: must, keep }) => {
        keep.restore('tags', async () => {
          await api.patchConversation('c1', { tags: ['before'] })
          return undefined
        })
        must(await api.conversation('c1')).toSatisfy(false, 'tags', 'none')
        await api.patchConversation('c1', { tags: ['further'] })
      },
      { phase: 'write' },
    )
    await session.footprint.undo()

    expect(client.asked.map(({ method, body }) => [method, Object(body).tags])).toEqual([
      ['GET', undefined],
      ['GET', undefined],
      ['PATCH', ['before']],
    ])
  })
})

describe('what was fetched once', () => {
  test('serves every reading case, and costs one request', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    const outcomes = await Promise.all([runCase(session, asksMe), runCase(session, asksMe)])

    expect(client.asked).toHaveLength(1)
    expect(outcomes.map(({ requests }) => requests)).toEqual([1, 0])
    expect(outcomes.map(({ exchanges }) => exchanges)).toEqual([[1], [1]])
  })

  test('does not serve a writing case, who looks at what it changed', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    await runCase(session, asksMe)
    await runCase(session, asksMe, { phase: 'write' })

    expect(client.asked).toHaveLength(2)
  })

  test('does not serve who asks with headers of his own', async () => {
    const client = fakeClient(() => ({}))
    await runCase(sessionOf(client), async ({ api }) => {
      const spec = { method: 'GET', path: '/me', headers: [['Cache-Control', 'no-cache']] } as const
      await api.me()
      await api.request(spec)
      await api.request(spec)
    })

    expect(client.asked).toHaveLength(3)
  })

  test('is not confused with what another key sees', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client, { memo: new Memo() })
    await runCase(session, async ({ api, stranger, anonymous, imposter }) => {
      await Promise.all([api, stranger, anonymous, imposter('Basic x')].map((actor) => actor.me()))
    })

    expect(client.asked.map(({ authorization }) => authorization).sort()).toEqual([
      '',
      'Basic x',
      'Bearer key-main-1',
      'Bearer key-other-1',
    ])
  })
})

describe('what a case gets', () => {
  test('marks are new at each call, and belong to the run', async () => {
    const session = sessionOf()
    const marks: string[] = []
    const mark = async (ctx: Context): Promise<void> => {
      marks.push(ctx.mark(), ctx.mark())
      await Promise.resolve()
    }
    await runCase(session, mark)
    await runCase(session, mark)

    expect(marks).toEqual(['cac-test-1', 'cac-test-2', 'cac-test-3', 'cac-test-4'])
  })

  test('the bystander is the stranger where there is one', async () => {
    const labels: string[] = []
    const look = async ({ bystander }: Context): Promise<void> => {
      labels.push(bystander.label)
      await Promise.resolve()
    }
    await runCase(sessionOf(), look)
    await runCase(
      sessionOf(
        fakeClient(() => ({})),
        { discovery: discoveryOf({}, {}) },
      ),
      look,
    )

    expect(labels).toEqual(['main', 'other'])
  })

  test('observations are kept with the answers that show them', async () => {
    const session = sessionOf(fakeClient(() => page([])))
    await runCase(session, async ({ api, observe }) => {
      observe('OPEN-01', 'limit 50', await api.leads(), await api.bookings())
    })

    expect(session.observed).toEqual([{ requirement: 'OPEN-01', text: 'limit 50', exchanges: [1, 2] }])
  })

  test('what the spender asks goes through a client of its own', async () => {
    const [client, spender] = [fakeClient(() => ({})), fakeClient(() => ({}))]
    const definition = caseOf(async ({ spender: actor }) => void (await actor.me()), { phase: 'spend' })
    await execute(definition, sessionOf(client, { spender }))

    expect([client.asked.length, spender.asked.length]).toEqual([0, 1])
  })
})

const readsMe = async ({ api, expect: must }: Context): Promise<void> => must(await api.me()).toAnswer(200)

describe('a case that is not run', () => {
  test('says what is missing', async () => {
    const outcome = await runCase(sessionOf(), readsMe, { needs: ['lead', 'otherKey'] })

    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs a workspace with a lead, and a key of a second workspace (CONFORMANCE_OTHER_API_KEY)',
      requests: 0,
    })
  })

  test('for want of a list that did not come is an error, and names the request', async () => {
    const { main, capabilities } = discoveryOf({})
    const failure = { kind: 'timeout', message: 'no answer within 20 ms' } as const
    const lists = { ...main.lists, 'GET /leads': answerOf(undefined, { path: '/leads', failure }) }
    const discovery: Discovery = { main: { ...main, lists }, capabilities }
    const session = sessionOf(
      fakeClient(() => ({})),
      { discovery },
    )
    const outcome = await runCase(session, readsMe, { needs: ['lead'] })

    expect(outcome).toMatchObject({
      verdict: 'error',
      reason: 'GET /leads: no answer within 20 ms',
    })
  })

  test('for want of an id in what was listed says so: the workspace lacks nothing', async () => {
    const session = sessionOf(
      fakeClient(() => ({})),
      { discovery: discoveryOf({ 'GET /leads': [{ id: 5 }] }) },
    )

    expect(await runCase(session, readsMe, { needs: ['lead'] })).toMatchObject({
      verdict: 'inconclusive',
      reasonKind: 'premise-broken',
      reason: 'GET /leads has items, but none with an id that is a string',
    })
  })

  test('because the run was ended says so', async () => {
    const session = sessionOf(
      fakeClient(() => ({})),
      { ended: () => 'the target was lost' },
    )

    expect(await runCase(session, readsMe)).toMatchObject({
      verdict: 'error',
      reason: 'interrupted: the target was lost',
    })
  })

  test('to its end because the run was ended meanwhile says so too, but keeps what it found', async () => {
    let ended: string | undefined
    const ending = (status: number): Parameters<typeof runCase>[0] => {
      ended = undefined
      const client = fakeClient(() => {
        ended = 'interrupted'
        return { status }
      })
      return sessionOf(client, { ended: () => ended })
    }

    expect(await runCase(ending(429), readsMe)).toMatchObject({ verdict: 'error', reason: 'interrupted' })
    expect(await runCase(ending(500), readsMe, { phase: 'write' })).toMatchObject({ verdict: 'failed' })
  })

  test('in time is given up', async () => {
    const session = sessionOf(
      fakeClient(() => ({})),
      { overdue: Promise.resolve() },
    )
    const outcome = await runCase(session, () => new Promise(() => {}))

    expect(outcome).toMatchObject({ verdict: 'error', reason: 'the case had not ended when the run was' })
  })
})
