/** Odd input is taken or refused, which is open; it causes no server error. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { sendTogether } from '../support/at-fault.ts'

export type InputTools = Pick<Context<never>, 'expect' | 'settings'>

/** Expects any answer below 500. */
export function expectNoServerError({ expect }: InputTools, answer: Answer, sent: string): void {
  const { status = 0 } = answer.mustArrive()
  expect(answer).toSatisfy(status < 500, `no server error for ${sent}`, `status ${status}`, { status })
}

/** Expects any answer below 500 to several odd things at once, and says which of them causes another one. */
export async function expectAllBorne<T>(
  ctx: InputTools,
  parts: readonly T[],
  send: (parts: readonly T[]) => Promise<Answer>,
  inWords: (part: T) => string,
): Promise<void> {
  const { faults } = await sendTogether(parts, send, ({ status = 0 }) => status < 500)
  for (const { answer, parts: some } of faults) expectNoServerError(ctx, answer, some.map(inWords).join(', '))
}
