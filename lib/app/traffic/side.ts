import type { Exchange } from '../../engine/http/exchange.ts'
import { anyPosition, type Finding } from '../../engine/judge/finding.ts'
import type { Judgement } from '../../engine/judge/judgements.ts'
import { MOST_LISTED } from '../../engine/util/bounds.ts'
import { once } from '../../engine/util/memo.ts'
import { withoutSecrets } from './secrets.ts'

/** What the traffic showed of one side: the target, or its clients. */
export interface Shown {
  /** Each kind of violation once, with its count, its first and its last exchange. */
  readonly findings: readonly Finding[]
  /** How often each requirement held, and the first exchange that shows it. */
  readonly held: ReadonlyMap<string, { readonly count: number; readonly evidence: readonly number[] }>
}

/** Violations of one requirement that are alike. */
interface Kind {
  readonly finding: Finding
  readonly first: Exchange
  last?: Exchange
  count: number
}

/** What was found on one side, in bounded memory. */
export class Side {
  /** By requirement, then by place and status. */
  private readonly kinds = new Map<string, Map<string, Kind>>()
  private readonly passes = new Map<string, { count: number; readonly first: Exchange }>()

  /** @param hidden - requirements that the exchange does not show */
  take({ held, findings }: Judgement, exchange: Exchange, hidden: ReadonlySet<string>): void {
    const stored = once(() => withoutSecrets(exchange))
    for (const [id, times] of held) if (!hidden.has(id)) this.pass(id, times, stored)
    for (const finding of findings) if (!hidden.has(finding.requirement)) this.note(finding, stored)
  }

  private pass(id: string, times: number, stored: () => Exchange): void {
    const known = this.passes.get(id)
    if (known === undefined) this.passes.set(id, { count: times, first: stored() })
    else known.count += times
  }

  private note(finding: Finding, stored: () => Exchange): void {
    const { requirement, where, pointer = '', status = '', count } = finding
    const name = `${where} ${anyPosition(pointer)} ${status}`
    const kinds = this.kinds.get(requirement) ?? new Map<string, Kind>()
    this.kinds.set(requirement, kinds)
    // Of more kinds than a record lists, the others are counted with the last one.
    const known = kinds.get(name) ?? (kinds.size < MOST_LISTED ? undefined : [...kinds.values()].at(-1))
    if (known === undefined) {
      kinds.set(name, { finding, first: stored(), count })
      return
    }
    known.last = stored()
    known.count += count
  }

  shown(): Shown {
    const findings = this.violations().map(({ finding, first, last, count }) => ({
      ...finding,
      unsure: undefined,
      exchanges: last === undefined ? [first.id] : [first.id, last.id],
      count,
    }))
    const held = [...this.passes].map(
      ([id, { count, first }]) => [id, { count, evidence: [first.id] }] as const,
    )
    return { findings, held: new Map(held) }
  }

  /** The exchanges that {@link shown} names. */
  kept(): Exchange[] {
    const ofViolations = this.violations().flatMap(({ first, last }) =>
      last === undefined ? [first] : [first, last],
    )
    return [...ofViolations, ...[...this.passes.values()].map(({ first }) => first)]
  }

  /** What one exchange leaves unsure is a violation where another one shows it, too. */
  private violations(): Kind[] {
    const all = [...this.kinds.values()].flatMap((kinds) => [...kinds.values()])
    return all.filter(({ finding, last }) => finding.unsure !== true || last !== undefined)
  }
}
