import { type Given, jsonExchange } from './testing/exchange.ts'
import { describe, expect, test } from 'vitest'
import type { Exchange, HeaderLine, TransportFailure } from './exchange.ts'
import { type Client, createClient } from './client.ts'
import { Ledger } from './ledger.ts'
import { Patience } from './patience.ts'
import { type Deferred, deferred } from '../util/testing/deferred.ts'
import { Turns, Recovery, resending } from './resend.ts'
import { simulatedClock } from './testing/clock.ts'
import { type Transport, TransportError, type WireResponse } from './transport.ts'

interface Ended extends Omit<Given, 'failure'> {
  readonly failure?: TransportFailure['kind']
}

const end = ({ failure, ...given }: Ended): Exchange =>
  jsonExchange(
    {},
    { path: '/me', ...given, failure: failure && { kind: failure, message: failure } },
    () => undefined,
  )

const gateway = (status: number, rest: Ended = {}): Exchange => end({ status, gateway: true, ...rest })
const good = (rest: Ended = {}): Exchange =>
  end({ status: 200, headers: [['X-RateLimit-Remaining', '900']], ...rest })

const answers = (): Exchange => good()
const silence = (): Exchange => end({ failure: 'refused' })

interface Recovering {
  readonly recovery: Recovery
  readonly waited: () => number
  readonly news: string[]
}

/** Runs on a clock of its own; `probed` returns the response to each look at the service. */
function run(probed: (waited: number) => Exchange = answers): Recovering {
  const news: string[] = []
  const clock = simulatedClock()
  const recovery = new Recovery({
    patience: new Patience(clock, (reason) => news.push(reason)),
    probe: async () => probed(clock.now()),
    onGone: ({ failure }) => news.push(`gone: ${failure?.kind}`),
  })
  return { recovery, waited: clock.now, news }
}

/** The same, after the service has answered once. */
function up(probed?: (waited: number) => Exchange): Recovering {
  const one = run(probed)
  one.recovery.note(good())
  return one
}

/** How often a request is sent that ends the same way each time, and the final decision. */
async function sent(recovery: Recovery, exchange: Exchange): Promise<string> {
  for (let tries = 0; ; tries++) {
    await recovery.limiter.turn()
    recovery.note(exchange)
    const decision = await recovery.decide(exchange, tries)
    if (decision !== 'again' && decision !== 'alone') return `${tries + 1} ${decision}`
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const later = (seconds: string): readonly HeaderLine[] => [['Retry-After', seconds]]
const remaining = (left: string): readonly HeaderLine[] => [['X-RateLimit-Remaining', left]]

test.each<[string, Ended, get: string, patch: string, post: string]>([
  ['an idle connection that it closes', { status: 408 }, '4 stands', '4 stands', '4 stands'],
  ['no connection', { failure: 'refused' }, '4 stands', '4 stands', '4 stands'],
  ['a lost connection', { failure: 'reset' }, '4 stands', '4 stands', '1 swallowed'],
  ['no answer in time', { failure: 'timeout' }, '2 stands', '1 stands', '1 stands'],
  ['a 502 of a gateway', { status: 502, gateway: true }, '4 stands', '4 stands', '4 stands'],
  ['a 504 of a gateway', { status: 504, gateway: true }, '4 stands', '4 stands', '1 swallowed'],
  ['its own 503', { status: 503 }, '4 stands', '4 stands', '4 stands'],
  ['its own 500', { status: 500 }, '1 stands', '1 stands', '1 stands'],
  ['its own 429, nothing left', { status: 429, headers: remaining('0') }, '1 stands', '1 stands', '1 stands'],
])('%s is sent again as the method allows: GET, PATCH, POST', async (_, ended, ...expected) => {
  const ends = ['GET', 'PATCH', 'POST'].map((method) => sent(up().recovery, end({ ...ended, method })))

  expect(await Promise.all(ends)).toEqual(expected)
})

test.each<[string, Ended]>([
  ['a 503 of a gateway', { status: 503, gateway: true }],
  ['a 429 of a gateway', { status: 429, gateway: true }],
  ['its own 503 that is temporary', { status: 503, headers: later('1') }],
  ['its own 429, nothing left for a second', { status: 429, headers: [...remaining('0'), ...later('1')] }],
  ['its own 429, some left', { status: 429, headers: remaining('700') }],
])('%s is what a limiter may say, and waited for ten seconds whatever the method', async (_, ended) => {
  const { recovery, waited } = up()
  const refused = end({ ...ended, method: 'POST' })
  await sent(recovery, refused)
  const first = waited()

  expect(Math.round(first / 1000)).toBeGreaterThanOrEqual(10)
  expect(Math.round(first / 1000)).toBeLessThanOrEqual(13)
  // From then on it is known of this operation.
  expect([await sent(recovery, refused), waited()]).toEqual(['1 stands', first])
})

test('an operation that was sent again in vain is so once, until it answers', async () => {
  const { recovery } = up()
  const crash = end({ failure: 'reset', path: '/things' })
  const tries = [await sent(recovery, crash), await sent(recovery, crash)]
  recovery.note(good({ path: '/things' }))

  expect([...tries, await sent(recovery, crash)]).toEqual(['4 stands', '1 stands', '4 stands'])
})

describe('a service that is away', () => {
  test.each([
    ['refuses connections', end({ failure: 'refused', method: 'POST' })],
    ['loses connections', end({ failure: 'reset' })],
    ['is not reached by a gateway that hands nothing on', gateway(503, { method: 'POST' })],
  ])('and %s is waited for, and asked again when it is back', async (_, exchange) => {
    const { recovery, waited, news } = up((time) => (time < 5000 ? silence() : good()))

    expect([await recovery.decide(exchange, 0), waited(), new Set(news)]).toEqual([
      'again',
      5250,
      new Set(['the target, which does not answer']),
    ])
  })

  test('is waited for by all together, eleven seconds at most', async () => {
    const { recovery, waited, news } = up(silence)
    const all = ['/a', '/b', '/c'].map((path) => sent(recovery, end({ failure: 'refused', path })))

    expect(new Set(await Promise.all(all))).toEqual(new Set(['1 gone']))
    expect([waited(), news.at(-1)]).toEqual([11_250, 'gone: refused'])
  })
})

test.each([
  ['a read that was lost', end({ failure: 'reset' }), '2 stands'],
  ['a read that a gateway answered', gateway(502), '2 stands'],
  ['a write', end({ failure: 'refused', method: 'POST' }), '1 stands'],
])('before the service has answered, %s is sent again at once if at all', async (_, exchange, expected) => {
  const { recovery, waited } = run()

  expect([await sent(recovery, exchange), waited()]).toEqual([expected, 0])
})

test('before the service has answered, it is waited for as long as it says when to come back', async () => {
  const { recovery, waited } = run()

  expect(await recovery.decide(gateway(503, { headers: later('2') }), 1)).toBe('again')
  await recovery.limiter.turn()
  expect(waited()).toBe(2000)
})

describe('a limiter', () => {
  test.each([429, 503])('that answers %d again, after a first burst, is slowed down for', async (status) => {
    const { recovery } = up()
    const rates = []
    for (const startedAt of [10, 11, 20, 21]) {
      await recovery.decide({ ...gateway(status), startedAt, durationMs: 5 }, 0)
      rates.push(recovery.limiter.rate)
    }

    expect(rates).toEqual([undefined, undefined, 5, 5])
  })

  test('is given the time that it asks for', async () => {
    const { recovery, waited } = up()
    await recovery.decide(gateway(429, { headers: later('3') }), 0)
    await recovery.limiter.turn()

    expect(waited()).toBe(3000)
  })
})

function resender(transport: Transport, reported: Exchange[] = [], budget = 100): Client {
  let lastId = 0
  return createClient({
    baseUrl: 'https://h.example/v1',
    transport,
    keys: { main: 'key-1' },
    ledger: new Ledger({ budget, floor: 0 }),
    match: () => undefined,
    nextId: () => ++lastId,
    concurrency: 10,
    middlewares: [resending(up().recovery, (exchange) => reported.push(exchange))],
  })
}

const answer = (status: number): WireResponse => ({
  status,
  headers: [],
  body: Buffer.from(status < 400 ? '{}' : '{"error":"Too busy.","code":"busy"}'),
})

test('a service that turns away whatever comes beside another request answers each of ten at once', async () => {
  let underWay = 0
  const client = resender(async () => {
    underWay++
    try {
      if (underWay > 1) return answer(503)
      await settled()
      return answer(200)
    } finally {
      underWay--
    }
  })
  const ends = Array.from({ length: 10 }, () => client.send({ method: 'POST', path: '/leads' }))

  expect((await Promise.all(ends)).map(({ response }) => response?.status)).toEqual(Array(10).fill(200))
})

test('what a service turned away is sent again alone, also when the run may wait no longer', async () => {
  const patience = new Patience(simulatedClock())
  await patience.wait(Infinity, 'all that a run waits')
  const turnedAway = end({ status: 503 })
  const recovery = new Recovery({ patience, probe: async () => turnedAway, onGone: () => undefined })
  recovery.note(good())

  expect(await recovery.decide(turnedAway, 0)).toBe('alone')
  expect(await recovery.decide(turnedAway, 1)).toBe('stands')
})

describe('all tries', () => {
  /** Sends a request whose tries end in turn as given, and resolves with the exchanges that are reported. */
  async function tries(
    method: string,
    ends: readonly (number | TransportFailure['kind'])[],
    budget = 100,
  ): Promise<readonly Exchange[]> {
    const reported: Exchange[] = []
    const left = ends.values()
    const client = resender(
      async () => {
        const end = left.next().value ?? 200
        if (typeof end === 'string') throw new TransportError(end, end)
        return answer(end)
      },
      reported,
      budget,
    )
    expect(await client.send({ method, path: '/me' })).toBe(reported.at(-1))
    return reported
  }

  test('are reported, and those that ended otherwise than the last one were swallowed', async () => {
    expect(await tries('GET', ['reset', 503, 200])).toMatchObject([
      { id: 1, swallowed: true },
      { id: 2, swallowed: true },
      { id: 3, swallowed: undefined, repeats: undefined },
    ])
  })

  test('of a write name what they repeat, if that may have arrived', async () => {
    expect((await tries('PATCH', ['refused', 'reset', 200])).at(-1)).toMatchObject({ id: 3, repeats: [2] })
  })

  test('of a write that must not be sent again are one, which was swallowed', async () => {
    expect(await tries('POST', ['reset'])).toMatchObject([{ id: 1, swallowed: true }])
  })

  test('stay within the budget: the last one that was sent stands', async () => {
    expect(await tries('GET', ['reset', 'reset'], 1)).toMatchObject([{ id: 1, failure: { kind: 'reset' } }])
  })
})

test('one that was turned away begins when all before it have ended, however they end, and later ones wait for its end', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const send = (
    name: string,
    { promise }: Deferred<'answer' | 'loss'>,
    wasTurnedAway = false,
  ): Promise<unknown> =>
    turns.take(async () => {
      begun.push(name)
      if ((await promise) === 'loss') throw new Error(name)
    }, wasTurnedAway)
  const [first, second, again, later] = [1, 2, 3, 4].map(() => deferred<'answer' | 'loss'>())
  const ends = Promise.allSettled([
    send('first', first!),
    send('second', second!),
    send('again', again!, true),
    send('later', later!),
  ])

  first!.resolve('answer')
  await settled()
  expect(begun).toEqual(['first', 'second'])

  second!.resolve('loss')
  await settled()
  expect(begun).toEqual(['first', 'second', 'again'])

  again!.resolve('loss')
  await settled()
  expect(begun).toEqual(['first', 'second', 'again', 'later'])

  later!.resolve('answer')
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
})
