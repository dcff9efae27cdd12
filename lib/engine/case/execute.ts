import type { Finding } from '../judge/finding.ts'
import { place as placeOf } from '../judge/judgements.ts'
import { Attempt, obstacleOf, unfinished } from './attempt.ts'
import { MOMENT_MS } from './certainty.ts'
import { type CaseDefinition, READING } from './suite.ts'
import { Inconclusive } from './exceptions.ts'
import { meet, type Unmet } from './needs.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import { Memo, RunStore } from './run-store.ts'
import type { Session } from './session.ts'

/**
 * Runs one case and returns its outcome; never rejects. A case that fails is run once more from the start, with new
 * marks and fresh answers: what both runs found is violated; what one of them found was seen once, and accuses nobody, unless its answers
 * prove it.
 * A case that lost an answer is run once more, too.
 */
export async function execute(definition: CaseDefinition, session: Session): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) return notRun(definition, unfinished(ended))
  const prospect = meet(definition.needs, session.discovery)
  if (!prospect.met) return unmet(definition, prospect)
  const isReading = READING.has(definition.phase)
  const attempt = ({ memo, store }: Pick<Session, 'memo' | 'store'>): Promise<CaseOutcome> =>
    new Attempt(definition, session, store, isReading ? memo : undefined).run(prospect.world)
  const fresh = (): Promise<CaseOutcome> => attempt({ memo: new Memo(), store: new RunStore() })
  const begun = await attempt(session)
  // A spent key permits no second run.
  if (definition.phase === 'spend') return begun
  const first = lostAnswer(begun) ? inTurn(begun, await fresh()) : begun
  const doubts = session.takeDoubts(first.exchanges)
  const isShown = (findings: readonly Finding[]): boolean =>
    findings.every((one) => one.proof === true || session.violated.has(placed(one)))
  // What its answers prove, or another case has shown, needs no second run.
  if (isShown([...doubts.values()]) && (first.verdict !== 'failed' || isShown(first.findings)))
    return withDoubts(first, doubts, doubts)
  await session.pause?.(MOMENT_MS)
  const again = await fresh()
  const outcome = withDoubts(ofBoth(first, again), doubts, session.takeDoubts(again.exchanges))
  for (const finding of outcome.findings) session.violated.add(placed(finding))
  return outcome
}

/** Whether a case ended because a request got no answer, and the run goes on. */
function lostAnswer({ verdict, reasonKind }: CaseOutcome): boolean {
  return verdict === 'error' && reasonKind === 'connection'
}

/** The outcome of the second of two runs, with what both sent. */
function inTurn(first: CaseOutcome, again: CaseOutcome): CaseOutcome {
  return {
    ...again,
    exchanges: [...new Set([...first.exchanges, ...again.exchanges])],
    requests: first.requests + again.requests,
    startedAt: first.startedAt,
    durationMs: first.durationMs + again.durationMs,
  }
}

/** The outcome with what may be of the moment in the first run, if the second run saw it at the same request. */
function withDoubts(
  outcome: CaseOutcome,
  doubts: ReadonlyMap<string, Finding>,
  again: ReadonlyMap<string, Finding>,
): CaseOutcome {
  const [findings, once] = [[...outcome.findings], [...(outcome.once ?? [])]]
  for (const [asked, finding] of doubts) (again.has(asked) ? findings : once).push(finding)
  return { ...outcome, findings, once }
}

/** A requirement, and where it was violated. */
const placed = ({ requirement, where }: Finding): string => `${requirement} ${where}`

/** The outcome of two runs of a case. */
function ofBoth(first: CaseOutcome, again: CaseOutcome): CaseOutcome {
  const foundAgain = new Set(again.findings.map(placed))
  const findings = [
    ...first.findings.filter((one) => one.proof === true || foundAgain.has(placed(one))),
    ...again.findings.filter((one) => one.proof === true),
  ]
  // A second run that could not be judged does not show that something is gone.
  const isJudged = again.verdict === 'passed' || again.verdict === 'failed'
  const once = isJudged ? first.findings.filter((one) => !findings.includes(one)) : []
  const both = { ...inTurn(first, again), findings, once }
  if (findings.length > 0 || first.verdict !== 'failed')
    return {
      ...both,
      verdict: findings.length > 0 ? 'failed' : first.verdict,
      reason: first.reason,
      reasonKind: first.reasonKind,
      whole: first.whole,
    }
  return { ...both, verdict: again.verdict === 'failed' ? 'inconclusive' : again.verdict }
}

/**
 * The outcome of a case with an unmet need. If the list in which it was looked for cannot be read, that is the reason,
 * without the need: all needs that depend on it have the same reason.
 */
function unmet(definition: CaseDefinition, { reason, unread, options }: Unmet): CaseOutcome {
  if (unread === undefined)
    return { ...notRun(definition, { verdict: 'inconclusive', reason, reasonKind: 'missing-need' }), options }
  try {
    const { exchange } = unread.control()
    throw new Inconclusive(
      `${placeOf(exchange)} has items, but none with an id that is a string`,
      'premise-broken',
    )
  } catch (thrown) {
    return notRun(definition, obstacleOf(thrown))
  }
}
