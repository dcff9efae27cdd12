import type { Pass } from '../judge/doubt.ts'
import type { Finding } from '../judge/finding.ts'
import { place } from '../judge/judgements.ts'
import { Attempt, obstacleOf, unfinished } from './attempt.ts'
import type { CaseDefinition } from './suite.ts'
import { Inconclusive } from './exceptions.ts'
import { meet, type Unmet } from './needs.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import type { Session, Shared } from './session.ts'

/** Runs a case, unless the run has ended or something is missing; never rejects. */
export async function runCase(
  definition: CaseDefinition,
  session: Session,
  pass: Pass,
  shared: Shared = session,
): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) return notRun(definition, unfinished(ended))
  const prospect = meet(definition.needs, session.discovery)
  if (!prospect.met) return unmet(definition, prospect)
  return new Attempt(definition, session, pass, shared).run(prospect.world)
}

/** Whether a case ended because a request got no answer, and the run goes on. */
export function hasLostAnswer({ verdict, reasonKind }: CaseOutcome): boolean {
  return verdict === 'error' && reasonKind === 'connection'
}

/** Whether a finding is of a case: it asserted it, or an oracle made it of one of its exchanges. */
export const isOf =
  ({ definition, exchanges }: CaseOutcome) =>
  (finding: Finding): boolean =>
    finding.case === undefined
      ? exchanges.includes(finding.exchanges[0] ?? 0)
      : finding.case === definition.id

/** The outcome of a case, by its first run or by both. What it asserted counts only if it is violated for certain. */
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
  // A first run in which only oracles found something decides; one that failed, or lost an answer, leaves it to the second.
  const { verdict, reason, reasonKind } = first.verdict === 'failed' || hasLostAnswer(first) ? second : first
  if (verdict !== 'failed') return { ...both, verdict, reason, reasonKind, whole: undefined }
  return { ...both, ...UNDECIDED, reason: 'two runs found different things', whole: undefined }
}

const UNDECIDED = { verdict: 'inconclusive', reasonKind: 'undecided' } as const

/**
 * The outcome of a case with an unmet need. If the list in which it was looked for cannot be read, that is the reason,
 * without the need: all needs that depend on it have the same reason.
 */
function unmet(definition: CaseDefinition, { reason, unread, options }: Unmet): CaseOutcome {
  if (unread === undefined)
    return { ...notRun(definition, { verdict: 'inconclusive', reason, reasonKind: 'missing-need' }), options }
  try {
    const { exchange } = unread.mustBeUsable()
    throw new Inconclusive(
      `${place(exchange)} has items, but none with an id that is a string`,
      'premise-broken',
    )
  } catch (thrown) {
    return notRun(definition, obstacleOf(thrown))
  }
}
