import { oneLine } from '../util/text.ts'
import type { RunRecord } from './record.ts'

/** What is known of a run that ended before its first case. */
export interface Unjudged {
  readonly target: RunRecord['target']
  readonly profile: RunRecord['profile']
  readonly seed: number
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly version: string
  /** Why it ended. */
  readonly problem: string
  readonly problemKind?: RunRecord['problemKind']
}

/** The record of a run that ended before its first case: nothing was judged, and every report made of it says so. */
export function unjudgedRecord(run: Unjudged): RunRecord {
  const { target, profile, seed, startedAt, finishedAt, version, problem, problemKind } = run
  return {
    schemaVersion: 1,
    tool: { name: 'chat-agent-conformance', version },
    target,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    profile,
    seed,
    settings: {
      writes: false,
      otherKey: false,
      exhaustibleKey: false,
      webhooks: false,
      budget: 0,
      fuzzRuns: 0,
      strict: false,
      warnings: [],
    },
    verdict: 'error',
    exitCode: 2,
    problem: oneLine(problem),
    ...(problemKind === undefined ? {} : { problemKind }),
    requests: { total: 0, byKey: {} },
    requirements: [],
    cases: [],
    observations: [],
    footprint: [],
    exchanges: [],
    judgements: 0,
  }
}
