/** Obstacles to a verdict: a run that was cut short, missing answers, faults of the tool. */
import { endOf, type Exchange } from '../../../engine/http/exchange.ts'
import { whereOf } from '../../../engine/judge/judgements.ts'
import type { ReasonKind } from '../../../engine/judge/verdict.ts'
import type { RequirementResult } from '../../report/record.ts'
import { few } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import type { Conducted } from '../conduct.ts'
import { lacksAnswers } from './conclude.ts'

interface RunProblem {
  readonly text: string
  readonly kind: ReasonKind
  /** The run ended before it had judged every selected requirement. */
  readonly cutShort?: true
}

/** Why the run was cut short or could not judge everything. */
export function problemOf(
  conducted: Conducted,
  [fault]: readonly string[],
  requirements: readonly RequirementResult[],
): RunProblem | undefined {
  const cut = cutShortBy(conducted)
  if (cut !== undefined) return cut
  return fault === undefined ? unjudged(requirements) : { text: fault, kind: 'tool-fault' }
}

/** The event that ended the run before it had judged every selected requirement. */
export function cutShortBy({ ended, tally, outcomes }: Conducted): RunProblem | undefined {
  if (ended === undefined) return outOfRequests(outcomes)
  return { text: withPending(ended.reason, underWay(tally.exchanges)), kind: ended.kind, cutShort: true }
}

/**
 * The requirements left out for lack of allowance, and why. A missing key, item or option is nothing that a
 * run could change.
 */
function outOfRequests(outcomes: Conducted['outcomes']): RunProblem | undefined {
  const left = outcomes.filter(({ reasonKind }) => reasonKind === 'budget')
  const [first] = left
  if (first?.reason === undefined) return undefined
  const reason = first.reason.replace(/^Not sent: /, '').replace(/\.$/, '')
  return {
    text: `${left.length} of ${count(outcomes.length, 'case')} not finished: ${reason}`,
    kind: 'budget',
    cutShort: true,
  }
}

/** The failures of a request that was sent and never answered. */
const LOST: ReadonlySet<string | undefined> = new Set(['reset', 'timeout', 'protocol', 'interrupted'])

/**
 * Requests that were pending at the last answer of a run that was cut short, and never answered: one of them
 * may have crashed the target. If none was pending, the next request that was sent.
 */
export function underWay(exchanges: readonly Exchange[]): Exchange[] {
  const last = exchanges.reduce(
    (latest, one) => (one.response === undefined ? latest : Math.max(latest, endOf(one))),
    0,
  )
  const lost = exchanges.filter((one) => LOST.has(one.failure?.kind) && endOf(one) >= last)
  const pending = lost.filter(({ startedAt }) => startedAt <= last)
  return pending.length > 0 ? pending : lost.slice(0, 1)
}

function withPending(problem: string, requests: readonly Exchange[]): string {
  if (requests.length === 0) return problem
  const names = requests.map((one) => `${whereOf(one)} (#${one.id})`)
  return `${problem.replace(/\.$/, '')}; under way ${names.length === 1 ? 'was' : 'were'} ${few(names)}`
}

function unjudged(requirements: readonly RequirementResult[]): RunProblem | undefined {
  const lacking = requirements.filter(lacksAnswers)
  const first = lacking.find(({ verdict }) => verdict === 'error') ?? lacking[0]
  if (first === undefined) return undefined
  return {
    text: `${first.reason?.replace(/\.$/, '')}; ${count(lacking.length, 'requirement')} could not be judged`,
    kind: first.reasonKind ?? 'connection',
  }
}

/** Faults of the tool itself, one line each. */
export function faultsOf({ outcomes, tally }: Conducted): string[] {
  return [
    ...outcomes.flatMap(({ definition, reason = '', reasonKind }) =>
      reasonKind === 'tool-fault' ? [`${reason.split('\n')[0]} (in the case ${definition.id})`] : [],
    ),
    ...tally.faults.map((fault) => `fault of the tool: ${fault} (in the judgement of an exchange)`),
  ]
}
