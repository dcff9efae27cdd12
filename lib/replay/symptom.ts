import type { Api } from '../harness/api.ts'
import { type Exchange, json } from '../http/exchange.ts'
import { quote } from '../util/values.ts'
import type { Finding } from '../judge/finding.ts'
import type { Capsule } from './capsule.ts'
import { judgeTraffic } from './judge-traffic.ts'

/** What is said of one finding of a capsule. */
export interface Symptom {
  readonly finding: Finding
  /**
   * - `shown`: an oracle finds it again on the exchanges that were given;
   * - `same-answer`: a case asserted it, and the answer is what it was then;
   * - `gone`: what found it finds nothing now, or the answer is what was expected;
   * - `unclear`: the answer is another one, and only the case could tell whether it is right;
   * - `unanswered`: there is no exchange to judge.
   */
  readonly state: 'shown' | 'same-answer' | 'gone' | 'unclear' | 'unanswered'
  /** What was seen, in one line. */
  readonly seen: string
}

/**
 * Looks for the findings of a capsule in exchanges: the recorded ones, or those of requests that were sent again.
 * @param exchanges with the ids of the recorded ones
 */
export function symptoms(
  api: Api,
  capsule: Capsule,
  recorded: readonly Exchange[],
  exchanges: readonly Exchange[],
  baseUrl: string,
): Symptom[] {
  const { findings } = judgeTraffic(api, exchanges, baseUrl)
  const again = findings.filter(({ requirement }) => requirement === capsule.requirement.id)
  const byOracle = judgeTraffic(api, recorded, capsule.target.baseUrl).findings.some(
    ({ requirement }) => requirement === capsule.requirement.id,
  )
  return capsule.findings.map((finding): Symptom => {
    const found = again.find(({ where }) => where === finding.where) ?? again[0]
    if (found !== undefined) return { finding, state: 'shown', seen: found.received }
    const then = first(finding, recorded)
    const now = first(finding, exchanges)
    if (now?.response === undefined) return { finding, state: 'unanswered', seen: failureOf(now) }
    const seen = answerAt(now, finding.pointer)
    if (byOracle) return { finding, state: 'gone', seen }
    const same = then !== undefined && answerAt(then, finding.pointer) === seen
    return { finding, state: same ? 'same-answer' : asExpected(finding, now) ? 'gone' : 'unclear', seen }
  })
}

/** Whether the text of what was expected names the answer: its status, or the value where the finding points. */
function asExpected({ expected, pointer }: Finding, now: Exchange): boolean {
  const status = String(now.response?.status ?? '')
  if (new RegExp(`\\bstatus ${status}\\b`).test(expected)) return true
  return pointer !== undefined && expected.includes(valueAt(now, pointer))
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
  return pointer === undefined ? status : `${status}, ${valueAt(exchange, pointer)} at ${pointer}`
}

function valueAt(exchange: Exchange, pointer: string): string {
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
      json(exchange),
    )
  return quote(value)
}
