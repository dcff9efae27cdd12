import { type Given, jsonExchange, RATE_HEADERS } from './testing/exchange.ts'
import { describe, expect, test } from 'vitest'
import type { Exchange, TransportFailure } from './exchange.ts'
import { createRetries, type Retries } from './retries.ts'

interface Ended extends Omit<Given, 'failure'> {
  readonly failure?: TransportFailure['kind']
  readonly size?: number
}

const end = ({ failure, size = 0, ...given }: Ended): Exchange =>
  jsonExchange(
    'x'.repeat(size),
    { path: '/me', ...given, failure: failure && { kind: failure, message: failure } },
    () => undefined,
  )

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

/** A service that answers everything else. */
const up = (): ReturnType<typeof run> => {
  const one = run((_, retries) => retries.note(good({ path: '/other' })))
  one.retries.note(good())
  return one
}

/** A service that answered, and then answers nobody for some milliseconds. */
const away = (forMs: number): ReturnType<typeof run> => {
  const one = run((waited, retries) => waited >= forMs && retries.note(good({ path: '/other' })))
  one.retries.note(good())
  return one
}

/** How often a request is sent that ends the same way each time, and what is made of it. */
async function sent(retries: Retries, exchange: Exchange): Promise<string> {
  for (let tries = 0; ; tries++) {
    retries.note(exchange)
    const next = await retries.next(exchange, tries)
    if (next !== 'again') return `sent ${tries + 1}, ${next}`
  }
}

const METHODS = ['GET', 'PATCH', 'POST']

describe('of a service that answers everything else', () => {
  test.each<[string, Ended, [get: string, patch: string, post: string]]>([
    [
      'an idle connection that it closes',
      { status: 408 },
      ['sent 4, stands', 'sent 4, stands', 'sent 4, stands'],
    ],
    ['no connection', { failure: 'refused' }, ['sent 4, stands', 'sent 4, stands', 'sent 4, stands']],
    ['a lost connection', { failure: 'reset' }, ['sent 4, stands', 'sent 4, stands', 'sent 1, passing']],
    ['no answer in time', { failure: 'timeout' }, ['sent 2, stands', 'sent 1, stands', 'sent 1, stands']],
    [
      'a 502 of a gateway',
      { status: 502, foreign: true },
      ['sent 4, stands', 'sent 4, stands', 'sent 4, stands'],
    ],
    [
      'a 504 of a gateway',
      { status: 504, foreign: true },
      ['sent 4, stands', 'sent 4, stands', 'sent 1, passing'],
    ],
    [
      'a 503 of a gateway',
      { status: 503, foreign: true },
      ['sent 9, stands', 'sent 9, stands', 'sent 9, stands'],
    ],
    [
      'a 429 of a gateway',
      { status: 429, foreign: true },
      ['sent 16, stands', 'sent 16, stands', 'sent 16, stands'],
    ],
    ['its own 500', { status: 500 }, ['sent 2, stands', 'sent 2, stands', 'sent 2, stands']],
    [
      'its own 429, with nothing left',
      { status: 429, headers: [['X-RateLimit-Remaining', '0']] },
      ['sent 1, stands', 'sent 1, stands', 'sent 1, stands'],
    ],
    [
      'its own 429, with requests left',
      { status: 429, headers: [['X-RateLimit-Remaining', '700']] },
      ['sent 16, stands', 'sent 16, stands', 'sent 16, stands'],
    ],
    [
      'a certificate that is not valid',
      { failure: 'tls' },
      ['sent 1, stands', 'sent 1, stands', 'sent 1, stands'],
    ],
  ])('%s is retried as the method allows', async (_, ended, expected) => {
    const looks = METHODS.map((method) => sent(up().retries, end({ ...ended, method })))

    expect(await Promise.all(looks)).toEqual(expected)
  })
})

describe('lost writes', () => {
  const lost = gateway(504, { method: 'POST', path: '/things' })

  test('pass twice in a row, and stand from the third on', async () => {
    const { retries } = up()

    expect([await sent(retries, lost), await sent(retries, lost), await sent(retries, lost)]).toEqual([
      'sent 1, passing',
      'sent 1, passing',
      'sent 1, stands',
    ])
  })

  test('say nothing where the service did not come back', async () => {
    expect(await sent(away(Infinity).retries, lost)).toBe('sent 1, gone')
  })
})

describe('a service that is away', () => {
  test.each([
    ['refuses connections', end({ failure: 'refused', method: 'POST' })],
    ['loses connections', end({ failure: 'reset' })],
    ['is not reached by a gateway', gateway(502)],
    ['is not reached by a gateway that hands nothing on', gateway(503, { method: 'POST' })],
  ])('and %s is waited for, and asked again when it is back', async (_, exchange) => {
    const { retries, waited } = away(5000)
    retries.note(exchange)

    expect(await retries.next(exchange, 0)).toBe('again')
    expect(waited()).toBeLessThan(6500)
  })

  test('is waited for by all together, eleven seconds at most', async () => {
    const { retries, waited } = away(Infinity)
    const all = await Promise.all(
      ['/a', '/b', '/c'].map((path) => sent(retries, end({ failure: 'refused', path }))),
    )

    expect([new Set(all), waited()]).toEqual([new Set(['sent 1, gone']), 11_000])
  })

  test('is reported once, and once more when it is gone', async () => {
    const news: string[] = []
    const retries = createRetries({
      pause: () => Promise.resolve(),
      onAway: () => news.push('away'),
      onGone: ({ failure }) => news.push(`gone: ${failure?.kind}`),
    })
    retries.note(good())
    await sent(retries, end({ failure: 'refused' }))

    expect(news).toEqual(['away', 'gone: refused'])
  })

  test.each([
    ['its own 500', end({ status: 500, path: '/things', method: 'POST' })],
    ['a 503 of a gateway', gateway(503)],
  ])('is gone where every request gets %s for longer, and no request is accused', async (_, exchange) => {
    const { retries } = away(Infinity)

    expect(await sent(retries, exchange)).toBe('sent 1, gone')
  })

  test('is asked what it answered shortest while nobody else asks', async () => {
    const asked: string[] = []
    const retries = createRetries({
      pause: () => Promise.resolve(),
      probe: async ({ path }) => {
        asked.push(path)
        return asked.length < 3 ? end({ failure: 'refused' }) : good()
      },
    })
    retries.note(good({ path: '/short' }))
    retries.note(good({ path: '/long', size: 1000 }))

    expect(await retries.next(end({ failure: 'refused' }), 0)).toBe('again')
    expect(asked).toEqual(['/short', '/short', '/short'])
  })
})

describe('before the service has answered', () => {
  test.each(['reset', 'refused', 'timeout'] as const)(
    'a GET that ends in %s is sent once more, at once',
    async (failure) => {
      const { retries, waited } = run()

      expect([await sent(retries, end({ failure })), waited()]).toEqual(['sent 2, stands', 0])
    },
  )

  test.each([
    ['a write', end({ failure: 'refused', method: 'POST' })],
    ['a write that a gateway answered', gateway(503, { method: 'POST' })],
    ['a 500', end({ status: 500 })],
  ])('%s is not sent again', async (_, exchange) => {
    expect(await sent(run().retries, exchange)).toBe('sent 1, stands')
  })
})

test('a read that a gateway answers before the service has is sent again, three times', async () => {
  const { retries, waited } = run()

  expect([await sent(retries, gateway(502)), waited()]).toEqual(['sent 4, stands', 1500])
})

describe('a limiter in front of the API', () => {
  test.each([
    [429, 0],
    [503, 2],
  ])('that answers %d is slowed down for, after %d retries', async (status, tries) => {
    const { retries } = up()
    for (const path of ['/me', '/things']) retries.note(gateway(status, { path }))
    if (tries > 0) await retries.next(gateway(status), tries - 1)

    expect(retries.rate).toBeUndefined()
    expect(await retries.next(gateway(status), tries)).toBe('again')
    expect(retries.rate).toBe(20)
  })

  test('is none where slowing down is in vain', async () => {
    const { retries } = up()
    await sent(retries, gateway(429))
    expect(retries.rate).toBe(20)
    await sent(retries, gateway(429))

    expect(retries.rate).toBeUndefined()
  })

  test('is slowed down for once where it refuses several requests at a time, and answers others between them', async () => {
    const { retries } = run()
    for (const startedAt of [10, 11, 10]) {
      retries.note({ ...good(), startedAt: startedAt - 1 })
      await retries.next({ ...gateway(429), startedAt }, 0)
    }

    expect(retries.rate).toBe(20)
  })

  test('is given the time that it asks for', async () => {
    const { retries, waited } = up()
    await retries.next(gateway(429, { headers: [['Retry-After', '3']] }), 0)

    expect(waited()).toBe(3000)
  })
})
