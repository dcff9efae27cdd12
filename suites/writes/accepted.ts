/** A valid write is accepted; a refusal names the refused field or rule. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { whereOf } from '../../lib/engine/judge/judgements.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { type AtFault, atFault } from '../support/at-fault.ts'
import type { ValidBody } from './generated.ts'

/**
 * The answer to a write that must be accepted, as the premise of later steps; other rules judge its exact
 * status.
 */
export function mustBeAccepted(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  requirement: string,
): Answer {
  if (answer.fate !== 'accepted') expect(answer).toAnswer(200, { requirement })
  return answer
}

/**
 * Sends a body that must be accepted. If it is refused, each of its fields is sent alone, since each has a
 * rule of its own.
 * @param ruleOf - the rule that accepts a body
 */
export async function expectEachAccepted(
  { expect, store, isViolated }: Pick<Context, 'expect' | 'store' | 'isViolated'>,
  body: ValidBody,
  send: (body: ValidBody) => Promise<Answer>,
  ruleOf: (body: ValidBody) => string,
): Promise<Answer> {
  const answer = (await send(body)).mustArrive()
  if (isAccepted(answer)) return answer
  const findFaults = (): Promise<readonly AtFault<SentField>[]> =>
    atFault(
      { answer, parts: Object.entries(body) },
      (fields) => send(Object.fromEntries(fields)),
      isAccepted,
      (field) => isViolated(ruleOf(Object.fromEntries([field])), whereOf(answer.exchange)),
    )
  // One refused body after the other: a mistake that one of them has shown is not examined again.
  await store.inTurn(async () => {
    for (const fault of await findFaults()) {
      const { status, exchange } = fault.answer
      const received = `status ${status} to ${quote(sentBody(exchange))}`
      const requirement = ruleOf(Object.fromEntries(fault.parts))
      expect(fault.answer).toSatisfy(false, 'status 200', received, { requirement, status })
    }
  })
  return answer
}

type SentField = readonly [name: string, value: unknown]

const isAccepted = ({ fate }: Answer): boolean => fate === 'accepted'
