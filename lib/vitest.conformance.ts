// oxlint-disable vitest/valid-title, vitest/expect-expect -- titles and verdicts are those of the cases
/**
 * The entry point for Vitest: `npx vitest run --project conformance`, with the environment variables of the command line. One
 * test for each case; run, record and reports are those of the command.
 */
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEPENDENCIES } from './cli/launch.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './cli/settings/options.ts'
import { resolveOutput, resolveRun } from './cli/settings/run-options.ts'
import { settle } from './cli/settings/settle.ts'
import { writeRun } from './run/write-run.ts'
import { clearReports } from './report/folder.ts'
import { explainExitCode, FAILURES, withOutcome } from './report/outcome.ts'
import type { RunRecord } from './report/record.ts'
import { findingsText } from './report/wording.ts'
import { runConformance, type RunOutcome } from './run/index.ts'
import { scopeOf } from './run/scope.ts'
import { selectCases } from './run/selection.ts'
import type { CaseDefinition } from './harness/context.ts'
import type { CaseOutcome } from './harness/outcome.ts'

const host = {
  folder: process.cwd(),
  environment: process.env,
  stdout: { isTTY: false },
  stderr: process.stderr,
}
const reading = await settle(new Command(), { ...RUN_SETTINGS, ...OUTPUT, ...SOURCES }, host)
const settings = await resolveRun(reading, { ...host, operations: DEPENDENCIES.operations })
const { reports } = resolveOutput(reading.values, host)
const cases = selectCases(await scopeOf(settings), settings)

const waiting = new Map(cases.map(({ id }) => [id, pending<CaseOutcome | undefined>()]))
const aborting = new AbortController()
let run: Promise<RunOutcome>

const onCase = (outcome: CaseOutcome): void => waiting.get(outcome.definition.id)?.settle(outcome)

beforeAll(async () => {
  await clearReports(reports)
  run = runConformance(settings, { onCase }, aborting.signal)
  // A case that never starts must not block its test; the last test reports why.
  void run.catch(() => undefined).then(() => waiting.forEach(({ settle }) => settle(undefined)))
})

afterAll(async () => {
  aborting.abort()
  await run.catch(() => undefined)
})

const timeout = settings.runTimeoutMs + 30_000

for (const title of new Set(cases.map(({ suite }) => suite))) {
  describe(title, () => {
    for (const definition of cases.filter(({ suite }) => suite === title)) {
      test(definition.title, { timeout }, async ({ skip }) => {
        const outcome = await waiting.get(definition.id)?.promise
        if (outcome === undefined) skip('the run ended before this case')
        else if (outcome.verdict === 'error') throw new Error(outcome.reason)
        else if (outcome.verdict === 'failed') {
          const text = violations((await run).record, definition)
          if (text !== '') throw new Error(text)
          skip('known failure, or explained by another violation')
        } else if (outcome.verdict !== 'passed') skip(`${outcome.verdict}: ${outcome.reason ?? ''}`)
      })
    }
  })
}

test('the run violates no requirement', { timeout }, async () => {
  const { record, exchanges, scrub } = await run
  const { failed } = await writeRun(reports, record, exchanges, (text) => scrub.text(text))
  expect(failed, 'reports that could not be written').toEqual([])
  const violated = withOutcome(record, ...FAILURES)
  if (record.exitCode !== 0)
    throw new Error([explainExitCode(record), ...violated.map(findingsText)].join('\n\n'))
})

/** A promise with the function that settles it. */
function pending<T>(): { readonly promise: Promise<T>; readonly settle: (value: T) => void } {
  let settle: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => (settle = resolve))
  return { promise, settle }
}

/** The findings of a case, without those that are known or consequences. */
function violations(record: RunRecord, { id }: CaseDefinition): string {
  return withOutcome(record, 'failed')
    .map((row) => ({ ...row, findings: row.findings.filter((finding) => finding.case === id) }))
    .filter(({ findings }) => findings.length > 0)
    .map(findingsText)
    .join('\n\n')
}
