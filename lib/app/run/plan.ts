import { affordable } from '../../engine/case/allowance.ts'
import type { Discovery } from '../../engine/case/discovery.ts'
import { meet } from '../../engine/case/needs.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { KeyLabel } from '../../engine/http/exchange.ts'
import type { Ledger } from '../../engine/http/ledger.ts'
import { conduct } from './conduct.ts'
import { exploreTarget } from './conduct/opening.ts'
import { inProcessTarget } from './in-process.ts'
import { openTarget, type Target } from './target.ts'
import type { RunOptions } from './options.ts'
import { allowanceOf } from './quota.ts'
import { selectCases } from './selection.ts'
import { scopeOf } from './scope.ts'

/** What a run would spend, and which requirements it could not exercise. */
export interface Plan {
  /** Requests with each key, those of discovery included. */
  readonly bill: Readonly<Partial<Record<KeyLabel, number>>>
  readonly cases: readonly { readonly id: string; readonly title: string; readonly cost: number }[]
  readonly inconclusive: readonly { readonly requirement: string; readonly reason: string }[]
  /** Requests that the plan itself sent with the key under test. */
  readonly discoveryRequests: number
  /** Requests that the run may still send with the key under test. */
  readonly spendable: number
}

/**
 * Plans a run after discovery alone. Its cost is measured on the embedded service, without requests to the target.
 */
export async function planRun(options: RunOptions, signal?: AbortSignal): Promise<Plan> {
  const scope = await scopeOf(options)
  const target = await openTarget(options)
  try {
    const { discovery, ledger } = await exploreTarget(target, options, { signal })
    const chosen = selectCases(scope, options)
    const possible = chosen.filter(({ needs }) => meet(needs, discovery).met)
    return {
      bill: await rehearse(possible, target.keys, options),
      cases: chosen.map(({ id, title, cost }) => ({ id, title, cost })),
      inconclusive: prospectsOf(chosen, discovery, ledger, options),
      discoveryRequests: ledger.spent().byKey.main ?? 0,
      spendable: ledger.spendable(),
    }
  } finally {
    await target.close()
  }
}

/** Requirements that a run could not exercise: an unmet need, or too small an allowance. */
function prospectsOf(
  chosen: readonly CaseDefinition[],
  discovery: Discovery,
  ledger: Ledger,
  options: RunOptions,
): Plan['inconclusive'] {
  const { left, price, shortage } = allowanceOf(ledger, options)
  const possible = chosen.filter(({ needs }) => meet(needs, discovery).met)
  const reached = affordable(possible, left(), price)
  const verified = new Set([...reached].flatMap(({ requirements }) => requirements))
  const reasons = new Map<string, string>()
  for (const { needs, requirements } of chosen.filter((definition) => !reached.has(definition))) {
    const prospect = meet(needs, discovery)
    const reason = prospect.met ? shortage() : prospect.reason
    for (const requirement of requirements) if (!verified.has(requirement)) reasons.set(requirement, reason)
  }
  return [...reasons].map(([requirement, reason]) => ({ requirement, reason }))
}

/**
 * The requests that cases send to the embedded service in process: the best estimate for a target with the same keys.
 */
async function rehearse(
  cases: readonly CaseDefinition[],
  keys: Target['keys'],
  options: RunOptions,
): Promise<Plan['bill']> {
  const service = inProcessTarget()
  const { main, other, exhaustible } = service.keys
  const held = { main, other: keys.other && other, exhaustible: keys.exhaustible && exhaustible }
  try {
    const boundless = { ...options, budget: 1_000_000, floor: 0, wait: false }
    const { ledger } = await conduct({ ...service, keys: held }, cases, boundless)
    return ledger.spent().byKey
  } finally {
    await service.close()
  }
}
