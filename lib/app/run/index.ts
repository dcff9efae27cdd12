import type { Exchange } from '../../engine/http/exchange.ts'
import type { Scrubber } from '../../engine/http/scrub.ts'
import type { RunRecord } from '../report/record.ts'
import { assemble } from './record/assemble.ts'
import { conduct } from './conduct.ts'
import { Stop } from './conduct/ending.ts'
import type { ProgressEvent } from '../report/progress.ts'
import type { ConductEvents, RunEvents } from './events.ts'
import type { RunOptions } from './options.ts'
import { seededFaults } from './alterations.ts'
import { SCOPE, type Scope } from './scope.ts'
import { type Selection, selectionOf } from './selection.ts'
import { count } from '../../engine/util/text.ts'
import { measure } from '../../engine/util/time.ts'
import { withTarget } from './open-target.ts'
import type { Target } from './target.ts'

/** The result of a run: its record, all its traffic, and the scrubber for any text about it. */
export interface RunOutcome {
  readonly record: RunRecord
  readonly exchanges: readonly Exchange[]
  readonly scrub: Scrubber
}

/**
 * Verifies a target from beginning to end.
 * @throws ConfigurationError if nothing can be judged: an unreachable target, a rejected key, a port in use
 */
export async function runConformance(
  options: RunOptions,
  events: RunEvents = {},
  signal?: AbortSignal,
): Promise<RunOutcome> {
  return withTarget(options, (target) => verifyTarget(target, SCOPE, options, { ...events, signal }))
}

type Watch = RunEvents & { readonly signal?: AbortSignal }

/** Verifies an open target; it stays open. */
export async function verifyTarget(
  target: Target,
  scope: Scope,
  options: RunOptions,
  watch: Watch = {},
): Promise<RunOutcome> {
  const taken = measure()
  const selection = selectionOf(scope, options)
  const conducted = await conduct(
    target,
    selection.cases,
    options,
    counting(scope, selection, options, watch),
  )
  const faults = await seededFaults(conducted)
  return {
    record: assemble(conducted, scope, { target, options, selection, span: taken(), faults }),
    exchanges: conducted.tally.exchanges,
    scrub: target.scrub,
  }
}

/** Counts violations while a run goes on: reports its progress, and stops it according to `--bail`. */
function counting(
  { catalogue }: Scope,
  { cases, whyNot, isNewer }: Selection,
  { bail = Infinity, knownFailures, failOn }: RunOptions,
  { signal, onProgress, onCase, onWait }: Watch,
): ConductEvents {
  const strengths = failOn === 'must' ? ['must'] : ['must', 'derived']
  const counts = (id: string): boolean => {
    const row = catalogue.get(id)
    const isKnown = knownFailures?.failures.some((known) => known.id === id) === true
    return strengths.includes(row.strength) && !isKnown && !isNewer(row) && whyNot(row) === undefined
  }
  const violated = new Set<string>()
  const running = new Map<string, string>()
  const bailing = new AbortController()
  let last: ProgressEvent = { done: 0, total: cases.length }
  return {
    onWait,
    signal: signal === undefined ? bailing.signal : AbortSignal.any([signal, bailing.signal]),
    onStart: ({ id, title }) => void running.set(id, title),
    onCase: (outcome, progress, found) => {
      running.delete(outcome.definition.id)
      for (const { requirement } of found) if (counts(requirement)) violated.add(requirement)
      if (violated.size >= bail)
        bailing.abort(new Stop(`stopped after ${count(violated.size, 'violation')} (--bail)`))
      onCase?.(outcome)
      const [waitingFor] = running.values()
      last = { ...progress, failed: violated.size, waitingFor }
      onProgress?.(last)
    },
    onPatience: (reason) => onProgress?.({ ...last, waitingFor: `waiting for ${reason}` }),
  }
}
