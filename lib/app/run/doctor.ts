import type { Exchange } from '../../engine/http/exchange.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { data, endpoints, keys } from './doctor/answers.ts'
import { type Check, type CheckResult, wrongCheck } from './doctor/check.ts'
import { cache, clock, tls, webhooks, whichTarget } from './doctor/connection.ts'
import { Run } from './conduct.ts'
import type { RunOptions } from './options.ts'
import { SCOPE } from './scope.ts'
import { selectCases } from './selection.ts'
import { openTarget } from './target.ts'

export type { CheckResult } from './doctor/check.ts'

export interface Examination {
  readonly findings: readonly CheckResult[]
  /** Requests sent, over all keys. */
  readonly requests: number
}

/** What is looked at, in the order in which it is told. Nothing is waited for that nothing causes. */
const CHECKS: readonly Check[] = [tls, clock, cache, keys, endpoints, data, webhooks]

const MOST_REQUESTS = 20

/**
 * Asks in about a dozen requests, and at most twenty, whether a target can be verified. What prevents a run is a
 * finding, not an error.
 */
export async function examine(
  options: RunOptions,
  onFinding: (finding: CheckResult) => void,
): Promise<Examination> {
  const cases = selectCases(SCOPE, options)
  const target = await openTarget(options)
  const findings: CheckResult[] = []
  let exchanges: readonly Exchange[] = []
  const tell = (some: readonly CheckResult[]): void => {
    for (const one of some.map(target.scrub.deep)) {
      findings.push(one)
      onFinding(one)
    }
  }
  try {
    tell(whichTarget(target))
    const few = { ...options, budget: MOST_REQUESTS, floor: 0 }
    const run = new Run(target, [], few)
    exchanges = run.tally.exchanges
    const { client, path, discovery } = await run.explore({ otherKey: false }).finally(() => run.close())
    const proof = await client.send({ method: 'GET', path, key: 'main' })
    const examined = { target, options, catalogue: SCOPE.catalogue, cases, client, proof, discovery }
    // oxlint-disable-next-line no-await-in-loop -- what is told first is looked at first
    for (const check of CHECKS) tell(await check(examined))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    tell([wrongCheck('address', error.message)])
  } finally {
    await target.close()
  }
  return { findings, requests: exchanges.length }
}
