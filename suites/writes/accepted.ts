/** A valid write is accepted; a refusal names what it refuses. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { sendTogether } from '../support/at-fault.ts'
import type { ValidBody } from './generated.ts'

/** The answer to a write that has to be accepted, as the premise of what follows; which status it has is judged elsewhere. */
export function accepted({ expect }: Pick<Context, 'expect'>, answer: Answer, requirement: string): Answer {
  if (answer.fate !== 'accepted') expect(answer).toAnswer(200, { requirement })
  return answer
}

/**
 * Sends a body that has to be accepted. Where it is refused, each of its fields is sent alone: each is a rule of its own.
 * @param ruleOf - the rule that accepts a body
 */
export async function expectEachAccepted(
  { expect }: Pick<Context, 'expect'>,
  body: ValidBody,
  send: (body: ValidBody) => Promise<Answer>,
  ruleOf: (body: ValidBody) => string,
): Promise<Answer> {
  const parts = Object.entries(body)
  const { answer, faults } = await sendTogether(
    parts,
    (some) => send(Object.fromEntries(some)),
    ({ fate }) => fate === 'accepted',
  )
  for (const { answer: refused, parts: some } of faults)
    expect(refused).toSatisfy(
      false,
      'status 200',
      `status ${refused.status} to ${quote(sentBody(refused.exchange))}`,
      { requirement: ruleOf(Object.fromEntries(some)), status: refused.status },
    )
  return answer
}
