import type { Client } from '../../http/client.ts'
import type { Ledger } from '../../http/ledger.ts'
import { openingOf } from './allowance.ts'
import { ConfigurationError, type RunOptions } from '../options.ts'

/** Requests that looking at a workspace takes, after the first one. */
const DISCOVERY_REQUESTS = 6

/** A key with no more than this left looks spent. */
const LOOKS_SPENT = 10

/** Where a key looks spent, asks twice more: a service that tells what was spent, instead of what is left, is not to go unjudged. */
export async function lookTwice(ledger: Ledger, client: Client, path: string): Promise<void> {
  if ((ledger.remaining() ?? Infinity) > LOOKS_SPENT) return
  await client.send({ method: 'GET', path, key: 'main' })
  await client.send({ method: 'GET', path, key: 'main' })
}

/** Throws where the allowance does not even reach for looking around. */
export function refuseShortage(ledger: Ledger, { budget, floor, wait }: RunOptions): void {
  const short = ledger.shortBy(DISCOVERY_REQUESTS)
  if (short === 'budget')
    throw new ConfigurationError(
      `a budget of ${budget} requests does not even reach for discovery: raise --budget`,
    )
  if (short === 'floor' && !wait) {
    throw new ConfigurationError(
      `the key in CONFORMANCE_API_KEY has ${ledger.remaining()} requests left in this hour, and ${floor} are to stay unspent (--floor): ${openingOf(ledger, Date.now())}`,
    )
  }
}
