import { describe, expect, test } from 'vitest'
import type { Asked, Reply } from '../http/testing/fake-client.ts'
import { TransportError } from '../http/transport.ts'
import type { Verdict } from '../judge/verdict.ts'
import { TOY_API, type ToyContext } from '../testing/toy-api.ts'
import { caseOf, discoveryOf, exchangeOf, fakeClient, runCase, sessionOf } from '../testing/toy-run.ts'
import { execute } from './execute.ts'

const asksStatus = async ({ ask, expect: must }: ToyContext): Promise<void> =>
  must(await ask('GET', '/status')).toAnswer(200)

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
    ['no answer is an error', 'error', silent, 'GET /status: no answer within 20 ms'],
  ]

  test.each(table)('%s', async (_, verdict, reply, reason) => {
    const outcome = await runCase(sessionOf(fakeClient(reply)), asksStatus)

    expect(outcome.verdict).toBe(verdict)
    expect(outcome.reason).toBe(reason)
    expect(outcome.findings.map(({ requirement }) => requirement)).toEqual(
      verdict === 'failed' ? ['STATUS-1'] : [],
    )
  })

  test('a budget that is used up is inconclusive', async () => {
    const outcome = await runCase(sessionOf(fakeClient(() => ({}), 0)), asksStatus)

    expect(outcome).toMatchObject({ verdict: 'inconclusive', requests: 1, exchanges: [] })
    expect(outcome.reason).toMatch(/^Not sent: /)
  })

  test('what a case asked and had no answer to was not seen to hold, even where it does not look', async () => {
    const outcome = await runCase(
      sessionOf(fakeClient(silent)),
      async ({ ask }) => void (await ask('GET', '/status')),
    )

    expect(outcome).toMatchObject({ verdict: 'error', reason: 'GET /status: no answer within 20 ms' })
  })

  test('who spends a key does not mind a request that is lost', async () => {
    const outcome = await runCase(
      sessionOf(fakeClient(silent)),
      async ({ send }) => void (await send({ method: 'GET', path: '/status', key: 'exhaustible' })),
      { phase: 'spend' },
    )

    expect(outcome.verdict).toBe('passed')
  })

  test('a refusal with a wrong status leaves the rest of the case to be judged', async () => {
    const outcome = await runCase(
      sessionOf(fakeClient(() => ({ status: 422 }))),
      async ({ ask, expect: must }) =>
        must(await ask('GET', '/status')).toRefuse([400], { requirement: 'R-01' }),
    )

    expect(outcome).toMatchObject({ verdict: 'failed', whole: true, findings: [{ requirement: 'R-01' }] })
  })

  test('one violation hides no other of its case', async () => {
    const outcome = await runCase(sessionOf(), async ({ ask, expect: must }) => {
      const status = await ask('GET', '/status')
      must(status).toSatisfy(false, 'a name', 'none', { requirement: 'R-01' })
      must(status).toShow('up', true, { requirement: 'R-02' })
      must(status).toRefuse([401], { requirement: 'R-03' })
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

describe('a case that fails is run again', () => {
  test('and holds then: what was seen once accuses nobody', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), asksStatus)

    expect(outcome).toMatchObject({ verdict: 'passed', findings: [], once: [{ status: 500 }], requests: 2 })
    expect(outcome.exchanges).toEqual([1, 2])
  })

  test('and fails again: it is violated', async () => {
    const outcome = await runCase(sessionOf(fakeClient(() => ({ status: 500 }))), asksStatus)

    expect(outcome).toMatchObject({ verdict: 'failed', once: [], requests: 2, exchanges: [1, 2] })
    expect(outcome.findings.map(({ exchanges }) => exchanges)).toEqual([[1]])
  })

  test('what only one of the runs found stands beside what both found', async () => {
    const client = fakeClient(({ path }, count) => ({ status: path === '/books' || count <= 2 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), async ({ ask, expect: must, each }) => {
      await each(['/status', '/books'].entries(), async ([index, path]) => {
        must(await ask('GET', path)).toAnswer(200, { requirement: `R-0${index}` })
      })
    })

    expect(outcome.findings.map(({ requirement }) => requirement)).toEqual(['R-01'])
    expect(outcome.once?.map(({ requirement }) => requirement)).toEqual(['R-00'])
  })

  test('and fails otherwise: nothing was seen twice', async () => {
    let run = 0
    const outcome = await runCase(sessionOf(), async ({ ask, expect: must }) => {
      run += 1
      must(await ask('GET', '/status')).toRefuse([400], { requirement: `R-0${run}` })
    })

    expect(outcome).toMatchObject({ verdict: 'inconclusive', findings: [], once: [{ requirement: 'R-01' }] })
  })

  test('from the start, with new marks: it writes once more', async () => {
    const client = fakeClient(({ method }) => ({ status: method === 'GET' ? 404 : 200 }))
    await runCase(
      sessionOf(client),
      async ({ ask, expect: must, mark }) => {
        await ask('POST', '/books', { title: mark() })
        must(await ask('GET', '/books')).toAnswer(200)
      },
      { phase: 'write' },
    )

    expect(client.asked.map(({ method, body }) => [method, Object(body).title])).toEqual([
      ['POST', 'cac-test-1'],
      ['GET', undefined],
      ['POST', 'cac-test-2'],
      ['GET', undefined],
    ])
  })

  test('not where it spends a key: there is nothing left to spend', async () => {
    const client = fakeClient(() => ({ status: 500 }))
    const session = sessionOf(client, { api: { ...TOY_API, meet: () => ({ met: true, world: {} }) } })
    const outcome = await runCase(session, asksStatus, { phase: 'spend', needs: ['exhaustibleKey'] })

    expect(outcome).toMatchObject({ verdict: 'failed', requests: 1 })
  })

  test('without an answer: what a single answer showed stands, what two answers showed does not', async () => {
    const limited = fakeClient((_, count) => ({ status: count === 1 ? 500 : 429 }))
    const poor = fakeClient((_, count) => ({ status: 200, body: { count } }), 2)
    const compares = await runCase(sessionOf(poor), async ({ ask, expect: must }) => {
      const [one, other] = [await ask('GET', '/books'), await ask('GET', '/status')]
      must(other).toSatisfy(false, 'as many as before', 'one more', { also: [one] })
    })

    expect(await runCase(sessionOf(limited), asksStatus)).toMatchObject({
      verdict: 'failed',
      findings: [{ status: 500 }],
    })
    expect(compares).toMatchObject({
      verdict: 'inconclusive',
      reasonKind: 'budget',
      findings: [],
      once: [{}],
    })
  })
})

describe('what was fetched once', () => {
  test('serves every reading case, and costs one request', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    const outcomes = await Promise.all([runCase(session, asksStatus), runCase(session, asksStatus)])

    expect(client.asked).toHaveLength(1)
    expect(outcomes.map(({ requests }) => requests)).toEqual([1, 0])
    expect(outcomes.map(({ exchanges }) => exchanges)).toEqual([[1], [1]])
  })

  test('does not serve a writing case, who looks at what it changed', async () => {
    const client = fakeClient(() => ({}))
    const session = sessionOf(client)
    await runCase(session, asksStatus)
    await runCase(session, asksStatus, { phase: 'write' })

    expect(client.asked).toHaveLength(2)
  })

  test('does not serve who asks with headers of his own', async () => {
    const client = fakeClient(() => ({}))
    await runCase(sessionOf(client), async ({ ask, send }) => {
      const spec = {
        method: 'GET',
        path: '/status',
        key: 'main',
        headers: [['Cache-Control', 'no-cache']],
      } as const
      await ask('GET', '/status')
      await send(spec)
      await send(spec)
    })

    expect(client.asked).toHaveLength(3)
  })

  test('is not confused with what another key sees', async () => {
    const client = fakeClient(() => ({}))
    const credentials = [
      { key: 'main' },
      { key: 'other' },
      { key: 'none' },
      { authorization: 'Basic x' },
    ] as const
    await runCase(sessionOf(client), async ({ send }) => {
      await Promise.all(credentials.map((one) => send({ method: 'GET', path: '/status', ...one })))
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
    const mark = async (ctx: ToyContext): Promise<void> => {
      marks.push(ctx.mark(), ctx.mark())
      await Promise.resolve()
    }
    await runCase(session, mark)
    await runCase(session, mark)

    expect(marks).toEqual(['cac-test-1', 'cac-test-2', 'cac-test-3', 'cac-test-4'])
  })

  test('observations are kept with the answers that show them', async () => {
    const session = sessionOf()
    await runCase(session, async ({ ask, observe }) => {
      observe('OPEN-1', 'as they came', await ask('GET', '/books'), await ask('GET', '/status'))
    })

    expect(session.observed).toEqual([{ requirement: 'OPEN-1', text: 'as they came', exchanges: [1, 2] }])
  })

  test('what is sent with the key to be exhausted goes through a client of its own', async () => {
    const [client, spender] = [fakeClient(() => ({})), fakeClient(() => ({}))]
    const spec = { method: 'GET', path: '/status', key: 'exhaustible' } as const
    const definition = caseOf(async ({ send }) => void (await send(spec)), { phase: 'spend' })
    await execute(definition, sessionOf(client, { spender }))

    expect([client.asked.length, spender.asked.length]).toEqual([0, 1])
  })
})

describe('a case that is not run', () => {
  test('says what is missing', async () => {
    const outcome = await runCase(sessionOf(), asksStatus, { needs: ['book'] })

    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs a book on the shelf',
      requests: 0,
    })
  })

  test('for want of a list that did not come is an error, and names the request', async () => {
    const failure = { kind: 'timeout', message: 'no answer within 20 ms' } as const
    const session = sessionOf(undefined, {
      discovery: discoveryOf({ shelf: exchangeOf(undefined, { path: '/books', failure }) }),
    })
    const outcome = await runCase(session, asksStatus, { needs: ['book'] })

    expect(outcome).toMatchObject({ verdict: 'error', reason: 'GET /books: no answer within 20 ms' })
  })

  test('for want of something readable says so: the shelf may have it', async () => {
    const session = sessionOf(undefined, {
      discovery: discoveryOf({ shelf: exchangeOf({ books: [{ titel: 'Emma' }] }, { path: '/books' }) }),
    })

    expect(await runCase(session, asksStatus, { needs: ['book'] })).toMatchObject({
      verdict: 'inconclusive',
      reasonKind: 'premise-broken',
      reason: 'GET /books has books, but none with a title',
    })
  })

  test('because the run was ended says so', async () => {
    const session = sessionOf(undefined, { ended: () => 'the target was lost' })

    expect(await runCase(session, asksStatus)).toMatchObject({
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

    expect(await runCase(ending(429), asksStatus)).toMatchObject({ verdict: 'error', reason: 'interrupted' })
    expect(await runCase(ending(500), asksStatus, { phase: 'write' })).toMatchObject({ verdict: 'failed' })
  })

  test('in time is given up', async () => {
    const session = sessionOf(undefined, { overdue: Promise.resolve() })
    const outcome = await runCase(session, () => new Promise(() => {}))

    expect(outcome).toMatchObject({ verdict: 'error', reason: 'the case had not ended when the run was' })
  })
})
