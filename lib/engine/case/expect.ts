import { isProvenByStatus } from '../judge/doubt.ts'
import { findingIn } from '../judge/judgements.ts'
import { quote } from '../util/values.ts'
import type { Finding } from '../judge/finding.ts'
import type { Answer } from './answer.ts'
import { Violation } from './exceptions.ts'

/** Details that a violated expectation adds to its finding. */
export interface Blame {
  /** The violated requirement, if it is not the first of the case. */
  readonly requirement?: string
  /** The place at fault: in the request if the status is wrong, otherwise in the answer. */
  readonly pointer?: string
  /** Name of the response header at fault. */
  readonly header?: string
  /** The status of the answer, if another was expected; `toAnswer` and `toBeRefused` set it themselves. */
  readonly status?: number | undefined
  /** Further answers as evidence. */
  readonly also?: readonly Answer[]
  /** These answers prove the violation: no second run of the case is needed, and none takes it back. */
  readonly proof?: true | undefined
  /** A 429 is judged as well; without this, it makes the case inconclusive. */
  readonly evenLimited?: boolean
}

/**
 * Expectations on one answer. `toAnswer` is the premise of the steps after it: if it fails, it ends the case
 * with a {@link Violation}. The others note a finding and the case continues, so that one violation hides no
 * other.
 */
export interface Expectation {
  /** The answer has this status. */
  toAnswer(status: number, blame?: Blame): void
  /** The answer has one of these statuses, for requests whose success the specification leaves open. */
  toHaveStatus(statuses: readonly number[], blame?: Blame): void
  /** The request was refused, with one of these 4xx. */
  toBeRefused(statuses: readonly number[], blame?: Blame): void
  /** A fact about the answer holds. */
  toSatisfy(fact: boolean, expected: string, received: string | (() => string), blame?: Blame): void
  /** A field of the resource has this value. */
  toShow(field: string, value: unknown, blame?: Blame): void
}

export type Expect = (answer: Answer) => Expectation

interface ExpectingCase {
  readonly id: string
  /** The requirement that is blamed by default. */
  readonly requirement: string
  /** Takes a finding after which the case continues. */
  readonly note: (finding: Finding) => void
}

/** The expectations of a case. */
export function expectations(of: ExpectingCase): Expect {
  return (answer) => new AnswerExpectation(answer, of)
}

class AnswerExpectation implements Expectation {
  private readonly answer: Answer
  private readonly of: ExpectingCase

  constructor(answer: Answer, of: ExpectingCase) {
    this.answer = answer
    this.of = of
  }

  toAnswer(status: number, blame?: Blame): void {
    const { answer } = this
    answer.mustArrive()
    if (answer.status !== status) throw new Violation([this.wrongStatus([status], blame)])
    // The oracles judge the form of answers; a malformed one supports no other conclusion.
    if (status === 200 && answer.exchange.operation !== undefined) answer.mustBeUsable()
  }

  toHaveStatus(statuses: readonly number[], blame?: Blame): void {
    const { status = 0 } = this.answer.mustArrive()
    if (!statuses.includes(status)) this.of.note(this.wrongStatus(statuses, blame))
  }

  toBeRefused(statuses: readonly number[], blame?: Blame): void {
    const { fate, status = 0 } = this.answer.mustArrive()
    if (fate !== 'refused' || !statuses.includes(status)) this.of.note(this.wrongStatus(statuses, blame))
  }

  toSatisfy(fact: boolean, expected: string, received: string | (() => string), blame?: Blame): void {
    for (const one of [this.answer, ...(blame?.also ?? [])]) one.mustArrive(blame?.evenLimited)
    if (fact) return
    this.of.note(this.found(expected, typeof received === 'string' ? received : received(), blame))
  }

  toShow(field: string, value: unknown, blame?: Blame): void {
    const { data, exchange } = this.answer.mustBeUsable()
    const actual = data[field]
    if (JSON.stringify(actual) === JSON.stringify(value)) return
    const details = {
      pointer: `/data/${field}`,
      value,
      // The answer to a write is never late.
      proof: exchange.request.method === 'GET' ? undefined : (true as const),
      ...blame,
    }
    this.of.note(this.found(`${field} ${quote(value)}`, quote(actual), details))
  }

  private wrongStatus(accepted: readonly number[], blame?: Blame): Finding {
    const { answer } = this
    const details = { ...blame, status: answer.status, accepted }
    return this.found(`status ${accepted.join(' or ')}`, outcome(answer), details)
  }

  private found(
    expected: string,
    received: string,
    { also = [], ...blame }: Blame & Pick<Finding, 'accepted' | 'value'> = {},
  ): Finding {
    const { exchange } = this.answer
    const { id, requirement } = this.of
    const isOfStatus = blame.status !== undefined
    const words = { requirement: blame.requirement ?? requirement, expected, received }
    const finding = findingIn(exchange, words, {
      ...blame,
      proof: blame.proof === true || (isOfStatus && isProvenByStatus(exchange)),
      // If the status is wrong, the pointer names a member of the request.
      inRequest: blame.pointer !== undefined && isOfStatus ? true : undefined,
      also: also.map((one) => one.exchange),
    })
    return { ...finding, case: id }
  }
}

/** The status and, of an error, its code and message. */
export function outcome(answer: Answer): string {
  const { error, code } = answer.body
  if ((answer.status ?? 0) < 400) return `status ${answer.status}`
  return `status ${answer.status}${typeof code === 'string' ? ` ${code}` : ''}${typeof error === 'string' ? `: ${quote(error, 100)}` : ''}`
}
