/** What causes a wrong answer among several things that are sent together. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'

export type InputTools = Pick<Context<never>, 'expect' | 'settings'>

/** Expects any answer below 500: whether odd input is taken or refused is open. */
export function expectNoServerError({ expect }: InputTools, answer: Answer, sent: string): void {
  const { status = 0 } = answer.arrived()
  expect(answer).toSatisfy(status < 500, `no server error for ${sent}`, `status ${status}`, { status })
}

/**
 * Sends several things together and, only if the answer is wrong, each of them alone.
 * @returns the first wrong answer to one alone, else the one to all; undefined if nothing is wrong
 */
export async function atFault<T>(
  parts: readonly T[],
  ask: (parts: readonly T[]) => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<{ readonly answer: Answer; readonly parts: readonly T[] } | undefined> {
  const together = (await ask(parts)).arrived()
  if (isRight(together)) return undefined
  for (const part of parts) {
    const alone = (await ask([part])).arrived()
    if (!isRight(alone)) return { answer: alone, parts: [part] }
  }
  return { answer: together, parts }
}
