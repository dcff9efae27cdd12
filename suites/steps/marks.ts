/** The texts that mark what a run writes: `<run>-<n>`. */
import type { Context } from '../../lib/harness/context.ts'

/** The part that all marks of a run share. */
export function runOf(mark: string): string {
  return mark.slice(0, mark.lastIndexOf('-'))
}

/** A function that finds the marks of this run in a text. */
export function marksIn(ctx: Pick<Context, 'mark'>): (text: string | undefined) => readonly string[] {
  const ours = new RegExp(`${runOf(ctx.mark())}-\\d+`, 'g')
  return (text) => text?.match(ours) ?? []
}
