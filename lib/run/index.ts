import type { Requirement } from '../judge/requirement.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import { assemble, type RunOutcome } from './record/assemble.ts'
import { setupOf } from './cases.ts'
import { conduct } from './conduct.ts'
import type { RunOptions } from './options.ts'
import { selectCases } from './selection.ts'
import type { Plan } from './plan.ts'
import { planRun } from './plan.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'
import { withSymptoms } from './record/symptoms.ts'
import type { Setup } from './setup.ts'
import { openTarget, scrubberFor, type Target } from './target.ts'

export { setupOf } from './cases.ts'
export type { RunOutcome } from './record/assemble.ts'
export { planRun, type Plan } from './plan.ts'

/** The progress of a run. */
export interface Progress {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly requests: number
  readonly failed: number
}

/** Callbacks for the progress of a run. */
export interface RunEvents {
  readonly onProgress?: (progress: Progress) => void
  /** Called before waiting for a rate-limit window (`--wait`), with the milliseconds. */
  readonly onWait?: (ms: number) => void
  /** Called with one line of news while nothing else is shown. */
  readonly onNotice?: (line: string) => void
  /** Called at the end of each case. */
  readonly onCase?: (outcome: CaseOutcome) => void
}

/**
 * Verifies a target from beginning to end.
 * @throws ConfigurationError if nothing can be judged: an unreachable target, a rejected key, a port in use
 */
export async function runConformance(
  setup: Setup,
  options: RunOptions,
  events: RunEvents = {},
  signal?: AbortSignal,
): Promise<RunOutcome> {
  const own = await setupOf(setup, options)
  const target = await openTarget(own, options)
  try {
    const outcome = await verifyTarget(target, own.cases, options, events, signal)
    return { ...outcome, record: await withSymptoms(outcome.record, setup.embedded) }
  } finally {
    await target.close()
  }
}

/** Verifies an open target with given cases; the target stays open. */
export async function verifyTarget(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  events: RunEvents = {},
  signal?: AbortSignal,
): Promise<RunOutcome> {
  const startedAt = new Date()
  const scrub = scrubberFor(target, options)
  let failed = 0
  const conducted = await conduct(
    target,
    selectCases(cases, options, target.api.catalogue),
    options,
    {
      onCase: (outcome, done, total, requests) => {
        if (outcome.verdict === 'failed') failed += 1
        events.onCase?.(outcome)
        events.onProgress?.({ phase: outcome.definition.phase, done, total, requests, failed })
      },
      onWait: events.onWait,
      onNotice: events.onNotice,
    },
    signal,
  )
  return {
    record: assemble(conducted, target, options, startedAt, scrub),
    exchanges: conducted.tally.exchanges,
    scrub,
  }
}

/** The catalogue and the cases, for `list`. */
export interface Listing {
  readonly requirements: readonly Requirement[]
  readonly cases: readonly Pick<
    CaseDefinition,
    'id' | 'title' | 'suite' | 'requirements' | 'needs' | 'cost'
  >[]
}

/** The catalogue and the cases as `list` shows them. */
export function listCatalogue({ api, cases }: Pick<Setup, 'api' | 'cases'>): Listing {
  return {
    requirements: api.catalogue.rows,
    cases: cases.map(({ id, title, suite, requirements, needs, cost }) => ({
      id,
      title,
      suite,
      requirements,
      needs: [...new Set(needs)],
      cost,
    })),
  }
}

/** What the commands need of the engine. Each function rejects only with a ConfigurationError. */
export interface Engine {
  readonly runConformance: (
    options: RunOptions,
    events?: RunEvents,
    signal?: AbortSignal,
  ) => Promise<RunOutcome>
  readonly planRun: (options: RunOptions, signal?: AbortSignal) => Promise<Plan>
  readonly listCatalogue: (suite?: string) => Promise<Listing>
  readonly startSandbox: (options: SandboxOptions) => Promise<Sandbox>
}

/** Creates the engine for an API. */
export function createEngine(setup: Setup): Engine {
  return {
    runConformance: (...call) => runConformance(setup, ...call),
    planRun: (...call) => planRun(setup, ...call),
    listCatalogue: async (suite) => listCatalogue(await setupOf(setup, { suite })),
    startSandbox: (options) => startSandbox(setup.embedded, options),
  }
}
