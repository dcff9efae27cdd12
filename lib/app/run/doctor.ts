import { CLOCKS_DIFFER_MS } from '../../../suites/support/clock.ts'
import { endOf, type Exchange, servedAt } from '../../engine/http/exchange.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { count } from '../../engine/util/text.ts'
import { data, endpoints, keys } from './doctor/answers.ts'
import { type Check, type CheckResult, missingCheck, notedCheck, wrongCheck } from './doctor/check.ts'
import { Run } from './conduct.ts'
import type { RunOptions } from './options.ts'
import { SCOPE } from './scope.ts'
import { selectionOf } from './selection.ts'
import { openTarget } from './open-target.ts'
import type { Target } from './target.ts'

export type { CheckResult } from './doctor/check.ts'

export interface Examination {
  readonly findings: readonly CheckResult[]
  /** Requests sent, over all keys. */
  readonly requests: number
}

/** What is looked at, in the order in which it is told. */
const CHECKS: readonly Check[] = [tls, clock, keys, endpoints, data]

/**
 * Asks in about a dozen requests whether a target can be verified. What prevents a run is a finding, not an error.
 */
export async function examine(
  options: RunOptions,
  onFinding: (finding: CheckResult) => void,
): Promise<Examination> {
  const { cases } = selectionOf(SCOPE, options)
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
    const run = new Run(target, [], { ...options, floor: 0 })
    exchanges = run.tally.exchanges
    const { client, path, discovery } = await run.explore().finally(() => run.close())
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

/** What is examined, where that is not plain from the options. */
function whichTarget({ embedded }: Target): CheckResult[] {
  if (!embedded) return []
  return [
    notedCheck(
      'target',
      'no base URL is given, so this is the embedded reference service, in this process: not a server of yours',
      'set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY in the environment or in .env',
    ),
  ]
}

/** Whether keys travel encrypted, and to whom. */
function tls({ target: { baseUrl, embedded }, options: { insecure } }: Parameters<Check>[0]): CheckResult[] {
  if (embedded || /^http:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl)) return []
  if (!baseUrl.startsWith('https:'))
    return [missingCheck('TLS', 'plain HTTP: keys travel in the clear', 'use https')]
  return insecure ? [missingCheck('TLS', 'the certificate is not verified (--insecure)')] : []
}

/** Whether the clock of the target agrees with that of this machine. */
function clock({ proof }: Parameters<Check>[0]): CheckResult[] {
  const off = (servedAt(proof) ?? endOf(proof)) - endOf(proof)
  if (Math.abs(off) <= CLOCKS_DIFFER_MS) return []
  const seconds = count(Math.round(Math.abs(off) / 1000), 'second')
  return [
    missingCheck(
      'clock',
      `the target is ${seconds} ${off > 0 ? 'ahead of' : 'behind'} this machine`,
      'set both by NTP: windows of the rate limit and dates near now are judged with the clock',
    ),
  ]
}
