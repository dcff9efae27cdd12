/** What causes a wrong answer among several things that are sent together. */
import type { Answer } from '../../lib/engine/case/answer.ts'

/** A wrong answer, and what was sent for it. */
interface AtFault<T> {
  readonly answer: Answer
  readonly parts: readonly T[]
}

/**
 * Sends several things together and, only if the answer is wrong, each of them alone.
 * @returns the answer to all, and the wrong answers to one alone; if there are none, the wrong one to all
 */
export async function sendTogether<T>(
  parts: readonly T[],
  send: (parts: readonly T[]) => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<{ readonly answer: Answer; readonly faults: readonly AtFault<T>[] }> {
  const answer = (await send(parts)).mustArrive()
  if (isRight(answer)) return { answer, faults: [] }
  const alone = await Promise.all(
    parts.map(async (part) => ({ parts: [part], answer: (await send([part])).mustArrive() })),
  )
  const wrong = alone.filter((one) => !isRight(one.answer))
  return { answer, faults: wrong.length > 0 ? wrong : [{ answer, parts }] }
}
