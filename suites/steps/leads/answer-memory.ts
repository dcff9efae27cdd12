import type { Answer } from '../../../lib/harness/answer.ts'
import type { Keeper } from '../../../lib/harness/footprint.ts'

/** Answers of one kind that are remembered, those of each run apart, in the order in which they came. */
export class AnswerMemory {
  private readonly answers = new WeakMap<Keeper, Answer[]>()

  add(run: Keeper, answer: Answer): void {
    const known = this.answers.get(run)
    if (known === undefined) this.answers.set(run, [answer])
    else known.push(answer)
  }

  of(run: Keeper): readonly Answer[] {
    return this.answers.get(run) ?? []
  }
}
