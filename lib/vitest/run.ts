import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { Command } from 'commander'
import type { TestProject } from 'vitest/node'
import { OUTPUT, RUN_SETTINGS, SOURCES } from '../cli/settings/options.ts'
import { resolveOutput } from '../cli/settings/output.ts'
import { resolveRun } from '../cli/settings/run-options.ts'
import { settle } from '../cli/settings/settle.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import { prepareFolder } from '../report/folder.ts'
import { explainExitCode } from '../report/headline.ts'
import { accountOf } from '../report/view/account.ts'
import { viewOf } from '../report/view/view.ts'
import { openRun, type OpenRun } from '../run/conduct.ts'
import { JOURNAL } from '../run/journal.ts'
import type { RunOptions } from '../run/options.ts'
import { assemble } from '../run/record/assemble.ts'
import { withSeededFaults } from '../run/record/seeded-faults.ts'
import { type Scope, scopeOf } from '../run/scope.ts'
import { selectCases } from '../run/selection.ts'
import { openTarget, scrubberFor, type Target } from '../run/target.ts'
import { writeRun } from '../run/write-run.ts'
import type { Question, Reply, Result } from './messages.ts'

/**
 * The run behind a call of Vitest, with the environment variables of the command line. It is opened when the first
 * file asks for cases, and concluded when Vitest ends or begins anew: then the reports are written.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const host = {
    folder: process.cwd(),
    environment: process.env,
    stdout: { isTTY: false },
    stderr: process.stderr,
  }
  const reading = await settle(new Command(), { ...RUN_SETTINGS, ...OUTPUT, ...SOURCES }, host)
  const { reports } = resolveOutput(reading.values, host)
  const resolved = await resolveRun(reading, host.environment)
  const options = { ...resolved, journal: join(reports, JOURNAL) }
  const scope = await scopeOf(options)
  await prepareFolder(reports)

  const name = `conformance-${process.pid}-${performance.now()}`
  const channel = new BroadcastChannel(name)
  channel.unref()
  project.provide('conformanceChannel', name)
  const answer = (id: string, result: Result): void => channel.postMessage({ id, result } satisfies Reply)

  let run: SharedRun | undefined
  let turns = Promise.resolve()
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this channel is Node's: it has no event target's types
  channel.onmessage = (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner sends nothing else
    const { perform } = (message as { readonly data: Question }).data
    turns = turns
      .then(async () => {
        run ??= await SharedRun.open(scope, options, answer)
        await run.perform(perform)
      })
      .catch((error: unknown) => {
        const text = error instanceof Error ? error.message : String(error)
        for (const id of perform) answer(id, { state: 'fail', text })
      })
  }
  const conclude = async (): Promise<void> => {
    await turns
    const ended = run
    run = undefined
    await ended?.conclude(reports)
  }
  project.onTestsRerun(conclude)
  return async () => {
    await conclude()
    channel.close()
  }
}

class SharedRun {
  private readonly scope: Scope
  private readonly options: RunOptions
  private readonly target: Target
  private readonly run: OpenRun
  private readonly startedAt = new Date()
  /** What came of the cases so far, also of those that no file has asked for yet. */
  private readonly results = new Map<string, Result>()
  private readonly answer: (id: string, result: Result) => void

  private constructor(
    scope: Scope,
    options: RunOptions,
    target: Target,
    run: OpenRun,
    answer: SharedRun['answer'],
  ) {
    this.scope = scope
    this.options = options
    this.target = target
    this.run = run
    this.answer = answer
  }

  static async open(scope: Scope, options: RunOptions, answer: SharedRun['answer']): Promise<SharedRun> {
    const target = await openTarget(options)
    let shared: SharedRun | undefined
    const onCase = (outcome: CaseOutcome): void => shared?.ended(outcome)
    try {
      const run = await openRun(target, selectCases(scope, options), options, { onCase })
      shared = new SharedRun(scope, options, target, run, answer)
      return shared
    } catch (error) {
      await target.close()
      throw error
    }
  }

  /** Performs cases of one file, and those that send what they review. */
  async perform(ids: readonly string[]): Promise<void> {
    const selected = new Set(selectCases(this.scope, this.options).map(({ id }) => id))
    for (const id of ids)
      if (!selected.has(id)) this.answer(id, { state: 'skip', note: 'not selected, or not in this profile' })
    for (const id of ids) {
      const known = this.results.get(id)
      if (known !== undefined) this.answer(id, known)
    }
    const wanted = selectCases(this.scope, { ...this.options, cases: ids.filter((id) => selected.has(id)) })
    await this.run.perform(wanted.filter(({ id }) => !this.results.has(id)))
  }

  async conclude(reports: string): Promise<void> {
    const { scope, target, run, startedAt, results } = this
    try {
      const isWhole = selectCases(scope, this.options).every(({ id }) => results.has(id))
      const options = isWhole ? this.options : { ...this.options, cases: [...results.keys()] }
      const scrub = scrubberFor(target, options)
      const conducted = await run.conclude()
      const record = await withSeededFaults(assemble(conducted, scope, target, options, startedAt, scrub))
      const { failed } = await writeRun(reports, record, conducted.tally.exchanges, (text) =>
        scrub.text(text),
      )
      for (const { file, problem } of failed)
        process.stderr.write(`${file} could not be written: ${problem}\n`)
      process.stdout.write(`\nConformance: ${explainExitCode(record)}\n`)
      if (record.exitCode !== 0) process.exitCode = record.exitCode
    } finally {
      run.close()
      await target.close()
    }
  }

  private ended(outcome: CaseOutcome): void {
    const { id } = outcome.definition
    const result = this.resultOf(outcome)
    this.results.set(id, result)
    this.answer(id, result)
  }

  /** A case fails its test by what makes a run fail: not by a known failure, nor by what `--fail-on` lets pass. */
  private resultOf(outcome: CaseOutcome): Result {
    const { verdict, reason = '', definition, exchanges } = outcome
    const shown = new Set(exchanges)
    const isOwn = (finding: { readonly case?: string; readonly exchanges: readonly number[] }): boolean =>
      finding.case === undefined
        ? finding.exchanges.some((id) => shown.has(id))
        : finding.case === definition.id
    const soFar = this.run.soFar()
    if (verdict === 'passed' && !soFar.tally.findings.some(isOwn)) return { state: 'pass' }
    const record = assemble(
      soFar,
      this.scope,
      this.target,
      this.options,
      this.startedAt,
      scrubberFor(this.target, this.options),
    )
    const texts = viewOf(record).violated.flatMap((row) => {
      const evidence = row.evidence.filter(({ finding }) => isOwn(finding))
      return evidence.length === 0 ? [] : [accountOf({ ...row, evidence })]
    })
    if (texts.length > 0) return { state: 'fail', text: texts.join('\n\n') }
    if (verdict === 'error') return { state: 'fail', text: reason }
    return verdict === 'passed' ? { state: 'pass' } : { state: 'skip', note: `${verdict}: ${reason}` }
  }
}
