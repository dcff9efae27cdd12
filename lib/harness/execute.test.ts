import { describe, expect, test } from 'vitest'
import type { Asked, Reaction, Reply } from '../http/testing/fake-client.ts'
import { TransportError } from '../http/transport.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { ToyContext } from '../testing/toy-api.ts'
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

    expect(outcome).toMatchObject({ verdict, flaky: false })
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

describe('a reading case', () => {
  test('that fails once and holds when it is tried again is flaky, and not failed', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), asksStatus)

    expect(outcome).toMatchObject({ verdict: 'passed', flaky: true, findings: [], requests: 2 })
    expect(outcome.exchanges).toEqual([1, 2])
  })

  test('that fails twice is failed, with what both tries looked at', async () => {
    const outcome = await runCase(sessionOf(fakeClient(() => ({ status: 500 }))), asksStatus)

    expect(outcome).toMatchObject({ verdict: 'failed', flaky: false, requests: 2, exchanges: [1, 2] })
    expect(outcome.findings).toHaveLength(1)
    expect(outcome.findings[0]?.exchanges).toEqual([1])
  })

  test('reports only what is found twice', async () => {
    const client = fakeClient(({ path }, count) => ({ status: path === '/books' || count <= 2 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), async ({ ask, expect: must, each }) => {
      await each(['/status', '/books'].entries(), async ([index, path]) => {
        must(await ask('GET', path)).toAnswer(200, { requirement: `R-0${index}` })
      })
    })

    expect(outcome.findings.map(({ requirement }) => requirement)).toEqual(['R-01'])
  })

  test('that could not be asked again keeps what it found', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 429 }))

    expect(await runCase(sessionOf(client), asksStatus)).toMatchObject({
      verdict: 'failed',
      flaky: false,
      findings: [{ status: 500 }],
    })
  })

  test('that the budget does not let read again accuses by single answers, and not by two that differ', async () => {
    const client = fakeClient((_, count) => ({ status: 200, body: { count } }), 2)
    const compares = await runCase(sessionOf(client), async ({ ask, expect: must }) => {
      const [one, other] = [await ask('GET', '/books'), await ask('GET', '/status')]
      must(other).toSatisfy(false, 'as many as before', 'one more', { also: [one] })
    })
    const asks = await runCase(sessionOf(fakeClient(() => ({ status: 404 }), 1)), asksStatus)

    expect(compares).toMatchObject({ verdict: 'inconclusive', reasonKind: 'budget', findings: [] })
    expect(asks).toMatchObject({ verdict: 'failed', findings: [{ status: 404 }] })
  })
})

describe('a case that writes looks again', () => {
  test('at what it read, as another case may have written before', async () => {
    const client = fakeClient((_, count) => ({ status: count === 1 ? 500 : 200 }))
    const outcome = await runCase(sessionOf(client), asksStatus, { phase: 'write' })

    expect(outcome).toMatchObject({ verdict: 'passed', flaky: true, requests: 2 })
  })

  test('at nothing where a write is at fault', async () => {
    const client = fakeClient(() => ({ status: 500 }))
    const outcome = await runCase(
      sessionOf(client),
      async ({ ask, expect: must }) => must(await ask('POST', '/books', {})).toAnswer(200),
      { phase: 'write' },
    )

    expect(outcome).toMatchObject({ verdict: 'failed', requests: 1 })
  })
})

describe('a case that writes, on a replica that lags', () => {
  /** Adds two books, with marks of its own, and looks at the shelf after each. */
  const addsTwo: Parameters<typeof runCase>[1] = async ({ ask, expect: must, mark }) => {
    for (let times = 0; times < 2; times++) {
      const title = mark()
      await ask('POST', '/books', { title })
      must(await ask('GET', '/books')).toShow('newest', title)
    }
  }

  /** A service that shows a new book after so many reads. */
  const lagging = (reads: number): Reaction => {
    let [title, newest, left]: [unknown, unknown, number] = ['', '', 0]
    return ({ method, body }) => {
      if (method === 'POST') [title, left] = [Object(body).title, reads]
      else if (left-- <= 0) newest = title
      return { body: { newest } }
    }
  }

  test('reads again, and writes nothing twice', async () => {
    const client = fakeClient(lagging(1))
    const outcome = await runCase(sessionOf(client), addsTwo, { phase: 'write' })

    expect(outcome).toMatchObject({ verdict: 'passed', flaky: true })
    expect(client.asked.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  test('reports what does not come', async () => {
    const client = fakeClient(lagging(1000))
    const outcome = await runCase(sessionOf(client), addsTwo, { phase: 'write' })

    expect(outcome.verdict).toBe('failed')
    expect(client.asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
  })

  test('accuses nobody of what the budget does not let it read again', async () => {
    const outcome = await runCase(sessionOf(fakeClient(lagging(1), 2)), addsTwo, { phase: 'write' })

    expect(outcome).toMatchObject({ verdict: 'inconclusive', reasonKind: 'budget', findings: [] })
  })
})

describe('a case that writes and found a read wrong', () => {
  test('restores what it changed, though it writes nothing further', async () => {
    const client = fakeClient(({ method }) => ({ status: method === 'GET' ? 500 : 200 }))
    const session = sessionOf(client)
    await runCase(
      session,
      async ({ ask, expect: must, keep }) => {
        keep.restore('the shelf', async () => {
          await ask('POST', '/books', { title: 'before' })
          return undefined
        })
        must(await ask('GET', '/books')).toSatisfy(false, 'a book', 'none')
        await ask('POST', '/books', { title: 'further' })
      },
      { phase: 'write' },
    )
    await session.footprint.undo()

    expect(client.asked.map(({ method, body }) => [method, Object(body).title])).toEqual([
      ['GET', undefined],
      ['GET', undefined],
      ['POST', 'before'],
    ])
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
