import type { CaseDefinition } from '../../harness/case.ts'
import type { KeyLabel } from '../../http/exchange.ts'
import { type Conducted, conduct } from '../conduct.ts'
import { inProcessTarget } from '../in-process.ts'
import type { RunOptions } from '../options.ts'
import type { Setup } from '../setup.ts'
import type { Target } from '../target.ts'

/** Requests of one key on one part of the specification; without a part, those that look around before the first case. */
export interface Spent {
  readonly key: KeyLabel
  readonly part?: number
  readonly requests: number
}

/**
 * What cases spend on the embedded service, in process and so without a request to anybody: the best estimate of what they spend on a
 * target that has the same keys.
 */
export async function rehearse(
  setup: Setup,
  cases: readonly CaseDefinition[],
  keys: Target['keys'],
  options: RunOptions,
): Promise<Spent[]> {
  const service = inProcessTarget(setup)
  const { main, other, exhaustible } = service.keys
  const target = {
    ...service,
    keys: {
      ...(main === undefined ? {} : { main }),
      ...(other === undefined || keys.other === undefined ? {} : { other }),
      ...(exhaustible === undefined || keys.exhaustible === undefined ? {} : { exhaustible }),
    },
  }
  const drains = cases.filter(({ needs }) => needs.includes('exhaustibleKey'))
  const others = cases.filter((definition) => !drains.includes(definition))
  try {
    const spent = spentBy(await conduct(target, others, { ...options, ...BOUNDLESS }))
    return drains.length === 0 ? spent : [...spent, drained(setup, drains)]
  } finally {
    await service.close()
  }
}

/** What emptying a key takes is known. */
function drained({ api }: Setup, cases: readonly CaseDefinition[]): Spent {
  const [id = ''] = cases.flatMap(({ requirements }) => requirements)
  return { key: 'exhaustible', part: api.catalogue.get(id).part, requests: api.hourlyLimit + 1 }
}

const BOUNDLESS = { budget: 1_000_000, floor: 0, wait: false, concurrency: 8 } as const

/** Each request counts for the part of the first case that looked at it. */
function spentBy({ api, outcomes, tally, explored }: Conducted): Spent[] {
  const partOf = new Map<number, number>()
  for (const { definition, exchanges } of outcomes) {
    const { part } = api.catalogue.get(definition.requirements[0])
    for (const id of exchanges) if (!partOf.has(id)) partOf.set(id, part)
  }
  const sums = new Map<string, Spent>()
  for (const { id, key } of tally.exchanges) {
    const part = id <= explored ? undefined : (partOf.get(id) ?? 4)
    const name = `${key} ${part}`
    const requests = (sums.get(name)?.requests ?? 0) + 1
    sums.set(name, { key, ...(part === undefined ? {} : { part }), requests })
  }
  return [...sums.values()]
}
