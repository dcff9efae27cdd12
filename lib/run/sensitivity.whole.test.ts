import { beforeAll, describe, expect, test } from 'vitest'
import { CASES } from '../../suites/index.ts'
import { OPERATORS } from '../api/sensitivity/operators.ts'
import type { Exchange } from '../http/exchange.ts'
import { changed, GONE } from '../judge/fault.ts'
import { frozenClock, proofOptions } from '../prove/trial.ts'
import { inProcessTarget } from '../testing/bound.ts'
import { conduct, type Conducted } from './conduct.ts'
import { type Recording, sensitivityOf } from './sensitivity.ts'

const NOBODY = { baseUrl: '', exchanges: [], outcomes: [] }
let recording: Recording

beforeAll(async () => {
  const target = inProcessTarget({ now: frozenClock })
  const cases = CASES.filter(({ needs }) => !needs.includes('exhaustibleKey'))
  const conducted: Conducted = await conduct(target, cases, proofOptions(5, 1))
  await target.close()
  const { session, outcomes, tally } = conducted
  if (session === undefined) throw new Error('the run left no session')
  recording = { session, outcomes, exchanges: tally.exchanges, baseUrl: target.baseUrl }
}, 120_000)

function seededOn(
  name: string,
  wanted: (exchange: Exchange) => boolean,
): ReturnType<(typeof OPERATORS)[number]['seed']> {
  const operator = OPERATORS.find((one) => one.name === name)
  const exchange = recording.exchanges.find(
    (one) => wanted(one) && (operator?.seed(one, recording.exchanges).length ?? 0) > 0,
  )
  return exchange === undefined ? [] : (operator?.seed(exchange, recording.exchanges) ?? [])
}

describe('the sensitivity of a run', () => {
  test('is the same for the same seed', async () => {
    expect(await sensitivityOf(recording, 3)).toEqual(await sensitivityOf(recording, 3))
  })

  test('finds nine in ten of the seeded faults, and gives a reason for each of the others', async () => {
    const {
      seeded = 0,
      caught = 0,
      equivalent = 0,
      blindSpots = [],
    } = (await sensitivityOf(recording, 1)) ?? {}

    expect(seeded).toBeGreaterThan(150)
    expect(caught / (seeded - equivalent)).toBeGreaterThan(0.9)
    expect(blindSpots.reduce((sum, { count }) => sum + count, 0)).toBe(seeded - equivalent - caught)
    expect(blindSpots.filter(({ reason }) => reason === '')).toEqual([])
  })

  test('is lower where no case looked at the answers', async () => {
    const [seen, unseen] = [
      await sensitivityOf(recording, 1),
      await sensitivityOf({ ...recording, outcomes: [] }, 1),
    ]

    expect(unseen?.caught).toBeLessThan(seen?.caught ?? 0)
  })

  test('is nothing where there are no answers', async () => {
    expect(await sensitivityOf({ ...NOBODY, session: recording.session }, 1)).toBeUndefined()
  })

  test('alters copies, and leaves what was recorded as it is', async () => {
    const before = recording.exchanges.map(({ response }) => JSON.stringify(response?.json))
    await sensitivityOf(recording, 2)

    expect(recording.exchanges.map(({ response }) => JSON.stringify(response?.json))).toEqual(before)
  })
})

describe('equivalent alterations', () => {
  test('are an optional field that goes, and a new one', () => {
    const gone = recording.exchanges
      .filter(({ operation, key }) => operation === 'GET /leads' && key === 'main')
      .flatMap((exchange) => OPERATORS.find(({ name }) => name === 'field/gone')?.seed(exchange, []) ?? [])

    expect(gone.find(({ where }) => where === '/data/*/email')).toMatchObject({ equivalent: true })
    expect(gone.find(({ where }) => where === '/data/*/id')?.equivalent).toBeUndefined()
    expect(seededOn('api/unknown-field', () => true)[0]).toMatchObject({ equivalent: true })
  })

  test('are two rows that change places where no order is stated', () => {
    const [bookings] = seededOn('items/swapped', ({ operation }) => operation === 'GET /bookings')
    const [chatbots] = seededOn('items/swapped', ({ operation }) => operation === 'GET /chatbots')

    expect(bookings).toMatchObject({ equivalent: true })
    expect(chatbots?.equivalent).toBeUndefined()
  })
})

describe('every operator', () => {
  test('has a name of its own and says why it may go unseen', () => {
    expect(new Set(OPERATORS.map(({ name }) => name)).size).toBe(OPERATORS.length)
    expect(OPERATORS.filter(({ unseen }) => unseen.length < 10)).toEqual([])
  })

  test('finds something to alter in a whole run', () => {
    const idle = OPERATORS.filter(
      ({ seed }) => !recording.exchanges.some((exchange) => seed(exchange, recording.exchanges).length > 0),
    )

    expect(idle.map(({ name }) => name)).toEqual([])
  })
})

test('a change in one place shares the rest', () => {
  const value = { a: [{ b: 1 }, { b: 2 }], c: {} }

  expect(changed(value, ['a', 0, 'b'], () => 3)).toEqual({ a: [{ b: 3 }, { b: 2 }], c: {} })
  expect(changed(value, ['a', 0], () => GONE)).toEqual({ a: [{ b: 2 }], c: {} })
  expect(changed(value, ['c'], () => GONE)).toEqual({ a: value.a })
  expect(value.a.length).toBe(2)
})
