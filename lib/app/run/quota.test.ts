import { expect, test } from 'vitest'
import type { Exchange } from '../../engine/http/exchange.ts'
import { Ledger } from '../../engine/http/ledger.ts'
import { answered, unanswered } from '../../engine/http/testing/exchange.ts'
import { waitingForWindow } from './quota.ts'

const GET = { method: 'GET', path: '/me' }
const NOT_SENT: Exchange = { ...unanswered(0), failure: { kind: 'budget', message: 'not sent' } }

/** Sends a request that is not sent before a window has opened; resolves with what it got, and the waits in milliseconds. */
async function sent(
  left: number,
  { reset, budget = 1000, signal = new AbortController().signal, windows = 1 }: Given = {},
): Promise<{ got: Exchange['failure']; slept: readonly number[] }> {
  const ledger = new Ledger({ budget, floor: 100 })
  const state = (id: number): void => {
    ledger.sent(id, 'main')
    ledger.note(
      answered(id, [
        ['X-RateLimit-Remaining', String(left)],
        ...(reset === undefined ? [] : ([['X-RateLimit-Reset', reset]] as const)),
      ]),
    )
  }
  const slept: number[] = []
  const pause = async (ms: number): Promise<void> => void slept.push(ms)
  const waits = waitingForWindow(ledger, { signal, pause, now: () => 1_000_000 })
  let id = 0
  const ask = (): Promise<Exchange> =>
    waits(GET, async () => {
      if (slept.length >= windows) return answered(++id, [])
      state(++id)
      return NOT_SENT
    })
  const [{ failure }] = await Promise.all([ask(), ask()])
  return { got: failure, slept }
}

interface Given {
  readonly reset?: string
  readonly budget?: number
  readonly signal?: AbortSignal
  readonly windows?: number
}

test('all requests wait together as long as Reset says, and are then sent', async () => {
  expect(await sent(100, { reset: '600' })).toEqual({ got: undefined, slept: [660_000] })
})

test('a minute is waited for each time where the target does not say how long', async () => {
  expect(await sent(50, { windows: 3 })).toEqual({ got: undefined, slept: [60_000, 60_000, 60_000] })
})

test.each<[string, Given, number]>([
  ['the budget is what is short', { budget: 0 }, 0],
  ['the run was ended', { signal: AbortSignal.abort() }, 1],
])('nothing more is sent where %s', async (_, given, waits) => {
  const { got, slept } = await sent(50, given)
  expect([got?.kind, slept.length]).toEqual(['budget', waits])
})
