import { type Exchange, json } from '../http/exchange.ts'
import { quote } from '../oracles/values.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Capsule } from './capsule.ts'
import { judgeTraffic } from './judge-traffic.ts'

/** What is said of one finding of a capsule. */
export interface Symptom {
  readonly finding: Finding
  /**
   * - `shown`: an oracle finds it again on the exchanges that were given;
   * - `same-answer`: a case asserted it, and the answer is what it was then;
   * - `changed`: the answer is another one;
   * - `unanswered`: there is no exchange to judge.
   */
  readonly state: 'shown' | 'same-answer' | 'changed' | 'unanswered'
  /** What was seen, in one line. */
  readonly seen: string
}

/**
 * Looks for the findings of a capsule in exchanges: the recorded ones, or those of requests that were sent again.
 * @param exchanges with the ids of the recorded ones
 */
export function symptoms(
  capsule: Capsule,
  recorded: readonly Exchange[],
  exchanges: readonly Exchange[],
  baseUrl: string,
): Symptom[] {
  const { findings } = judgeTraffic(exchanges, baseUrl)
  const again = findings.filter(({ requirement }) => requirement === capsule.requirement.id)
  const byOracle = judgeTraffic(recorded, capsule.target.baseUrl).findings.some(
    ({ requirement }) => requirement === capsule.requirement.id,
  )
  return capsule.findings.map((finding): Symptom => {
    const found = again.find(({ where }) => where === finding.where) ?? again[0]
    if (found !== undefined) return { finding, state: 'shown', seen: found.received }
    const then = first(finding, recorded)
    const now = first(finding, exchanges)
    if (now?.response === undefined) return { finding, state: 'unanswered', seen: failureOf(now) }
    const answer = answerAt(now, finding.pointer)
    const same = !byOracle && then !== undefined && answerAt(then, finding.pointer) === answer
    return { finding, state: same ? 'same-answer' : 'changed', seen: answer }
  })
}

function first({ exchanges: [id] }: Finding, among: readonly Exchange[]): Exchange | undefined {
  return among.find((exchange) => exchange.id === id)
}

function failureOf(exchange: Exchange | undefined): string {
  return exchange?.failure?.message ?? 'its exchange is not there'
}

/** What an answer says where the finding points: the status, and the value at the pointer. */
function answerAt(exchange: Exchange, pointer: string | undefined): string {
  const status = `status ${exchange.response?.status ?? ''}`
  if (pointer === undefined) return status
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
      json(exchange),
    )
  return `${status}, ${quote(value)} at ${pointer}`
}
