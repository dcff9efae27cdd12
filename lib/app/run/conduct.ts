import type { CaseDefinition } from '../../engine/case/suite.ts'
import { type FootprintEntry, settleFootprint } from '../../engine/case/footprint.ts'
import type { CaseOutcome, Observed } from '../../engine/case/outcome.ts'
import { schedule } from '../../engine/case/schedule.ts'
import type { Session } from '../../engine/case/session.ts'
import type { Ledger } from '../../engine/http/ledger.ts'
import type { ReasonKind } from '../../engine/judge/verdict.ts'
import { observations } from '../../../suites/index.ts'
import { equip, type Equipment } from './conduct/equipment.ts'
import { openSession } from './conduct/opening.ts'
import { isRejection } from './conduct/rejection.ts'
import type { Tally } from './conduct/tally.ts'
import type { ConductEvents } from './events.ts'
import type { RunOptions } from './options.ts'
import type { Target } from './target.ts'

/** The raw results of a run, from which its record is made. */
export interface Conducted {
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: readonly FootprintEntry[]
  /** Observations on open points. */
  readonly observed: readonly Observed[]
  /** Requests sent before the first case. */
  readonly explored: number
  /** Requests per second that the run slowed down to, if it did. */
  readonly rate?: number
  /** Why the run ended early. */
  readonly problem?: string
  readonly problemKind?: ReasonKind
}

/**
 * Verifies a target with some cases: preflight, discovery, phases, restoring. Rejects with a ConfigurationError if
 * nothing can be judged.
 */
export async function conduct(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  events: ConductEvents = {},
): Promise<Conducted> {
  const run = await openRun(target, cases, options, events)
  try {
    await run.perform(cases)
    return await run.conclude()
  } finally {
    run.close()
  }
}

/**
 * Preflight and discovery.
 * @param planned - all cases that may be performed
 */
export async function openRun(
  target: Target,
  planned: readonly CaseDefinition[],
  options: RunOptions,
  events: ConductEvents = {},
): Promise<OpenRun> {
  const equipment = equip(target, options, events)
  try {
    return new OpenRun(equipment, await openSession(equipment), planned, events)
  } catch (error) {
    equipment.ending.close()
    throw error
  }
}

/** A run under way: after preflight and discovery, cases are performed, all at once or in turns. */
export class OpenRun {
  private readonly equipment: Equipment
  private readonly session: Session
  private readonly planned: readonly CaseDefinition[]
  private readonly events: ConductEvents
  /** Requests sent before the first case. */
  private readonly explored: number
  private readonly outcomes: CaseOutcome[] = []

  constructor(
    equipment: Equipment,
    session: Session,
    planned: readonly CaseDefinition[],
    events: ConductEvents,
  ) {
    this.equipment = equipment
    this.session = session
    this.planned = planned
    this.events = events
    this.explored = equipment.ledger.spent().total
  }

  /** Runs some cases, phase by phase. */
  async perform(cases: readonly CaseDefinition[]): Promise<void> {
    await schedule(cases, this.session, {
      onStart: this.events.onStart,
      onOutcome: (outcome) => this.take(outcome),
    })
  }

  /** What is known by now; nothing is put back, and what only the whole run shows is not judged. */
  soFar(footprint: readonly FootprintEntry[] = []): Conducted {
    const { tally, ledger, retries, ending, options } = this.equipment
    const place = new Map(this.planned.map(({ id }, index) => [id, index]))
    const placeOf = ({ definition }: CaseOutcome): number => place.get(definition.id) ?? 0
    return {
      outcomes: this.outcomes.toSorted((a, b) => placeOf(a) - placeOf(b)),
      tally,
      ledger,
      footprint,
      observed: [...this.session.observed, ...observations(tally.lasting)],
      explored: this.explored,
      rate: retries.rate === options.rate ? undefined : retries.rate,
      problem: ending.ended?.reason,
      problemKind: ending.ended?.kind,
    }
  }

  /** Puts back what was changed, and judges what only the whole run shows. */
  async conclude(): Promise<Conducted> {
    const { ending, tally, options, journal, clientFor } = this.equipment
    ending.disarm()
    // Changes are put back also after an interruption, and with a spent allowance.
    const restorer = clientFor(options.concurrency, { unlimited: true })
    const footprint = await settleFootprint([...tally.exchanges], this.session.discovery, restorer)
    journal?.close()
    tally.conclude(this.session.discovery.other === undefined)
    if (ending.ended?.kind === 'key-rejected') tally.disregard(isRejection)
    return this.soFar(footprint)
  }

  close(): void {
    this.equipment.ending.close()
  }

  private take(outcome: CaseOutcome): void {
    const { ledger, tally } = this.equipment
    this.outcomes.push(outcome)
    const progress = {
      done: this.outcomes.length,
      total: this.planned.length,
      requests: ledger.spent().total,
    }
    this.events.onCase?.(outcome, progress, tally.findings)
  }
}
