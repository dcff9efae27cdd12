import { answered, unanswered, withRemaining } from './testing/exchange.ts'
import { describe, expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { Ledger } from './ledger.ts'

function exchange(ledger: Ledger, ...exchanges: readonly Exchange[]): void {
  for (const one of exchanges) {
    ledger.sent(one.id, one.key)
    ledger.note(one)
  }
}

/** An answer that came at 10,500 ms. */
function withReset(id: number, value: string): Exchange {
  const headers = [
    ['X-RateLimit-Remaining', '5'],
    ['X-RateLimit-Reset', value],
  ] as const
  return answered(id, headers, { startedAt: 10_000, durationMs: 500 })
}

describe('the budget', () => {
  test('counts by key, and limits the main key only', () => {
    const ledger = new Ledger({ budget: 2, floor: 0 })
    for (const [i, key] of (['main', 'other', 'other', 'none', 'invalid', 'main'] as const).entries())
      ledger.sent(i + 1, key)

    expect(ledger.spent()).toEqual({ total: 6, byKey: { main: 2, other: 2, none: 1, invalid: 1 } })
    expect(ledger.refusal('main')).toBe('the budget of 2 requests is used up (2 sent): raise --budget')
  })
})

describe('the floor', () => {
  test('is not known before the first answer, and kept from then on', () => {
    const ledger = new Ledger({ budget: 1000, floor: 50 })
    expect([ledger.refusal('main'), ledger.remaining()]).toEqual([undefined, undefined])

    exchange(ledger, withRemaining(1, 60))
    expect([ledger.remaining(), ledger.shortBy(10), ledger.shortBy(11)]).toEqual([60, undefined, 'floor'])

    exchange(ledger, withRemaining(2, 50))
    expect(ledger.refusal('main')).toBe(
      'only the reserved 50 requests of CONFORMANCE_API_KEY remain in this hour (--floor; --wait waits for the next)',
    )
  })

  test('is kept for each of the two keys that a run may not spend', () => {
    const ledger = new Ledger({ budget: 1000, floor: 50 })
    exchange(ledger, withRemaining(1, 900), withRemaining(2, 50, 'other'), withRemaining(3, 0, 'exhaustible'))
    const refused = (['main', 'other', 'exhaustible'] as const).map((key) => ledger.refusal(key))

    expect(refused.map((reason) => reason !== undefined)).toEqual([false, true, false])
  })

  test('takes what is under way, or was lost since, for spent', () => {
    const ledger = new Ledger({ budget: 1000, floor: 50 })
    exchange(ledger, withRemaining(1, 60))
    ledger.sent(2, 'main')
    ledger.sent(3, 'main')
    ledger.note(unanswered(3))
    expect(ledger.remaining()).toBe(58)

    ledger.note(withRemaining(2, 58))
    exchange(ledger, withRemaining(4, 57))
    expect(ledger.remaining()).toBe(57)
  })

  test('of answers that ran side by side, that to the last request counts', () => {
    const ledger = new Ledger({ budget: 1000, floor: 0 })
    for (const id of [1, 2, 3]) ledger.sent(id, 'main')
    for (const one of [withRemaining(3, 97), withRemaining(1, 99), withRemaining(2, 98)]) ledger.note(one)

    expect(ledger.remaining()).toBe(97)
  })

  test('only answers to the main key from an endpoint of part 4 count', () => {
    const ledger = new Ledger({ budget: 1000, floor: 50 })
    const gateway = [
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '1'],
    ] as const
    exchange(
      ledger,
      withRemaining(1, 5, 'other'),
      withRemaining(2, 0, 'exhaustible'),
      answered(3, gateway, { operation: undefined }),
    )

    expect(ledger.remaining()).toBeUndefined()
  })

  test('is reached by a 429 for the hour, not by one of a limiter, which costs nothing', () => {
    const refused = (id: number, after: string, left?: string): Exchange => {
      const headers: [string, string][] = [['Retry-After', after]]
      if (left !== undefined) headers.push(['X-RateLimit-Remaining', left])
      const one = answered(id, headers)
      return { ...one, response: one.response && { ...one.response, status: 429 } }
    }
    const ledger = new Ledger({ budget: 4, floor: 0 })
    exchange(
      ledger,
      withRemaining(1, 60),
      refused(2, '1'),
      refused(3, '1', '0'),
      refused(4, '2'),
      refused(5, '2'),
    )
    expect([ledger.remaining(), ledger.refusal('main')]).toEqual([60, undefined])

    exchange(ledger, refused(6, '1800'))
    expect(ledger.remaining()).toBe(0)
  })
})

describe('the window', () => {
  test('opens as the newest understandable Reset says, counted from its answer', () => {
    const ledger = new Ledger({ budget: 10, floor: 0 })
    expect(ledger.resetIn(0)).toBeUndefined()

    exchange(ledger, withReset(1, '60'), withReset(2, 'tomorrow'))
    expect([ledger.resetIn(10_500), ledger.resetIn(40_500), ledger.resetIn(99_999)]).toEqual([
      60_000, 30_000, 0,
    ])
  })
})

describe('an answer that leaves nothing of a key', () => {
  const at = (id: number, operation: string, status: number, remaining: number): Exchange => {
    const one = withRemaining(id, remaining)
    return { ...one, operation, response: { ...one.response!, status } }
  }
  const notFound = (id: number): Exchange => at(id, 'GET /things/{id}', 404, 0)
  const start = (): Ledger => {
    const ledger = new Ledger({ budget: 1000, floor: 50 })
    exchange(ledger, withRemaining(1, 900), notFound(2))
    return ledger
  }

  test('is asked about again, and not believed any more where that was wrong', async () => {
    const ledger = start()
    expect(ledger.seemsSpent('main')).toBe(true)
    await ledger.askAgain('main', () => Promise.resolve(exchange(ledger, withRemaining(3, 898))))
    expect([ledger.refusal('main'), ledger.remaining()]).toEqual([undefined, 898])

    exchange(ledger, notFound(4))
    expect([ledger.seemsSpent('main'), ledger.remaining()]).toEqual([false, 897])
    exchange(ledger, at(5, 'GET /others/{id}', 404, 0))
    expect(ledger.seemsSpent('main')).toBe(true)
  })

  test('is believed where it was right, until the window opens', async () => {
    const ledger = start()
    await ledger.askAgain('main', () => Promise.resolve(exchange(ledger, withRemaining(3, 0))))
    expect([ledger.seemsSpent('main'), ledger.refusal('main')]).toEqual([
      false,
      expect.stringContaining('no requests left'),
    ])
    exchange(ledger, notFound(4))
    expect(ledger.seemsSpent('main')).toBe(false)

    ledger.renew()
    exchange(ledger, notFound(5))
    expect(ledger.seemsSpent('main')).toBe(true)
  })

  test('is believed where nobody answers', async () => {
    const ledger = start()
    await ledger.askAgain('main', () => Promise.resolve(exchange(ledger, unanswered(3))))
    expect([ledger.seemsSpent('main'), ledger.refusal('main')]).toEqual([false, expect.any(String)])
  })

  test('is of no interest for a key that may be spent', () => {
    const ledger = start()
    exchange(ledger, withRemaining(3, 0, 'exhaustible'))
    expect(ledger.seemsSpent('exhaustible')).toBe(false)
  })
})
