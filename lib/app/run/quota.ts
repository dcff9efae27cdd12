import type { Middleware } from '../../engine/http/client.ts'
import { isLimited } from '../../engine/http/exchange.ts'
import type { Ledger } from '../../engine/http/ledger.ts'
import type { Clock } from '../../engine/http/patience.ts'
import { LISTS } from '../../engine/contract/operations.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { count } from '../../engine/util/text.ts'

function openingOf(ledger: Ledger, nowMs: number): string {
  const ms = ledger.resetIn(nowMs)
  if (ms === undefined) return 'the target does not say when the window opens (--wait waits for it)'
  // Targets round up to whole seconds: a fraction is not another minute.
  const minutes = Math.max(1, Math.ceil(Math.floor(ms / 1000) / 60))
  return `the window opens in ${count(minutes, 'minute')} (--wait waits for it)`
}

const FOR_DISCOVERY = 1 + LISTS.length

/** Whether the allowance of the key does not even cover discovery. */
export function hasShortage(ledger: Ledger): boolean {
  return ledger.shortBy(FOR_DISCOVERY) === 'floor'
}

/**
 * Throws if the allowance does not even cover discovery.
 * @param waits - whether the run waits for the next window
 */
export function refuseShortage(ledger: Ledger, waits: boolean): void {
  const { budget, floor } = ledger.limits
  const short = ledger.shortBy(FOR_DISCOVERY)
  if (short === 'budget')
    throw new ConfigurationError(
      `a budget of ${budget} requests does not even reach for discovery: raise --budget`,
    )
  if (short === 'floor' && !waits) {
    throw new ConfigurationError(
      `the key in CONFORMANCE_API_KEY has ${ledger.remaining()} requests left in this hour, and ${floor} are to stay unspent (--floor): ${openingOf(ledger, Date.now())}`,
    )
  }
}

/**
 * Clocks differ: the run looks a minute after the window should be open, or, if no header says when, every
 * minute.
 */
const MINUTE_MS = 60_000

interface WindowWait {
  readonly signal: AbortSignal
  readonly onWait?: (ms: number) => void
  /** Resolves after some milliseconds, or when the signal is aborted. */
  readonly pause: Clock['pause']
  readonly now?: () => number
}

/**
 * Sends a request again when the window of the key under test has opened, if the request was not sent or was
 * a read that got 429. All requests wait for a window together. No request waits if the budget is used up or
 * the run was ended.
 */
export function waitingForWindow(ledger: Ledger, waiting: WindowWait): Middleware {
  const { signal, pause, onWait, now = Date.now } = waiting
  let opened: Promise<void> | undefined
  const open = async (): Promise<void> => {
    const ms = Math.max(0, ledger.resetIn(now()) ?? 0) + MINUTE_MS
    onWait?.(ms)
    await pause(ms)
    opened = undefined
    ledger.renew()
  }
  return async (spec, next) => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the next try comes when the window has opened
      const exchange = await next(spec)
      const isSpent = exchange.failure?.kind === 'budget' || (isLimited(exchange) && spec.method === 'GET')
      if (!isSpent || ledger.shortBy() !== 'floor') return exchange
      opened ??= open()
      // oxlint-disable-next-line no-await-in-loop
      await opened
      if (signal.aborted) return exchange
    }
  }
}
