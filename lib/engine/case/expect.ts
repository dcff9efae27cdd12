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

/**
 * Expectations that by default blame the given requirement, in the name of a case.
 * @param note - takes a finding after which the case continues
 */
export function expectations(requirement: string, caseId: string, note: (finding: Finding) => void): Expect {
  return (answer) => {
    const found = (
      expected: string,
      received: string,
      { also = [], ...blame }: Blame & Pick<Finding, 'accepted' | 'value'> = {},
    ): Finding => ({
      ...findingIn(
        answer.exchange,
        { requirement: blame.requirement ?? requirement, expected, received },
        {
          ...blame,
          proof: blame.proof === true || (blame.status !== undefined && isProvenByStatus(answer.exchange)),
          // If the status is wrong, the pointer names a member of the request.
          inRequest: blame.pointer !== undefined && blame.status !== undefined ? true : undefined,
          also: also.map(({ exchange }) => exchange),
        },
      ),
      case: caseId,
    })
    const wrongStatus = (accepted: readonly number[], blame?: Blame): Finding =>
      found(`status ${accepted.join(' or ')}`, outcome(answer), {
        ...blame,
        status: answer.status,
        accepted,
      })
    return {
      toAnswer(status, blame) {
        answer.mustArrive()
        if (answer.status !== status) throw new Violation([wrongStatus([status], blame)])
        // The oracles judge the form of answers; a malformed one supports no other conclusion.
        if (status === 200 && answer.exchange.operation !== undefined) answer.mustBeUsable()
      },
      toHaveStatus(statuses, blame) {
        answer.mustArrive()
        if (!statuses.includes(answer.status ?? 0)) note(wrongStatus(statuses, blame))
      },
      toBeRefused(statuses, blame) {
        const { fate, status } = answer.mustArrive()
        if (fate !== 'refused' || !statuses.includes(status ?? 0)) note(wrongStatus(statuses, blame))
      },
      toSatisfy(fact, expected, received, blame) {
        for (const one of [answer, ...(blame?.also ?? [])]) one.mustArrive(blame?.evenLimited)
        if (!fact) note(found(expected, typeof received === 'string' ? received : received(), blame))
      },
      toShow(field, value, blame) {
        const actual = answer.mustBeUsable().data[field]
        if (JSON.stringify(actual) !== JSON.stringify(value)) {
          note(
            found(`${field} ${quote(value)}`, quote(actual), {
              pointer: `/data/${field}`,
              value,
              // The answer to a write is never late.
              proof: answer.exchange.request.method === 'GET' ? undefined : true,
              ...blame,
            }),
          )
        }
      },
    }
  }
}

/** The status and, of an error, its code and message. */
export function outcome(answer: Answer): string {
  const { error, code } = answer.body
  if ((answer.status ?? 0) < 400) return `status ${answer.status}`
  return `status ${answer.status}${typeof code === 'string' ? ` ${code}` : ''}${typeof error === 'string' ? `: ${quote(error, 100)}` : ''}`
}
