import { discover } from '../harness/discovery.ts'
import { Memo } from '../harness/run-store.ts'
import { type Client, createClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { Ledger } from '../http/ledger.ts'
import { CONTRACT } from '../spec/api.ts'
import { ConfigurationError } from '../util/errors.ts'
import { data, endpoints, keys } from './doctor/answers.ts'
import { type Check, type Examined, type Finding, wrong } from './doctor/check.ts'
import { cache, clock, tls, webhooks, whichTarget } from './doctor/connection.ts'
import { furtherHeaders } from './conduct/equipment.ts'
import type { RunOptions } from './options.ts'
import { preflight } from './preflight.ts'
import { scopeOf } from './scope.ts'
import { selectCases } from './selection.ts'
import { openTarget, type Target } from './target.ts'
import { scrubberFor } from './scrubber.ts'

export type { Finding } from './doctor/check.ts'

export interface Examination {
  readonly findings: readonly Finding[]
  /** Requests sent, over all keys. */
  readonly requests: number
}

/** What is looked at, in the order in which it is told. Nothing is waited for that nothing causes. */
const CHECKS: readonly Check[] = [tls, clock, cache, keys, endpoints, data, webhooks]

/**
 * Asks in about a dozen requests, and at most twenty, whether a target can be verified. What prevents a run is a
 * finding, not an error.
 */
export async function examine(
  options: RunOptions,
  onFinding: (finding: Finding) => void,
): Promise<Examination> {
  const cases = selectCases(await scopeOf(options), options)
  const target = await openTarget(options)
  const findings: Finding[] = []
  const exchanges: Exchange[] = []
  const scrub = scrubberFor(target, options)
  const tell = (some: readonly Finding[]): void => {
    for (const one of some.map(scrub.deep)) {
      findings.push(one)
      onFinding(one)
    }
  }
  try {
    tell(whichTarget(target))
    const examined = { target, options, cases, ...(await reach(target, options, exchanges)) }
    // oxlint-disable-next-line no-await-in-loop -- what is told first is looked at first
    for (const check of CHECKS) tell(await check(examined))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    tell([wrong('address', error.message)])
  } finally {
    await target.close()
  }
  return { findings, requests: exchanges.length }
}

/**
 * Looks for the API, and around in it.
 * @throws ConfigurationError if nothing shows it
 */
async function reach(
  target: Target,
  options: RunOptions,
  exchanges: Exchange[],
): Promise<Pick<Examined, 'client' | 'proof' | 'discovery'>> {
  const direct = createClient({
    baseUrl: target.baseUrl,
    transport: target.transport,
    keys: target.keys,
    ledger: new Ledger({ budget: 20, floor: 0 }),
    match: (method, path) => CONTRACT.match(method, path)?.operation,
    onExchange: (exchange) => exchanges.push(exchange),
    concurrency: options.concurrency,
    furtherHeaders: furtherHeaders(target, options),
  })
  const memo = new Memo()
  const client: Client = { send: (spec) => memo.recall(spec, () => direct.send(spec)) }
  const path = await preflight(client, target.baseUrl)
  return {
    client,
    proof: await client.send({ method: 'GET', path, key: 'main' }),
    discovery: await discover({
      send: (spec) => client.send(spec),
      hasOtherKey: false,
      capabilities: {
        writes: true,
        exhaustibleKey: target.keys.exhaustible !== undefined,
        apex: target.apexUrl !== undefined,
        webhooks: target.webhooks,
      },
    }),
  }
}
