/** The texts that mark what a run writes, `<run>-<n>`, and what they show of refused requests. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'

/** The part that all marks of a run share. */
export function runOf(mark: string): string {
  return mark.slice(0, mark.lastIndexOf('-'))
}

/** A function that finds the marks of this run in a text. */
export function marksIn(ctx: Pick<Context, 'mark'>): (text: string | undefined) => readonly string[] {
  const ours = new RegExp(`${runOf(ctx.mark())}-\\d+`, 'g')
  return (text) => text?.match(ours) ?? []
}

/** Refused requests by their marks. A mark that an accepted request carried too is left out. */
export function refusalsByMark(
  ctx: Pick<Context, 'mark'>,
  answers: readonly Answer[],
): ReadonlyMap<string, Answer> {
  const marks = marksIn(ctx)
  const marksOf = ({ exchange }: Answer): readonly string[] => marks(exchange.request.body)
  // A 429 says nothing about the body.
  const isRefused = ({ isRefusal, status }: Answer): boolean => isRefusal && status !== 429
  const others = new Set(answers.filter((one) => !isRefused(one)).flatMap(marksOf))
  return new Map(
    answers
      .filter(isRefused)
      .flatMap((refusal) => marksOf(refusal).map((mark) => [mark, refusal] as const))
      .filter(([mark]) => !others.has(mark)),
  )
}
