import { RATE_HEADERS } from './testing/rate-headers.ts'
import { describe, expect, test } from 'vitest'
import type { Exchange, Header, KeyLabel, TransportFailure } from './exchange.ts'
import { createRetries, type Retries } from './retries.ts'

interface Ended {
  readonly status?: number
  readonly failure?: TransportFailure['kind']
  readonly method?: string
  readonly path?: string
  readonly key?: KeyLabel
  readonly foreign?: true
  readonly headers?: readonly Header[]
}

const end = ({
  status,
  failure,
  method = 'GET',
  path = '/me',
  key = 'main',
  foreign,
  headers = [],
}: Ended): Exchange => ({
  id: 1,
  key,
  operation: undefined,
  request: { method, url: `https://h.example/v1${path}`, path, query: [], headers: [] },
  ...(status === undefined
    ? {}
    : { response: { status, headers, text: '', size: 0, json: { ok: false, problem: 'empty' } } }),
  ...(failure === undefined ? {} : { failure: { kind: failure, message: failure } }),
  ...(foreign === undefined ? {} : { foreign }),
  startedAt: 0,
  durationMs: 1,
})

const gateway = (status: number, rest: Ended = {}): Exchange => end({ status, foreign: true, ...rest })
const good = (rest: Ended = {}): Exchange =>
  end({ status: 200, headers: [['X-RateLimit-Remaining', '900']], ...rest })

/** The retries of a run on a clock of its own: waiting takes no time, and `during` happens while somebody waits. */
function run(during: (waited: number, retries: Retries) => void = () => {}): {
  retries: Retries
  waited: () => number
} {
  let time = 0
  const retries = createRetries({
    rateHeaders: RATE_HEADERS,
    now: () => time,
    pause: async (ms) => {
      time += ms
      during(time, retries)
    },
  })
  return { retries, waited: () => time }
}

/** What becomes of a request that ends the same way each time: how often it is sent. */
async function looks(retries: Retries, exchange: Exchange): Promise<number> {
  for (let tries = 0; ; tries++) {
    retries.note(exchange)
    if ((await retries.next(exchange, tries)) !== 'again') return tries + 1
  }
}

describe('before the target has answered', () => {
  test.each(['reset', 'refused'] as const)(
    'a GET that ends in %s is sent once more, at once',
    async (failure) => {
      const { retries, waited } = run()

      expect([await looks(retries, end({ failure })), waited()]).toEqual([2, 0])
    },
  )

  test('nothing else is sent again', async () => {
    const { retries } = run()

    expect(await looks(retries, end({ failure: 'refused', method: 'POST' }))).toBe(1)
    expect(await looks(retries, gateway(503))).toBe(1)
    expect(await looks(retries, end({ failure: 'tls' }))).toBe(1)
    expect(await looks(retries, end({ failure: 'timeout' }))).toBe(1)
  })
})

describe('a service that is away', () => {
  test.each([
    ['refuses connections', end({ failure: 'refused' })],
    ['refuses connections to a write', end({ failure: 'refused', method: 'POST' })],
    ['is not reached by a gateway', gateway(502)],
    ['is not reached by a gateway with a write that was not handled', gateway(503, { method: 'POST' })],
  ])('%s: it is waited for, eight seconds at most', async (_, exchange) => {
    const { retries, waited } = run()
    retries.note(good())

    expect([await looks(retries, exchange), waited()]).toEqual([10, 8000])
  })

  test('is not waited for again when it did not come back', async () => {
    const { retries, waited } = run()
    retries.note(good())
    await looks(retries, end({ failure: 'refused' }))
    const before = waited()

    expect([await looks(retries, end({ failure: 'refused', path: '/other' })), waited()]).toEqual([1, before])
  })

  test('loses writes that are not repeated; they passed where it comes back', async () => {
    const { retries } = run((time, it) => time >= 5000 && it.note(good()))
    retries.note(good())
    const lost = end({ failure: 'reset', method: 'POST' })
    retries.note(lost)

    expect(await retries.next(lost, 0)).toBe('passing')
  })

  test('accuses a write that is lost while all else is answered', async () => {
    const { retries } = run((_, it) => it.note(good()))
    retries.note(good())
    const lost = end({ failure: 'reset', method: 'POST' })
    retries.note(lost)

    expect(await retries.next(lost, 0)).toBe('stands')
  })

  test('accuses a write that a gateway never delivers at the third one, and none that succeeds in between', async () => {
    const { retries } = run((_, it) => it.note(good()))
    const lost = gateway(502, { method: 'POST', path: '/leads' })
    const ends = async (): Promise<string> => {
      retries.note(lost)
      return retries.next(lost, 0)
    }
    retries.note(good())

    expect([await ends(), await ends(), await ends()]).toEqual(['passing', 'passing', 'stands'])
    retries.note(good({ status: 201, method: 'POST', path: '/leads' }))
    expect([await ends(), await ends(), await ends()]).toEqual(['passing', 'passing', 'stands'])
  })

  test('accuses a write that takes the service down whenever it is sent', async () => {
    let back = 0
    const { retries } = run((time, it) => time >= back && it.note(good()))
    const ends: string[] = []
    for (let i = 0; i < 4; i++) {
      retries.note(good())
      const lost = gateway(502, { method: 'POST', path: '/leads' })
      retries.note(lost)
      back += 10_000
      ends.push(await retries.next(lost, 0))
    }

    expect(ends.at(-1)).toBe('stands')
  })
})

describe('a server error', () => {
  test.each(['GET', 'POST'])('of a %s is looked at once more', async (method) => {
    const { retries } = run()
    retries.note(good())

    expect(await looks(retries, end({ status: 500, method }))).toBe(2)
  })

  test('of a place where it came again is no longer looked at', async () => {
    const { retries } = run()
    retries.note(good())
    const failing = end({ status: 500 })

    expect([
      await looks(retries, failing),
      await looks(retries, failing),
      await looks(retries, failing),
    ]).toEqual([2, 2, 1])
  })

  test('of the key that may be spent costs no further request', async () => {
    const { retries } = run()
    retries.note(good())

    expect(await looks(retries, end({ status: 503, key: 'exhaustible' }))).toBe(1)
  })
})

describe('a limiter in front of the API', () => {
  test.each([429, 503])('that answers %d is slowed down for', async (status) => {
    const { retries } = run()
    retries.note(good())
    const limited = gateway(status)

    expect(await retries.next(limited, 0)).toBe('again')
    expect(retries.rate).toBe(20)
  })

  test('is given the time that it asks for', async () => {
    const { retries, waited } = run()
    retries.note(good())
    await retries.next(gateway(429, { headers: [['Retry-After', '3']] }), 0)

    expect(waited()).toBe(3000)
  })

  test('is not taken for one where the key has spent its allowance', async () => {
    const { retries } = run()
    retries.note(good({ headers: [['X-RateLimit-Remaining', '4']] }))

    expect(await retries.next(gateway(429), 0)).toBe('stands')
  })

  test('is not slowed down for where it was a restart', async () => {
    const { retries, waited } = run((time, it) => time >= 5000 && it.note(good()))
    retries.note(good())
    for (let tries = 0; waited() < 5000; tries++) await retries.next(gateway(503), tries)

    expect(retries.rate).toBeUndefined()
  })
})

test('a connection that the server gave up for being idle is used up, whatever was sent', async () => {
  const { retries } = run()
  retries.note(good())

  expect(await looks(retries, end({ status: 408, method: 'POST' }))).toBe(4)
})
