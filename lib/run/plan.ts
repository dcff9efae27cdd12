import type { KeyLabel } from '../http/exchange.ts'
import { affordable } from '../harness/allowance.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { Api, Discovery } from '../harness/api.ts'
import type { Ledger } from '../http/ledger.ts'
import { affordableFuzzRuns, allowanceOf, shortageOf } from './quota/allowance.ts'
import { reconnoitre } from './conduct.ts'
import { casesOf } from './cases.ts'
import type { Profile, RunOptions } from './options.ts'
import { defaultsOf } from './profiles.ts'
import { rehearse } from './quota/rehearsal.ts'
import { selectCases } from './selection.ts'
import { shardOf } from './shard.ts'
import type { Setup } from './setup.ts'
import { openTarget, type Target } from './target.ts'

/** What a run would spend, and what it could not exercise. */
export interface Plan {
  /** Requests by key, part and profile; without a part, those that look around before the first case. */
  readonly bill: readonly {
    readonly key: KeyLabel
    readonly part?: number
    readonly profile: Profile
    readonly requests: number
  }[]
  readonly cases: readonly { readonly id: string; readonly title: string; readonly cost: number }[]
  readonly inconclusive: readonly { readonly requirement: string; readonly reason: string }[]
  /** Requests on the key under test that the plan itself has spent. */
  readonly discoveryRequests: number
  /** Requests that the chosen profile may still spend on the key under test. */
  readonly spendable: number
}

const PROFILES = ['smoke', 'standard', 'full'] as const

/** Plans a run after discovery alone. What it would cost is found out on the embedded service, without a request to the target. */
export async function planRun(setup: Setup, options: RunOptions, signal?: AbortSignal): Promise<Plan> {
  const cases = await casesOf(setup, options)
  const target = await openTarget(setup, options)
  try {
    const { discovery, ledger } = await reconnoitre(target, options, signal)
    const chosen = shardOf(selectCases(cases, options, setup.api.catalogue), options.shard)
    return {
      bill: await billOf(setup, cases, target, discovery, options),
      cases: chosen.map(({ id, title, cost }) => ({ id, title, cost })),
      inconclusive: prospectsOf(setup.api, chosen, discovery, ledger, options),
      discoveryRequests: ledger.spent().byKey.main ?? 0,
      spendable: ledger.spendable(),
    }
  } finally {
    await target.close()
  }
}

async function billOf(
  setup: Setup,
  cases: readonly CaseDefinition[],
  { keys }: Target,
  discovery: Discovery,
  options: RunOptions,
): Promise<Plan['bill']> {
  const bill: Plan['bill'][number][] = []
  const alone = discovery.other === undefined
  for (const profile of PROFILES) {
    const terms =
      profile === options.profile ? options : { ...options, ...defaultsOf(profile, alone), profile }
    const own = shardOf(selectCases(cases, terms, setup.api.catalogue), terms.shard)
    const possible = own.filter(({ needs }) => setup.api.meet(needs, discovery).met)
    const fuzzRuns = affordableFuzzRuns(possible, terms.budget, terms, alone)
    // oxlint-disable-next-line no-await-in-loop -- each rehearsal takes all of the processor
    const spent = await rehearse(setup, possible, keys, { ...terms, fuzzRuns })
    bill.push(...spent.map((item) => ({ ...item, profile })))
  }
  return bill
}

/** What a run could not exercise: for want of something, or of requests. */
function prospectsOf(
  api: Api,
  chosen: readonly CaseDefinition[],
  discovery: Discovery,
  ledger: Ledger,
  options: RunOptions,
): Plan['inconclusive'] {
  const alone = discovery.other === undefined
  const fuzzRuns = affordableFuzzRuns(chosen, ledger.spendable(), options, alone)
  const { left, price } = allowanceOf(ledger, { ...options, fuzzRuns }, alone)
  const possible = chosen.filter(({ needs }) => api.meet(needs, discovery).met)
  const reached = affordable(possible, left(), price)
  const verified = new Set([...reached].flatMap(({ requirements }) => requirements))
  const reasons = new Map<string, string>()
  for (const { needs, requirements } of chosen.filter((definition) => !reached.has(definition))) {
    const prospect = api.meet(needs, discovery)
    const reason = prospect.met ? shortageOf(ledger, options, Date.now()) : prospect.reason
    for (const requirement of requirements) if (!verified.has(requirement)) reasons.set(requirement, reason)
  }
  return [...reasons].map(([requirement, reason]) => ({ requirement, reason }))
}
