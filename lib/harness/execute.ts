import type { Finding } from '../judge/finding.ts'
import { place as placeOf } from '../judge/judgements.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import type { Prospect } from './api.ts'
import { attempt, interrupted, isSeenInReads, MOMENT_MS } from './attempt.ts'
import type { CaseDefinition } from './case.ts'
import { CaseMemo, Memo } from './memo.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import type { Session } from './session.ts'

/** The most attempts at a writing case that finds something else each time. */
const MOST_ATTEMPTS = 5

/**
 * Runs one case and returns its outcome; never rejects. A case that finds a violation is repeated a moment later,
 * because a workspace in use changes between two requests, and replicas lag. The outcome holds only findings that both
 * attempts made, and none about an item that no longer exists.
 * @param place - index of the resource that the case uses, among those of its lane
 */
export async function execute(definition: CaseDefinition, session: Session, place = 0): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) return notRun(definition, 'error', interrupted(ended), 'interrupted')
  const prospect = session.api.meet(definition.needs, session.discovery, place)
  if (!prospect.met) return unmet(definition, prospect)
  const outcome = await judge(definition, session, prospect.world)
  return outcome.verdict === 'failed'
    ? session.api.confirm(outcome, {
        send: (spec) => session.client.send(spec),
        discovery: session.discovery,
        exchanges: session.exchanges,
      })
    : outcome
}

async function judge(definition: CaseDefinition, session: Session, world: object): Promise<CaseOutcome> {
  switch (definition.phase) {
    case 'read':
      return judgeReading(definition, session, world)
    case 'refuse':
    case 'write':
    case 'review':
      return judgeWriting(definition, session, world)
    case 'first':
    case 'spend':
      // A case that counts or spends an allowance repeats its own checks.
      return attempt(definition, session, world, { own: new CaseMemo() })
    default:
      return definition.phase satisfies never
  }
}

/** A reading case that fails sends all its requests again. */
async function judgeReading(
  definition: CaseDefinition,
  session: Session,
  world: object,
): Promise<CaseOutcome> {
  const first = await attempt(definition, session, world, { shared: session.memo, own: new CaseMemo() })
  if (first.verdict !== 'failed') return first
  await session.pause?.(MOMENT_MS)
  const second = await attempt(definition, session, world, { shared: new Memo(), own: new CaseMemo() })
  return second.reasonKind === 'budget'
    ? unseenAgain(first, second, isBetweenReads)
    : confirmed(first, second)
}

/**
 * A writing case that fails in what it read repeats what it read after its writes, and writes nothing again: a replica
 * may have answered before it had the write.
 */
async function judgeWriting(
  definition: CaseDefinition,
  session: Session,
  world: object,
): Promise<CaseOutcome> {
  const own = new CaseMemo()
  let last = await attempt(definition, session, world, { own })
  for (let attempts = 1; attempts < MOST_ATTEMPTS && mayBePassing(last, session); attempts++) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await session.pause?.(MOMENT_MS)
    own.rewind()
    // oxlint-disable-next-line no-await-in-loop
    const again = await attempt(definition, session, world, { own })
    if (again.reasonKind === 'budget')
      return unseenAgain(last, again, (finding) => isSeenInReads([finding], session))
    if (again.verdict !== 'failed' || isSeenBefore(again, last)) return confirmed(last, again)
    last = { ...again, ...together(last, again) }
  }
  return last
}

function mayBePassing({ verdict, findings }: CaseOutcome, session: Session): boolean {
  return verdict === 'failed' && isSeenInReads(findings, session)
}

/** Whether a finding compares answers of different moments, between which the data may have changed. */
function isBetweenReads({ exchanges }: Finding): boolean {
  return exchanges.length > 1
}

/**
 * The outcome of an attempt that the budget does not let repeat: findings that may have passed a moment later accuse
 * nobody, the others stand.
 */
function unseenAgain(
  last: CaseOutcome,
  again: CaseOutcome,
  mayPass: (finding: Finding) => boolean,
): CaseOutcome {
  const findings = last.findings.filter((finding) => !mayPass(finding))
  return { ...(findings.length > 0 ? { ...last, findings } : again), ...together(last, again) }
}

/** Whether an attempt found nothing that the one before had not found in the same place. */
function isSeenBefore(again: CaseOutcome, before: CaseOutcome): boolean {
  const found = ({ findings }: CaseOutcome): string[] =>
    findings.map(({ requirement, where, expected }) => `${requirement} ${where} ${expected}`)
  const known = new Set(found(before))
  return found(again).every((text) => known.has(text))
}

/** Why a repeated request may get no answer. */
const UNANSWERED: ReadonlySet<ReasonKind> = new Set([
  'connection',
  'withheld',
  'interrupted',
  'key-rejected',
  'rate-limited',
])

/** The outcome of two attempts, of which the first failed. */
function confirmed(first: CaseOutcome, second: CaseOutcome): CaseOutcome {
  const both = together(first, second)
  if (second.verdict === 'passed') return { ...second, ...both, flaky: true }
  // A finding that could not be checked again stands.
  if (second.reasonKind !== undefined && UNANSWERED.has(second.reasonKind)) return { ...first, ...both }
  if (second.verdict !== 'failed') return { ...second, ...both }
  const again = new Set(second.findings.map(({ requirement, where }) => `${requirement} ${where}`))
  const findings = first.findings.filter(({ requirement, where }) => again.has(`${requirement} ${where}`))
  return { ...second, ...both, findings: findings.length > 0 ? findings : second.findings }
}

/** What two attempts cost together. */
function together(
  first: CaseOutcome,
  second: CaseOutcome,
): Pick<CaseOutcome, 'exchanges' | 'requests' | 'durationMs'> {
  return {
    exchanges: [...new Set([...first.exchanges, ...second.exchanges])],
    requests: first.requests + second.requests,
    durationMs: first.durationMs + second.durationMs,
  }
}

/**
 * The outcome of a case with an unmet need. If the answer in which it was looked for was unusable, that answer is the
 * reason.
 */
function unmet(
  definition: CaseDefinition,
  { reason, unread, options }: Extract<Prospect, { met: false }>,
): CaseOutcome {
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
