import { describe, expect, test } from 'vitest'
import type { Api } from '../harness/api.ts'
import type { Exchange } from '../http/exchange.ts'
import { Judgements } from '../judge/judgements.ts'
import { exchangeOf } from '../testing/toy-run.ts'
import { Tally } from './tally.ts'

const BASE = 'https://api.example/v1'
const UP = { up: true }

/** Each answer is to be 200 and `up`; the whole run holds no exchange with another key, where there is one. */
const JUDGING: Pick<Api, 'judge' | 'overall'> = {
  judge: (exchange) => {
    const judgements = new Judgements(exchange)
    if (exchange.request.path !== '/status') return { held: [], findings: [] }
    const { status, text } = exchange.response ?? { status: 0, text: '' }
    judgements.check(status === 200, 'STATUS-1', '200', () => String(status))
    if (status === 200) judgements.check(!text.includes('false'), 'STATUS-2', 'up', () => text)
    return { held: [judgements.held], findings: judgements.findings }
  },
  overall: [
    (exchanges, { alone }) => {
      const [first] = exchanges
      if (alone || first === undefined) return { held: [], findings: [] }
      const judgements = new Judgements(first)
      judgements.check(
        exchanges.every(({ key }) => key === 'main'),
        'BOOK-1',
        'main',
        () => 'other',
      )
      return { held: [judgements.held], findings: judgements.findings }
    },
  ],
}

const exchange = (id: number, body: unknown = UP): Exchange => exchangeOf(body, { id })

describe('judging each exchange', () => {
  test('counts how often a requirement held, with the first exchanges that show it', () => {
    const tally = new Tally(JUDGING, BASE)
    for (const id of [1, 2, 3]) tally.add(exchange(id))

    expect(tally.findings).toEqual([])
    expect(tally.held.get('STATUS-1')).toEqual({ count: 3, evidence: [1, 2] })
    expect(tally.judgements).toBe([...tally.held.values()].reduce((sum, { count }) => sum + count, 0))
  })

  test('keeps what it finds', () => {
    const tally = new Tally(JUDGING, BASE)
    tally.add(exchange(1, { up: false }))

    expect(tally.findings.map(({ requirement }) => requirement)).toEqual(['STATUS-2'])
    expect(tally.judgements).toBe(2)
  })

  test('a fault of the tool in one judgement costs no other', () => {
    const tally = new Tally(JUDGING, BASE)
    const broken: Exchange = {
      ...exchange(1),
      get request(): never {
        throw new Error('this cannot be read')
      },
    }
    tally.add(broken)
    tally.add(exchange(2))

    expect(tally.faults).toEqual(['this cannot be read'])
    expect(tally.held.get('STATUS-1')?.evidence).toEqual([2])
    expect(tally.exchanges).toHaveLength(2)
  })
})

test('past what can be kept, only the beginning of large bodies is kept, after it was judged', () => {
  const tally = new Tally(JUDGING, BASE)
  const large = (id: number, length: number): Exchange => {
    const one = exchange(id)
    const text = 'x'.repeat(length)
    return { ...one, ...(one.response && { response: { ...one.response, text, size: length } }) }
  }
  tally.add(large(1, 10_000_000))
  tally.add(large(2, 10_000_000))
  tally.add(exchange(3))

  expect(tally.exchanges.map(({ response }) => response?.text.length)).toEqual([
    10_000_000,
    4_096,
    JSON.stringify(UP).length,
  ])
  expect(tally.exchanges[1]?.response?.json.ok).toBe(false)
  expect(tally.held.get('STATUS-1')?.count).toBe(3)
})

const ofTwoKeys = (): Tally => {
  const tally = new Tally(JUDGING, BASE)
  tally.exchanges.push({ ...exchange(2), key: 'other' }, exchange(1))
  return tally
}

describe('what only the whole run shows', () => {
  test('is judged on exchanges in the order in which they were sent', () => {
    const tally = ofTwoKeys()
    tally.conclude(false)

    expect(tally.exchanges.map(({ id }) => id)).toEqual([1, 2])
    expect(tally.findings.map(({ requirement, exchanges }) => [requirement, exchanges])).toEqual([
      ['BOOK-1', [1]],
    ])
  })

  test('is judged in the knowledge that there is but one workspace', () => {
    const tally = ofTwoKeys()
    tally.conclude(true)

    expect(tally.findings).toEqual([])
  })
})

describe('a server error that passed when the request was sent again', () => {
  const failed = (id: number, status = 500): Exchange => ({
    ...exchangeOf({}, { id, status }),
    momentary: true,
  })
  /** Answers in turns: one error, and then some that are served. */
  const turns = (times: number, served: number, status = 500): Tally => {
    const tally = new Tally(JUDGING, BASE)
    for (let id = 1; id <= (served + 1) * times + 1; id += 1)
      tally.add(id % (served + 1) === 0 ? failed(id, status) : exchange(id))
    tally.conclude(true)
    return tally
  }
  const found = ({ findings }: Tally): string[] => findings.map(({ requirement }) => requirement)

  test('is judged where the operation fails again and again', () => {
    const tally = turns(4, 2)
    expect(found(tally)).toEqual(Array.from({ length: 4 }, () => 'STATUS-1'))
    expect(tally.exchanges.some(({ momentary }) => momentary === true)).toBe(false)
  })

  test.each([
    ['met three times', turns(3, 2)],
    ['met in one of twenty answers', turns(5, 20)],
    ['of a gateway', turns(6, 2, 502)],
  ])('is no violation %s', (_, tally) => {
    expect(found(tally)).toEqual([])
  })

  test('is no violation in one outage, however long', () => {
    const tally = new Tally(JUDGING, BASE)
    for (let id = 1; id <= 20; id += 1) tally.add(id < 5 || id > 15 ? exchange(id) : failed(id))
    tally.conclude(true)
    expect(found(tally)).toEqual([])
  })
})
