import { affordable } from '../harness/allowance.ts'
import type { Discovery } from '../harness/discovery.ts'
import { meet } from '../harness/needs.ts'
import type { CaseDefinition } from '../harness/suite.ts'
import type { KeyLabel } from '../http/exchange.ts'
import type { Ledger } from '../http/ledger.ts'
import type { Catalogue } from '../judge/requirement.ts'
import { conduct, type Conducted } from './conduct.ts'
import { exploreTarget } from './conduct/opening.ts'
import { inProcessTarget } from './in-process.ts'
import { openTarget, type Target } from './target.ts'
import type { Profile, RunOptions } from './options.ts'
import { allowanceOf } from './quota.ts'
import { selectCases } from './selection.ts'
import { scopeOf } from './scope.ts'

/** Requests of one key for one part of the specification; those of discovery have no part. */
interface Spent {
  readonly key: KeyLabel
  readonly part?: number
  readonly requests: number
}

/** What a run would spend, and which requirements it could not exercise. */
export interface Plan {
  readonly bill: readonly (Spent & { readonly profile: Profile })[]
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
    const { discovery, ledger } = await exploreTarget(target, options, signal)
    const chosen = selectCases(scope, options)
    const possible = chosen.filter(({ needs }) => meet(needs, discovery).met)
    const spent = await rehearse(scope.catalogue, possible, target.keys, options)
    return {
      bill: spent.map((item) => ({ ...item, profile: options.profile })),
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
  catalogue: Catalogue,
  cases: readonly CaseDefinition[],
  keys: Target['keys'],
  options: RunOptions,
): Promise<Spent[]> {
  const service = inProcessTarget()
  const { main, other, exhaustible } = service.keys
  const held = { main, other: keys.other && other, exhaustible: keys.exhaustible && exhaustible }
  try {
    const boundless = { ...options, budget: 1_000_000, floor: 0, wait: false }
    return spentBy(catalogue, await conduct({ ...service, keys: held }, cases, boundless))
  } finally {
    await service.close()
  }
}

/** Each request counts for the part of the first case that used it. */
function spentBy(catalogue: Catalogue, { outcomes, tally, explored }: Conducted): Spent[] {
  const partOf = new Map<number, number>()
  for (const { definition, exchanges } of outcomes) {
    const { part } = catalogue.get(definition.requirements[0])
    for (const id of exchanges) if (!partOf.has(id)) partOf.set(id, part)
  }
  const sums = new Map<string, Spent>()
  for (const { id, key } of tally.exchanges) {
    const part = id <= explored ? undefined : (partOf.get(id) ?? 4)
    const name = `${key} ${part}`
    const requests = (sums.get(name)?.requests ?? 0) + 1
    sums.set(name, { key, part, requests })
  }
  return [...sums.values()]
}
