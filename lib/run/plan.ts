import type { KeyLabel } from '../http/exchange.ts'
import { meet } from '../harness/needs.ts'
import { requirement } from '../catalogue/index.ts'
import { CASES } from '../../suites/index.ts'
import { reconnoitre } from './conduct.ts'
import type { Profile, RunOptions } from './options.ts'
import { selectCases } from './selection.ts'
import { openTarget } from './target.ts'

/** What a run would spend, and what it could not exercise. */
export interface Plan {
  readonly bill: readonly {
    readonly key: KeyLabel
    readonly part: number
    readonly profile: Profile
    readonly requests: number
  }[]
  readonly cases: readonly { readonly id: string; readonly title: string; readonly cost: number }[]
  readonly inconclusive: readonly { readonly requirement: string; readonly reason: string }[]
  /** Requests that the plan itself has spent. */
  readonly discoveryRequests: number
}

/** Plans a run after discovery alone. */
export async function planRun(options: RunOptions, signal?: AbortSignal): Promise<Plan> {
  const target = await openTarget(options)
  try {
    const { discovery, ledger } = await reconnoitre(target, options, signal)
    const bill: { key: KeyLabel; part: number; profile: Profile; requests: number }[] = []
    for (const profile of ['smoke', 'standard', 'full'] as const) {
      const byPart = new Map<number, number>()
      for (const definition of selectCases(CASES, { ...options, profile })) {
        if (!meet(definition.needs, discovery).met) continue
        const { part } = requirement(definition.requirements[0])
        byPart.set(part, (byPart.get(part) ?? 0) + definition.cost)
      }
      for (const [part, requests] of [...byPart].sort(([a], [b]) => a - b))
        bill.push({ key: 'main', part, profile, requests })
    }
    const chosen = selectCases(CASES, options)
    return {
      bill,
      cases: chosen.map(({ id, title, cost }) => ({ id, title, cost })),
      inconclusive: chosen.flatMap((definition) => {
        const prospect = meet(definition.needs, discovery)
        return prospect.met
          ? []
          : definition.requirements.map((id) => ({ requirement: id, reason: prospect.reason }))
      }),
      discoveryRequests: ledger.spent().byKey.main ?? 0,
    }
  } finally {
    await target.close()
  }
}
