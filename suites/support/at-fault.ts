/** The cause of a wrong answer among several things that are sent together. */
import type { Answer } from '../../lib/engine/case/answer.ts'

/** Some things that were sent together, and the answer to them. */
export interface AtFault<T> {
  readonly answer: Answer
  readonly parts: readonly T[]
}

/**
 * Sends several things together and, only if the answer is wrong, each of them alone.
 * @returns the answer to all, and the wrong answers to single ones; if there are none, the wrong answer to
 * all
 */
export async function sendTogether<T>(
  parts: readonly T[],
  send: (parts: readonly T[]) => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<{ readonly answer: Answer; readonly faults: readonly AtFault<T>[] }> {
  const answer = (await send(parts)).mustArrive()
  return { answer, faults: isRight(answer) ? [] : await atFault({ answer, parts }, send, isRight) }
}

/**
 * Finds which of several things cause a wrong answer, by sending each of them alone.
 * @param isKnown - whether a thing is known to cause one: if the answer without it is right, the others are
 * not sent alone
 * @returns the wrong answers to single ones; if there are none, and no cause is known, the wrong answer to
 * all
 */
export async function atFault<T>(
  whole: AtFault<T>,
  send: (parts: readonly T[]) => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  isKnown: (part: T) => boolean = () => false,
): Promise<readonly AtFault<T>[]> {
  const { parts } = whole
  const others = parts.filter((part) => !isKnown(part))
  const isAnyKnown = others.length < parts.length
  if (isAnyKnown && (others.length === 0 || isRight((await send(others)).mustArrive()))) return []
  const alone = await Promise.all(
    others.map(async (part) => ({ parts: [part], answer: (await send([part])).mustArrive() })),
  )
  const wrong = alone.filter((one) => !isRight(one.answer))
  return wrong.length > 0 || isAnyKnown ? wrong : [whole]
}
