import type { Finding } from '../judge/finding.ts'
import { place } from '../judge/judgements.ts'
import { Attempt, obstacleOf, unfinished } from './attempt.ts'
import { type CaseDefinition, READING } from './suite.ts'
import { Inconclusive } from './exceptions.ts'
import { meet, type Unmet } from './needs.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import type { Session } from './session.ts'

/** What cases that run together share: answers, and the results of steps that run once. */
type Shared = Pick<Session, 'memo' | 'store'>

/** Runs a case for the second time, with fresh answers, and resolves with what both runs show. */
export type RunAgain = (fresh: Shared) => Promise<CaseOutcome>

/** The first run of a case. */
interface FirstRun {
  /** What came of it: final where nothing has to be seen again. */
  readonly outcome: CaseOutcome
  readonly again?: RunAgain
}

/**
 * Runs a case for the first time; never rejects. If it fails, or loses an answer, it has to be run again from the
 * start, with new marks and fresh answers: what both runs found is violated. What one of them found was seen once, and
 * accuses nobody, unless its answers prove it.
 */
export async function runFirst(definition: CaseDefinition, session: Session): Promise<FirstRun> {
  const ended = session.ended?.()
  if (ended !== undefined) return { outcome: notRun(definition, unfinished(ended)) }
  const prospect = meet(definition.needs, session.discovery)
  if (!prospect.met) return { outcome: unmet(definition, prospect) }
  const isReading = READING.has(definition.phase)
  const attempt = ({ memo, store }: Shared): Promise<CaseOutcome> =>
    new Attempt(definition, session, store, isReading ? memo : undefined).run(prospect.world)
  const first = await attempt(session)
  // A spent key permits no second run.
  if (definition.phase === 'spend') return { outcome: first }
  // What oracles were unsure of, by what was asked.
  const doubts = session.takeUnsure(first.exchanges)
  // What its answers prove, or another case has shown, needs no second run.
  const isSettled = (): boolean =>
    !hasLostAnswer(first) &&
    [...doubts.values(), ...first.findings].every(
      (one) => one.proof === true || session.violated.has(placed(one)),
    )
  const settled = { ...first, findings: [...first.findings, ...[...doubts.values()].map(certain)] }
  if (isSettled()) return { outcome: settled }
  return {
    outcome: first,
    again: async (fresh) => {
      if (isSettled()) return settled
      const second = await attempt(fresh)
      const seenAgain = session.unsureIn(second.exchanges)
      const ofOracles = [...doubts].map(([asked, one]) => (seenAgain.has(asked) ? certain(one) : one))
      const both = ofBoth(first, second)
      const findings = [...both.findings, ...ofOracles]
      for (const one of findings) if (one.unsure !== true) session.violated.add(placed(one))
      return { ...both, findings }
    },
  }
}

/** Whether a case ended because a request got no answer, and the run goes on. */
function hasLostAnswer({ verdict, reasonKind }: CaseOutcome): boolean {
  return verdict === 'error' && reasonKind === 'connection'
}

const certain = (finding: Finding): Finding => ({ ...finding, unsure: undefined })
const unsure = (finding: Finding): Finding => ({ ...finding, unsure: true })

/** A requirement, and where it was violated. Any request may meet a server error once: such a finding says what was sent, too. */
const placed = ({ requirement, where, expected, status = 200 }: Finding): string =>
  `${requirement} ${where}${status >= 500 ? ` ${expected}` : ''}`

/** The outcome of two runs of a case. */
function ofBoth(first: CaseOutcome, second: CaseOutcome): CaseOutcome {
  const foundAgain = new Set(second.findings.map(placed))
  const violated = [
    ...first.findings.filter((one) => one.proof === true || foundAgain.has(placed(one))),
    ...second.findings.filter((one) => one.proof === true),
  ]
  const known = new Set(violated.map(placed))
  const others = [...first.findings, ...second.findings].filter((one) => !known.has(placed(one)))
  // A first run that only oracles were unsure of decides; one that failed, or lost an answer, leaves it to the second.
  const { verdict, reason, reasonKind, whole } =
    first.verdict === 'failed' || hasLostAnswer(first) ? second : first
  const both = {
    definition: first.definition,
    findings: [...violated, ...others.map(unsure)],
    exchanges: [...new Set([...first.exchanges, ...second.exchanges])],
    requests: first.requests + second.requests,
    startedAt: first.startedAt,
    durationMs: first.durationMs + second.durationMs,
  }
  if (violated.length > 0) return { ...both, verdict: 'failed', whole: first.whole ?? whole }
  if (verdict !== 'failed') return { ...both, verdict, reason, reasonKind }
  return {
    ...both,
    verdict: 'inconclusive',
    reason: 'two runs found different things',
    reasonKind: 'undecided',
  }
}

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
