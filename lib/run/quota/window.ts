import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Ledger } from '../../http/ledger.ts'

/** Where the target does not say when its window opens, it is asked again after this time, and after twice as much each time. */
const FIRST_WAIT_MS = 5_000
const LONGEST_BLIND_WAIT_MS = 300_000
/** A window does not open before its second is over. */
const MARGIN_MS = 1_000

export interface Waiting {
  readonly signal: AbortSignal
  /** Told before each wait. */
  readonly onWait?: (ms: number) => void
  readonly now?: () => number
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Waits for the rate-limit window of the key under test, once for all who ask meanwhile. Gives whether it is worth asking the ledger
 * again: not where the budget is what is short, or where the run was ended.
 */
export function windowOpener(ledger: Ledger, waiting: Waiting): () => Promise<boolean> {
  const { signal, now = Date.now, sleep = sleepQuietly } = waiting
  let waits: Promise<boolean> | undefined
  let blindMs = FIRST_WAIT_MS
  let sentBefore = -Infinity

  const wait = async (): Promise<boolean> => {
    const told = ledger.resetIn(now())
    // A window that was said to be open and is not: the target's word is not to be relied on.
    const trusted = told !== undefined && told > 0 && ledger.spent().total - sentBefore > 1
    const ms = trusted ? told + MARGIN_MS : Math.max(told ?? 0, blindMs)
    blindMs = trusted ? FIRST_WAIT_MS : Math.min(2 * blindMs, LONGEST_BLIND_WAIT_MS)
    sentBefore = ledger.spent().total
    waiting.onWait?.(ms)
    await sleep(ms, signal)
    ledger.renew()
    return true
  }

  return async () => {
    if (signal.aborted || ledger.shortBy() !== 'floor') return false
    waits ??= wait()
      .catch(() => false)
      .finally(() => {
        waits = undefined
      })
    return waits
  }
}

function sleepQuietly(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleepFor(ms, undefined, { signal, ref: true })
}
