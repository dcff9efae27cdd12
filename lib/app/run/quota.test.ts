import { expect, test } from 'vitest'
import { Ledger } from '../../engine/http/ledger.ts'
import { answered } from '../../engine/http/testing/exchange.ts'
import { windowOpener } from './quota.ts'

/** A ledger whose key has this many requests left, and says when its window opens. */
function ledgerAt(remaining: number, reset?: string): Ledger {
  const ledger = new Ledger({ budget: 1000, floor: 100 })
  ledger.sent(1, 'main')
  ledger.note(
    answered(1, [
      ['X-RateLimit-Limit', '1000'],
      ['X-RateLimit-Remaining', String(remaining)],
      ...(reset === undefined ? [] : ([['X-RateLimit-Reset', reset]] as const)),
    ]),
  )
  return ledger
}

const GOING = new AbortController().signal
const now = (): number => 1_000_000
const pause = (): Promise<never> => Promise.reject(new Error('nobody is to sleep'))

test('waits as long as Reset says, and then the allowance is open', async () => {
  const slept: number[] = []
  const ledger = ledgerAt(100, '600')
  const open = windowOpener(ledger, { signal: GOING, now, pause: async (ms) => void slept.push(ms) })

  expect(ledger.shortBy()).toBe('floor')
  expect(await Promise.all([open(), open(), open()])).toEqual([true, true, true])
  expect(slept).toEqual([660_000])
  expect(ledger.shortBy()).toBeUndefined()
})

test('waits a minute each time where the target does not say how long', async () => {
  const slept: number[] = []
  let id = 1
  const ledger = ledgerAt(50)
  const open = windowOpener(ledger, { signal: GOING, now, pause: async (ms) => void slept.push(ms) })
  for (let round = 0; round < 3; round++) {
    await open()
    ledger.sent(++id, 'main')
    ledger.note(answered(id, [['X-RateLimit-Remaining', '50']]))
  }

  expect(slept).toEqual(Array.from({ length: 3 }, () => 60_000))
})

test('does not wait where the budget is what is short, nor when the run was ended', async () => {
  const spent = new Ledger({ budget: 0, floor: 100 })

  expect(await windowOpener(spent, { signal: GOING, pause })()).toBe(false)
  expect(await windowOpener(ledgerAt(50), { signal: AbortSignal.abort(), pause })()).toBe(false)
})

test('gives up where the run is ended meanwhile', async () => {
  const controller = new AbortController()
  const pause = async (): Promise<void> => controller.abort()

  expect(await windowOpener(ledgerAt(50, '3600'), { signal: controller.signal, pause, now })()).toBe(false)
})
