import type { Finding } from '../judge/finding.ts'
import { place as placeOf } from '../judge/judgements.ts'
import { Attempt, unfinished } from './attempt.ts'
import { MOMENT_MS } from './certainty.ts'
import { type CaseDefinition, READING } from './context.ts'
import { meet, type Unmet } from './needs.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import { Memo, RunStore } from './run-store.ts'
import type { Session } from './session.ts'

/**
 * Runs one case and returns its outcome; never rejects. A case that fails is run once more from the start, with new
 * marks and fresh answers: what both runs found is violated; what one of them found was seen once, and accuses nobody.
 * What another case, or the last run, has shown to be violated needs no second run, and a spent key permits none.
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
  if (first.verdict !== 'failed' || definition.phase === 'spend') return first
  const { violated } = session
  if (first.findings.every((one) => violated.has(one.requirement) || violated.has(placed(one)))) return first
  await session.pause?.(MOMENT_MS)
  const again = await attempt({ memo: new Memo(), store: new RunStore() })
  // A write that reached what it should not have reached is not sent twice: the first one stands.
  const outcome = again.reasonKind === 'withheld' ? first : ofBoth(first, again)
  for (const finding of outcome.findings) violated.add(placed(finding))
  return outcome
}

/** A requirement, and where it was violated. */
const placed = ({ requirement, where }: Finding): string => `${requirement} ${where}`

/** The outcome of two runs of a case, of which the first failed. */
function ofBoth(first: CaseOutcome, again: CaseOutcome): CaseOutcome {
  const foundAgain = new Set(again.findings.map(placed))
  const findings = first.findings.filter((one) => foundAgain.has(placed(one)))
  const both = {
    findings,
    // A second run that could not be judged does not show that something is gone.
    once:
      again.verdict === 'passed' || again.verdict === 'failed'
        ? first.findings.filter((one) => !findings.includes(one))
        : [],
    exchanges: [...new Set([...first.exchanges, ...again.exchanges])],
    requests: first.requests + again.requests,
    startedAt: first.startedAt,
    durationMs: first.durationMs + again.durationMs,
  }
  if (findings.length > 0) return { ...first, ...both }
  return { ...again, ...both, verdict: again.verdict === 'failed' ? 'inconclusive' : again.verdict }
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
