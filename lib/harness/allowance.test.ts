import { describe, expect, test } from 'vitest'
import { affordable, type Allowance, byValue, Gate } from './allowance.ts'
import type { CaseDefinition } from './context.ts'

function costing(cost: number, requirements = 1): CaseDefinition {
  const ids = Array.from({ length: requirements }, (_, i) => `X-0${i}`)
  return {
    id: `costs ${cost}, verifies ${requirements}`,
    suite: 's',
    title: 't',
    requirements: [ids[0] ?? 'X-00', ...ids.slice(1)],
    needs: [],
    cost,
    phase: 'read',
    smoke: false,
    deep: false,
    generated: false,
    run: () => Promise.resolve(),
  }
}

const price = ({ cost }: CaseDefinition): number => cost
const ids = (cases: Iterable<CaseDefinition>): string[] => [...cases].map(({ id }) => id)

test('value is what a case verifies for each request; what is free comes first', () => {
  const cases = [costing(4), costing(1), costing(4, 8), costing(0)]

  expect(ids(byValue(cases, price))).toEqual([
    'costs 0, verifies 1',
    'costs 4, verifies 8',
    'costs 1, verifies 1',
    'costs 4, verifies 1',
  ])
})

test('what is declared to weigh more is worth more', () => {
  const plain = { ...costing(1), id: 'plain' }
  const smoke = { ...costing(2), id: 'smoke', weight: 4 }
  const open = { ...costing(1), id: 'open point', weight: 0.25 }

  expect(ids(byValue([open, plain, smoke], price))).toEqual(['smoke', 'plain', 'open point'])
})

test('what fits is taken by value, also past something that does not fit', () => {
  const cases = [costing(1), costing(5, 6), costing(2), costing(0)]

  expect(ids(affordable(cases, 3, price))).toEqual([
    'costs 0, verifies 1',
    'costs 1, verifies 1',
    'costs 2, verifies 1',
  ])
})

/** A purse of requests, from which a test spends what it likes. */
function purse(requests: number): Allowance & { spend: (n: number) => void } {
  let left = requests
  return { left: () => left, price, spend: (n) => void (left -= n) }
}

describe('a gate', () => {
  test.each([
    ['in their order where there is room for all', 4, ['costs 3', 'costs 1', 'costs 0']],
    ['the most valuable first where there is not', 3, ['costs 0', 'costs 1']],
  ])('lets in what fits, %s', async (_, room, expected) => {
    const gate = new Gate(purse(room), 0)
    const decided: string[] = []
    for (const one of [costing(3), costing(1), costing(0)])
      void gate.enter(one).then((admitted) => (admitted ? decided.push(one.id.split(',')[0] ?? '') : 0))
    await new Promise(setImmediate)

    expect(decided).toEqual(expected)
  })

  test('lets in who waits when a case has cost less than was set aside for it', async () => {
    const allowance = purse(5)
    const gate = new Gate(allowance, 0)
    const [first, second] = [costing(4), costing(3)]
    expect(await gate.enter(second)).toBe(true)
    const waiting = gate.enter(first)
    allowance.spend(1)
    gate.leave(second)

    expect(await waiting).toBe(true)
  })

  test('turns away what does not fit when nothing runs any more', async () => {
    const allowance = purse(5)
    const gate = new Gate(allowance, 0)
    const [first, second] = [costing(4), costing(3)]
    expect(await gate.enter(second)).toBe(true)
    const waiting = gate.enter(first)
    allowance.spend(3)
    gate.leave(second)

    expect(await waiting).toBe(false)
    expect(await gate.enter(costing(2))).toBe(true)
  })

  test('keeps back what later phases are to have', async () => {
    const gate = new Gate(purse(5), 3)

    expect(await gate.enter(costing(3))).toBe(false)
    expect(await gate.enter(costing(2))).toBe(true)
  })
})
