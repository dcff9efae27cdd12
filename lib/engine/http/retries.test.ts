import { type Given, jsonExchange } from './testing/exchange.ts'
import { describe, expect, test } from 'vitest'
import type { Exchange, TransportFailure } from './exchange.ts'
import { createRetries, type Retries } from './retries.ts'

interface Ended extends Omit<Given, 'failure'> {
  readonly failure?: TransportFailure['kind']
}

const end = ({ failure, ...given }: Ended): Exchange =>
  jsonExchange(
    {},
    { path: '/me', ...given, failure: failure && { kind: failure, message: failure } },
    () => undefined,
  )

const gateway = (status: number, rest: Ended = {}): Exchange => end({ status, foreign: true, ...rest })
const good = (rest: Ended = {}): Exchange =>
  end({ status: 200, headers: [['X-RateLimit-Remaining', '900']], ...rest })

const answers = (): Exchange => good()
const silence = (): Exchange => end({ failure: 'refused' })

/** The retries of a run on a clock of its own, on which waiting takes no time; `probed` is what a look at the service gets. */
function run(probed: (waited: number) => Exchange = answers): {
  readonly retries: Retries
  readonly waited: () => number
  readonly news: string[]
} {
  const news: string[] = []
  let time = 0
  const retries = createRetries({
    now: () => time,
    pause: async (ms) => void (time += ms),
    probe: async () => probed(time),
    onAway: () => news.push('away'),
    onGone: ({ failure }) => news.push(`gone: ${failure?.kind}`),
  })
  return { retries, waited: () => time, news }
}

/** The same once the service has answered. */
function up(probed?: (waited: number) => Exchange): ReturnType<typeof run> {
  const one = run(probed)
  one.retries.note(good())
  return one
}

/** How often a request is sent that ends the same way each time, and what is made of it. */
async function sent(retries: Retries, exchange: Exchange): Promise<string> {
  for (let tries = 0; ; tries++) {
    retries.note(exchange)
    const next = await retries.next(exchange, tries)
    if (next !== 'again') return `${tries + 1} ${next}`
  }
}

const later = (seconds: string): Ended['headers'] => [['Retry-After', seconds]]
const remaining = (left: string): Ended['headers'] => [['X-RateLimit-Remaining', left]]

test.each<[string, Ended, get: string, patch: string, post: string]>([
  ['an idle connection that it closes', { status: 408 }, '4 stands', '4 stands', '4 stands'],
  ['no connection', { failure: 'refused' }, '4 stands', '4 stands', '4 stands'],
  ['a lost connection', { failure: 'reset' }, '4 stands', '4 stands', '1 passing'],
  ['no answer in time', { failure: 'timeout' }, '2 stands', '1 stands', '1 stands'],
  ['a 502 of a gateway', { status: 502, foreign: true }, '4 stands', '4 stands', '4 stands'],
  ['a 504 of a gateway', { status: 504, foreign: true }, '4 stands', '4 stands', '1 passing'],
  ['a 503 of a gateway', { status: 503, foreign: true }, '9 stands', '9 stands', '9 stands'],
  ['a 429 of a gateway', { status: 429, foreign: true }, '9 stands', '9 stands', '9 stands'],
  ['its own 503 that is temporary', { status: 503, headers: later('1') }, '9 stands', '9 stands', '9 stands'],
  ['its own 503', { status: 503 }, '4 stands', '4 stands', '4 stands'],
  ['its own 500', { status: 500 }, '1 stands', '1 stands', '1 stands'],
  ['its own 429, nothing left', { status: 429, headers: remaining('0') }, '1 stands', '1 stands', '1 stands'],
  ['its own 429, some left', { status: 429, headers: remaining('700') }, '9 stands', '9 stands', '9 stands'],
  ['an invalid certificate', { failure: 'tls' }, '1 stands', '1 stands', '1 stands'],
])('%s is sent again as the method allows: GET, PATCH, POST', async (_, ended, ...expected) => {
  const ends = ['GET', 'PATCH', 'POST'].map((method) => sent(up().retries, end({ ...ended, method })))

  expect(await Promise.all(ends)).toEqual(expected)
})

test('an operation that was sent again in vain is so once, until it answers', async () => {
  const { retries } = up()
  const crash = end({ failure: 'reset', path: '/things' })
  const tries = [await sent(retries, crash), await sent(retries, crash)]
  retries.note(good({ path: '/things' }))

  expect([...tries, await sent(retries, crash)]).toEqual(['4 stands', '1 stands', '4 stands'])
})

describe('a service that is away', () => {
  test.each([
    ['refuses connections', end({ failure: 'refused', method: 'POST' })],
    ['loses connections', end({ failure: 'reset' })],
    ['is not reached by a gateway', gateway(502)],
    ['is not reached by a gateway that hands nothing on', gateway(503, { method: 'POST' })],
  ])('and %s is waited for, and asked again when it is back', async (_, exchange) => {
    const { retries, waited, news } = up((time) => (time < 5000 ? silence() : good()))

    expect([await retries.next(exchange, 0), waited(), news]).toEqual(['again', 5250, ['away']])
  })

  test('is waited for by all together, eleven seconds at most', async () => {
    const { retries, waited, news } = up(silence)
    const all = ['/a', '/b', '/c'].map((path) => sent(retries, end({ failure: 'refused', path })))

    expect(new Set(await Promise.all(all))).toEqual(new Set(['1 gone']))
    expect([waited(), news]).toEqual([11_250, ['away', 'gone: refused']])
  })
})

test.each([
  ['a read that was lost', end({ failure: 'reset' }), '2 stands'],
  ['a read that a gateway answered', gateway(502), '2 stands'],
  ['a write', end({ failure: 'refused', method: 'POST' }), '1 stands'],
])('before the service has answered, %s is sent again at once if at all', async (_, exchange, expected) => {
  const { retries, waited } = run()

  expect([await sent(retries, exchange), waited()]).toEqual([expected, 0])
})

describe('a limiter', () => {
  test.each([429, 503])('that answers %d to the same request again is slowed down for', async (status) => {
    const { retries } = up()

    expect([await retries.next(gateway(status), 0), retries.rate]).toEqual(['again', undefined])
    expect([await retries.next(gateway(status), 1), retries.rate]).toEqual(['again', 20])
  })

  test('is none where slowing down is in vain', async () => {
    const { retries } = up()
    await sent(retries, gateway(429))

    expect(retries.rate).toBeUndefined()
  })

  test('is slowed down for once where it refuses several requests at a time', async () => {
    const { retries } = up()
    for (const startedAt of [10, 11, 10]) await retries.next({ ...gateway(429), startedAt }, 1)

    expect(retries.rate).toBe(20)
  })

  test('is given the time that it asks for', async () => {
    const { retries, waited } = up()
    await retries.next(gateway(429, { headers: later('3') }), 0)

    expect(waited()).toBe(3000)
  })
})
