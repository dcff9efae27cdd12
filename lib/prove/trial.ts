import type { CaseDefinition } from '../harness/case.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import type { Finding } from '../judge/finding.ts'
import type { Transport } from '../http/transport.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { RequirementResult } from '../report/record.ts'
import { conduct } from '../run/conduct.ts'
import { interning } from '../util/memo.ts'
import { inProcessTarget, type Target } from '../run/target.ts'
import { PROFILE_DEFAULTS, type RunOptions } from '../run/options.ts'
import { ConfigurationError } from '../util/errors.ts'
import { evidenceOf, findingsOf } from '../run/record/evidence.ts'
import { requirementResults, violationsOf } from '../run/record/results.ts'
import type { Change, Setup } from '../run/setup.ts'

/** The simulated time of every proof, so that the service gives the same answers each time. */
const MOMENT = new Date('2026-11-20T12:00:00Z')

/** A clock that stands still. */
export function frozenClock(): Date {
  return MOMENT
}

/** Run options of a proof: writes allowed, no limits on requests. */
export function proofOptions(seed: number, fuzzRuns = 5): RunOptions {
  return {
    writes: true,
    budget: 900,
    floor: 0,
    wait: false,
    profile: 'standard',
    seed,
    fuzzRuns,
    concurrency: 8,
    requestTimeoutMs: 5000,
    runTimeoutMs: 60_000,
    verifyTls: true,
    strict: false,
  }
}

/** Run options for mutants that only the full profile has to find. */
export function fullOptions(seed: number): RunOptions {
  const { budget, fuzzRuns } = PROFILE_DEFAULTS.full
  return { ...proofOptions(seed, fuzzRuns), budget, profile: 'full' }
}

/** The result of all cases against one service: the part of a run that a proof needs, without a record. */
export interface Trial {
  readonly verdicts: () => ReadonlyMap<string, Verdict>
  /** The results of all requirements, with the given ones as known failures. */
  readonly results: (known?: readonly string[]) => readonly RequirementResult[]
  /** The first finding on each violated requirement. */
  readonly violations: ReadonlyMap<string, Finding>
  readonly cases: readonly CaseOutcome[]
  /** Faults of the tool itself. A trial with a fault proves nothing. */
  readonly faults: readonly string[]
  /** Why nothing was judged, or why the run was cut short. */
  readonly problem?: string
  readonly durationMs: number
}

/** Runs cases against the reference service in process, with a change applied. */
export async function tryReference(
  setup: Setup,
  change: Change,
  cases: readonly CaseDefinition[],
  options: RunOptions,
): Promise<Trial> {
  const target = inProcessTarget(setup, change)
  const transport: Transport = async (request, signal) => {
    const answer = await target.transport(request, signal)
    return {
      ...answer,
      body: sameBody(`${request.method} ${request.url} ${answer.body.length}`, answer.body),
    }
  }
  return tryTarget({ ...target, transport }, cases, options)
}

/** Hundreds of services give equal bodies; parsing each only once saves a sixth of a proof's time. */
const sameBody = interning(2_000)

/** Runs cases against an open target and closes it. */
export async function tryTarget(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
): Promise<Trial> {
  const started = performance.now()
  const ended = (trial: Omit<Trial, 'durationMs'>): Trial => ({
    ...trial,
    durationMs: performance.now() - started,
  })
  try {
    const conducted = await conduct(target, cases, options)
    const results = (known: readonly string[] = []): readonly RequirementResult[] =>
      requirementResults(conducted.api, evidenceOf(conducted), {
        ...options,
        knownFailures: known.map((id) => ({ id, reason: 'another fault' })),
      })
    return ended({
      verdicts: () => new Map(results().map(({ id, verdict }) => [id, verdict])),
      results,
      violations: violationsOf(conducted.api, { findings: findingsOf(conducted) }),
      cases: conducted.outcomes,
      faults: conducted.outcomes.flatMap(({ definition, verdict, reason = '' }) =>
        verdict === 'error' ? [`${definition.id}: ${reason}`] : [],
      ),
      ...(conducted.problem === undefined ? {} : { problem: conducted.problem }),
    })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return ended({
      verdicts: () => new Map(),
      results: () => [],
      violations: new Map(),
      cases: [],
      faults: [],
      problem: error.message,
    })
  } finally {
    await target.close()
  }
}
