/** A valid write is accepted; a refusal names what it refuses. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { sendTogether } from '../support/at-fault.ts'

/** The answer to a write that has to be accepted, as the premise of what follows; which status it has is judged elsewhere. */
export function accepted({ expect }: Pick<Context, 'expect'>, answer: Answer, requirement: string): Answer {
  if (answer.fate !== 'accepted') expect(answer).toAnswer(200, { requirement })
  return answer
}

/**
 * Sends a write that has to be accepted. Where it is not, its parts are sent alone, so that a refusal names what it refuses; a
 * 404 speaks of an id and not of a part.
 * @param ruleOf - the rule that accepts a part, or the whole
 * @param words - what is special about the write as a whole
 */
export async function expectAccepted<T>(
  { expect }: Pick<Context, 'expect'>,
  parts: readonly T[],
  send: (parts: readonly T[]) => Promise<Answer>,
  ruleOf: (part?: T) => string,
  words = '',
): Promise<Answer> {
  const isRight = ({ fate, status }: Answer): boolean => fate === 'accepted' || status === 404
  const { answer, faults } = await sendTogether(parts, send, isRight)
  for (const { answer: refused, parts: some } of faults)
    expect(refused).toSatisfy(
      false,
      'status 200',
      `status ${refused.status} to ${quote(sentBody(refused.exchange))}`,
      { requirement: ruleOf(some.length === 1 ? some[0] : undefined), status: refused.status },
    )
  const isKnown = answer.fate === 'accepted' || faults.length > 0
  expect(answer).toSatisfy(isKnown, `status 200${words}`, `status ${answer.status}`, {
    requirement: ruleOf(),
    status: answer.status,
  })
  return answer
}
