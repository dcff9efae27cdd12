import { isFoundBy } from '../engine/case/second-look.ts'
import type { CaseOutcome } from '../engine/case/outcome.ts'
import type { Session } from '../engine/case/session.ts'
import { explainExitCode } from '../app/report/headline.ts'
import type { RunRecord } from '../app/report/record.ts'
import { accountOf } from '../app/report/view/account.ts'
import { viewOf } from '../app/report/view/view.ts'
import {
  conclude,
  type Conducted,
  explore,
  type Means,
  meansFor,
  perform,
  soFar,
} from '../app/run/conduct.ts'
import type { RunOptions } from '../app/run/options.ts'
import { assemble } from '../app/run/record/assemble.ts'
import { type SeededFaults, seededFaults } from '../app/run/alterations.ts'
import type { Scope } from '../app/run/scope.ts'
import { type Selection, selectionOf } from '../app/run/selection.ts'
import { openTarget } from '../app/run/open-target.ts'
import type { Target } from '../app/run/target.ts'
import { writeReports } from '../app/report/write.ts'
import { measure } from '../engine/util/time.ts'
import type { Result } from './messages.ts'

/** The target, and the result of the first look at it; the cases of all files are performed with it. */
interface Opened {
  readonly means: Means
  readonly session: Session
}

/** The run that all test files of a call of Vitest share. It opens its target when cases are first performed. */
export class SharedRun {
  private readonly scope: Scope
  private readonly options: RunOptions
  private readonly selection: Selection
  private readonly answer: (id: string, result: Result) => void
  private readonly taken = measure()
  private opened: Opened | undefined
  private readonly outcomes: CaseOutcome[] = []
  /** The results of cases so far, also of cases that no file has requested yet. */
  private readonly results = new Map<string, Result>()

  /** @param answer - receives the result of each case */
  constructor(scope: Scope, options: RunOptions, answer: SharedRun['answer']) {
    this.scope = scope
    this.options = options
    this.selection = selectionOf(scope, options)
    this.answer = answer
  }

  /** Performs the cases of one file, and the cases whose writes they review. */
  async perform(ids: readonly string[]): Promise<void> {
    const asked = this.selection.cases.filter(({ id }) => ids.includes(id))
    for (const id of ids) {
      const isSelected = asked.some((one) => one.id === id)
      const known = isSelected ? this.results.get(id) : NOT_SELECTED
      if (known !== undefined) this.answer(id, known)
    }
    const wanted = asked.filter(({ id }) => !this.results.has(id))
    if (wanted.length === 0) return
    this.opened ??= await this.open()
    const { session, means } = this.opened
    await perform(session, wanted, means, { onCase: (outcome) => this.ended(outcome) })
  }

  /** Restores changes, and writes the reports into a folder. A run that judged nothing is no success. */
  async conclude(reports: string): Promise<void> {
    const { opened, results } = this
    try {
      if (opened === undefined || results.size === 0)
        return end(
          2,
          opened === undefined ? 'no case was run: check the names of files, and -t' : 'nothing was judged',
        )
      const { means, session } = opened
      const conducted = await conclude(means, session, this.inOrder())
      const isWhole = this.selection.cases.every(({ id }) => results.has(id))
      const options = isWhole ? this.options : { ...this.options, case: [...results.keys()] }
      const record = this.recordOf(conducted, means.target, options, await seededFaults(conducted))
      const { failed } = await writeReports(
        reports,
        viewOf(record),
        conducted.tally.exchanges,
        means.target.scrub.text,
      )
      for (const { file, problem } of failed)
        process.stderr.write(`${file} could not be written: ${problem}\n`)
      end(record.exitCode, explainExitCode(record))
    } finally {
      opened?.means.ending.close()
      await opened?.means.target.close()
    }
  }

  private async open(): Promise<Opened> {
    const { options } = this
    const means = meansFor(await openTarget(options), options)
    return { means, session: await explore(means, options) }
  }

  private ended(outcome: CaseOutcome): void {
    const { id } = outcome.definition
    this.outcomes.push(outcome)
    const result = this.resultOf(outcome)
    this.results.set(id, result)
    this.answer(id, result)
  }

  /**
   * A case fails its test only by violations that make a run fail: not by known failures, nor by violations
   * that `--fail-on` lets pass.
   */
  private resultOf(outcome: CaseOutcome): Result {
    const { verdict, reason = '' } = outcome
    const text = this.violationsIn(outcome)
    if (text !== '') return { state: 'fail', text }
    if (verdict === 'error') return { state: 'fail', text: reason }
    return verdict === 'passed' ? { state: 'pass' } : { state: 'skip', note: `${verdict}: ${reason}` }
  }

  private inOrder(): readonly CaseOutcome[] {
    const { cases } = this.selection
    const placeOf = ({ definition }: CaseOutcome): number => cases.indexOf(definition)
    return this.outcomes.toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  /** The violations that a case asserted, or that oracles found in its exchanges; empty if there are none. */
  private violationsIn(outcome: CaseOutcome): string {
    if (this.opened === undefined) return ''
    const { means, session } = this.opened
    const { target, tally } = means
    const isOwn = isFoundBy(outcome)
    // Most cases show no violation, and a record takes time.
    if (outcome.verdict === 'passed' && !tally.found.certain.some(isOwn)) return ''
    const conducted = soFar(means, session, this.inOrder())
    const texts = viewOf(this.recordOf(conducted, target, this.options)).violated.flatMap((row) => {
      const evidence = row.evidence.filter(({ finding }) => isOwn(finding))
      return evidence.length === 0 ? [] : [accountOf({ ...row, evidence })]
    })
    return texts.join('\n\n')
  }

  private recordOf(
    conducted: Conducted,
    target: Target,
    options: RunOptions,
    faults?: SeededFaults,
  ): RunRecord {
    const selection = selectionOf(this.scope, options)
    return assemble(conducted, this.scope, { target, options, selection, span: this.taken(), faults })
  }
}

/** Vitest's reporters write to standard output, which programs read. */
function end(exitCode: number, words: string): void {
  process.stderr.write(`\nConformance: ${words}\n`)
  if (exitCode !== 0) process.exitCode = exitCode
}

const NOT_SELECTED: Result = { state: 'skip', note: 'not selected, or not in this profile' }
