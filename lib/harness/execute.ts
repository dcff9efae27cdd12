import type { Finding } from '../judge/finding.ts'
import { place as placeOf } from '../judge/judgements.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { Attempt, unfinished } from './attempt.ts'
import { MOMENT_MS } from './certainty.ts'
import { type CaseDefinition, READING } from './context.ts'
import { meet, type Unmet } from './needs.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import { Memo, RunStore } from './run-store.ts'
import type { Session } from './session.ts'

/**
 * Runs one case and returns its outcome; never rejects. A case that fails is run once more from the start, with new
 * marks and fresh answers. What both runs found is violated; what one of them found was seen once, and accuses nobody.
 * Not run again is a case that spends a whole allowance, since there is nothing left to spend, and one that finds
 * only what another case, or the last run, has found for certain.
 * @param place - index of the resource that the case uses, among those of its lane
 */
export async function execute(definition: CaseDefinition, session: Session, place = 0): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) {
    const { verdict, reason, reasonKind } = unfinished(ended)
    return notRun(definition, verdict, reason, reasonKind)
  }
  const prospect = meet(definition.needs, session.discovery, place)
  if (!prospect.met) return unmet(definition, prospect)
  const isReading = READING.has(definition.phase)
  const attempt = ({ memo, store }: Pick<Session, 'memo' | 'store'>): Promise<CaseOutcome> =>
    new Attempt(definition, session, { memo: isReading ? memo : undefined, store }).run(prospect.world)
  const first = await attempt(session)
  if (first.verdict !== 'failed' || definition.needs.includes('exhaustibleKey')) return first
  if (isSettled(first.findings, session)) return first
  await session.pause?.(MOMENT_MS)
  const again = await attempt({ memo: new Memo(), store: new RunStore() })
  const outcome = confirmed(first, again)
  for (const finding of outcome.findings) session.confirmed.add(placed(finding))
  return outcome
}

/** A requirement, and where it was violated. */
const placed = ({ requirement, where }: Finding): string => `${requirement} ${where}`

/** Whether another case of this run, or the last run, has found in two runs all that this run gives a verdict on. */
function isSettled(
  findings: readonly Finding[],
  { seenBefore, confirmed: known, isSelected }: Session,
): boolean {
  const selected = findings.filter(({ requirement }) => isSelected?.(requirement) ?? true)
  return (
    selected.length > 0 &&
    selected.every((one) => known.has(placed(one)) || (seenBefore?.has(one.requirement) ?? false))
  )
}

/** Why the second run of a case may have no answer of the target to judge. */
const UNANSWERED: ReadonlySet<ReasonKind | undefined> = new Set([
  'budget',
  'connection',
  'withheld',
  'interrupted',
  'stopped',
  'key-rejected',
  'rate-limited',
])

/** The outcome of two runs of a case, of which the first failed. */
function confirmed(first: CaseOutcome, again: CaseOutcome): CaseOutcome {
  const both = {
    exchanges: [...new Set([...first.exchanges, ...again.exchanges])],
    requests: first.requests + again.requests,
    startedAt: first.startedAt,
    durationMs: first.durationMs + again.durationMs,
  }
  // What a single answer shows needs no second one; what a comparison shows does.
  const isUnanswered = UNANSWERED.has(again.reasonKind)
  const isCertain = isUnanswered
    ? ({ exchanges }: Finding): boolean => exchanges.length === 1
    : isFoundIn(again.findings)
  const findings = first.findings.filter(isCertain)
  const once = isUnanswered ? [] : first.findings.filter((one) => !isCertain(one))
  if (findings.length > 0) return { ...first, ...both, findings, once }
  return {
    ...again,
    ...both,
    verdict: again.verdict === 'failed' ? 'inconclusive' : again.verdict,
    findings,
    once,
  }
}

/** Whether a finding was made in another run, too: the same requirement, in the same place. */
function isFoundIn(others: readonly Finding[]): (finding: Finding) => boolean {
  const known = new Set(others.map(placed))
  return (finding) => known.has(placed(finding))
}

/**
 * The outcome of a case with an unmet need. If the answer in which it was looked for was unusable, that answer is the
 * reason.
 */
function unmet(definition: CaseDefinition, { reason, unread, options }: Unmet): CaseOutcome {
  if (unread === undefined) return { ...notRun(definition, 'inconclusive', reason, 'missing-need'), options }
  // The reason does not name the need: all needs that depend on this answer have the same reason.
  const { exchange, why } = unread
  if (exchange.failure === undefined)
    return notRun(definition, 'inconclusive', `${placeOf(exchange)} ${why}`, 'premise-broken')
  const because = `${placeOf(exchange)}: ${why}`
  const { kind } = exchange.failure
  return kind === 'budget' || kind === 'withheld'
    ? notRun(definition, 'inconclusive', because, kind)
    : notRun(definition, 'error', because, 'connection')
}
