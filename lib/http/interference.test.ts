import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createInterferenceMeter } from './interference.ts'
import type { Interference } from './interference.ts'

/** One step of a simulated run: ours sent, counted by the server, answered or lost; others; the window. */
type Step = 'send' | 'count' | 'answer' | 'lose' | 'other' | 'open' | 'refill'

interface Simulated {
  readonly id: number
  remaining?: number
}

/**
 * Plays the steps against a server that counts exactly, in the order of the steps. `pick` chooses among what
 * is under way.
 */
function play(
  steps: readonly (readonly [Step, number])[],
  countsPresent: boolean,
): Interference & { others: number } {
  const meter = createInterferenceMeter()
  const underWay: Simulated[] = []
  // Requests that the client has given up, and the server may still count.
  const orphans: number[] = []
  let left = 1000
  let id = 0
  let others = 0
  const spend = (): number => {
    const before = left
    left = Math.max(0, left - 1)
    return countsPresent ? left : before
  }
  for (const [step, pick] of steps) {
    const at = underWay.length === 0 ? -1 : pick % underWay.length
    const chosen = underWay[at]
    if (step === 'send') {
      underWay.push({ id: ++id })
      meter.sent(id)
    } else if (step === 'count') {
      if (chosen !== undefined) chosen.remaining ??= spend()
      else if (orphans.pop() !== undefined) spend()
    } else if (step === 'other') {
      others++
      spend()
    } else if (step === 'open') {
      left = 1000
    } else if (step === 'refill') {
      left = Math.min(1000, left + 1)
    } else if (chosen !== undefined) {
      underWay.splice(at, 1)
      if (step === 'answer') {
        chosen.remaining ??= spend()
        meter.answered(chosen.id, chosen.remaining)
      } else {
        if (chosen.remaining === undefined) orphans.push(chosen.id)
        meter.lost(chosen.id)
      }
    }
  }
  return { ...meter.reading(), others }
}

const stepsOf = (...kinds: Step[]): fc.Arbitrary<(readonly [Step, number])[]> =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(20)), { maxLength: 200 })

describe('interference', () => {
  test.each([true, false])(
    'is never overstated (Remaining counts the present request: %j)',
    (countsPresent) => {
      const shared = stepsOf('send', 'send', 'count', 'answer', 'answer', 'lose', 'open', 'refill', 'other')
      fc.assert(
        fc.property(shared, (steps) => {
          const { spentByOthers, others } = play(steps, countsPresent)
          expect(spentByOthers).toBeLessThanOrEqual(others)
        }),
        { numRuns: 500 },
      )
    },
  )

  test('is counted exactly where requests follow each other within a window', () => {
    const own = [
      ['send', 0],
      ['answer', 0],
    ] as const
    const steps = [...own, ['other', 0], ...own, ...own, ['other', 0], ['other', 0], ...own] as const

    expect([play(steps, true), play(steps, false)]).toEqual([
      { suspected: true, spentByOthers: 3, others: 3 },
      { suspected: true, spentByOthers: 3, others: 3 },
    ])
  })

  test('an answer that says nothing about Remaining changes nothing', () => {
    const meter = createInterferenceMeter()
    meter.sent(1)
    meter.answered(1, undefined)
    meter.answered(99, 3)

    expect(meter.reading()).toEqual({ suspected: false, spentByOthers: 0 })
  })
})
