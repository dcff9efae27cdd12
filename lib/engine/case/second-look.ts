/**
 * One of the four tools of certainty: at the end of a phase, doubtful cases run again. A finding that both
 * runs of a case saw at the same place is certain (lib/engine/judge/doubt.ts).
 */
import type { Finding } from '../judge/finding.ts'
import { MOMENT_MS } from './certainty.ts'
import { runCase } from './attempt.ts'
import type { CaseOutcome } from './outcome.ts'
import { eachInTurn, type Queues } from './queues.ts'
import { Memo, RunStore } from './run-store.ts'
import type { Session, Shared } from './session.ts'

/** Whether a case must run again: it lost an answer, or noise could explain its finding. */
export function isInDoubt(first: CaseOutcome, { found }: Session): boolean {
  // A spent key permits no second run.
  if (first.definition.phase === 'spend') return false
  return hasLostAnswer(first) || found.openFor(isFoundBy(first)).size > 0
}

/**
 * Runs doubtful cases again, after temporary effects have passed: first one case for each place, then, until
 * none is left, the cases of which some finding is still in doubt.
 * @param since - when the last of the cases ended
 */
export async function lookAgain(
  queues: Queues<CaseOutcome>,
  since: number,
  session: Session,
  keep: (outcome: CaseOutcome) => void,
  fresh: Shared = { memo: new Memo(), store: new RunStore(session.store) },
): Promise<void> {
  const { clock } = session.patience
  const inDoubt = queues.map((queue) => queue.filter((first) => isInDoubt(first, session)))
  const certain = queues.flat().filter((first) => !isInDoubt(first, session))
  for (const first of certain) keep(concluded(first, session))
  if (inDoubt.flat().length === 0) return
  await clock.pause(Math.max(0, since + MOMENT_MS - clock.now()))
  const now = oneForEachPlace(inDoubt, session)
  await eachInTurn(now, async (first) =>
    keep(concluded(first, session, await runCase(first.definition, session, 2, fresh))),
  )
  const later = inDoubt.map((queue, index) => queue.filter((first) => now[index]?.includes(first) !== true))
  await lookAgain(later, -Infinity, session, keep, fresh)
}

/**
 * Those of the doubtful cases that find something at a place where no case before them does, and those that
 * lost an answer. One certain violation is enough: after their runs, the others may need none.
 */
function oneForEachPlace(inDoubt: Queues<CaseOutcome>, { found }: Session): Queues<CaseOutcome> {
  const places = new Set<string>()
  return inDoubt.map((queue) =>
    queue.filter((first) => {
      const { size } = places
      for (const place of found.openFor(isFoundBy(first))) places.add(place)
      return places.size > size || hasLostAnswer(first)
    }),
  )
}

/**
 * The outcome of a case, by its first run or by both. Its assertion counts only if the requirement is
 * certainly violated.
 */
export function concluded(first: CaseOutcome, { found }: Session, second?: CaseOutcome): CaseOutcome {
  const isViolated = found.isAnyViolated((finding) => finding.case === first.definition.id)
  if (second === undefined) {
    if (first.verdict !== 'failed' || isViolated) return first
    return { ...first, ...UNDECIDED, reason: 'seen once, and not asked again', whole: undefined }
  }
  const both = {
    ...first,
    exchanges: [...new Set([...first.exchanges, ...second.exchanges])],
    requests: first.requests + second.requests,
    durationMs: first.durationMs + second.durationMs,
  }
  if (isViolated) return { ...both, verdict: 'failed', whole: first.whole ?? second.whole }
  // If only oracles found something in the first run, that run decides; if the case failed or lost an answer,
  // the second run decides.
  const { verdict, reason, reasonKind } = first.verdict === 'failed' || hasLostAnswer(first) ? second : first
  if (verdict !== 'failed') return { ...both, verdict, reason, reasonKind, whole: undefined }
  return { ...both, ...UNDECIDED, reason: 'two runs found different things', whole: undefined }
}

const UNDECIDED = { verdict: 'inconclusive', reasonKind: 'undecided' } as const

/** Whether a case ended because a request got no answer, while the run continues. */
function hasLostAnswer({ verdict, reasonKind }: CaseOutcome): boolean {
  return verdict === 'error' && reasonKind === 'connection'
}

/**
 * Whether a finding belongs to a case: the case asserted it, or an oracle found it in one of its exchanges.
 */
export const isFoundBy =
  ({ definition, exchanges }: CaseOutcome) =>
  (finding: Finding): boolean =>
    finding.case === undefined
      ? exchanges.includes(finding.exchanges[0] ?? 0)
      : finding.case === definition.id
