/**
 * The entry point of the library: verify a target from your own tests.
 *
 * ```ts
 * import { verify } from 'chat-agent-conformance'
 *
 * const record = await verify({ baseUrl: 'https://staging.example.com/v1', apiKey: process.env.CONFORMANCE_API_KEY, profile: 'smoke' })
 * ```
 */
import { resolve } from 'node:path'
import type { Config } from './cli/settings/file.ts'
import { completeOptions } from './app/run/options.ts'
import { ConfigurationError } from './engine/util/errors.ts'
import type { RunRecord } from './app/report/record.ts'
import { viewOf } from './app/report/view/view.ts'
import type { RunEvents } from './app/run/events.ts'
import { runConformance } from './app/run/index.ts'
import type { GivenOptions } from './app/run/options.ts'
import { writeReports } from './app/report/write.ts'

/** Options, as on the command line. Nothing is read from the environment. */
export interface VerifyOptions extends GivenOptions, RunEvents {
  /** Folder for the reports; none are written if absent. */
  readonly reports?: string
  /** Ends the run in order: changes are restored, and the record says that the run was ended. */
  readonly signal?: AbortSignal
}

/**
 * Verifies a target and resolves with the record of the run; without `baseUrl`, the embedded reference service.
 * Violations are in the record (`verdict`, `exitCode`, `requirements`) and never thrown.
 * @throws ConfigurationError if nothing can be judged: invalid options, an unreachable target, a rejected key
 */
export async function verify(options: VerifyOptions = {}): Promise<RunRecord> {
  const { reports, signal, onProgress, onWait, onCase, ...given } = options
  const events: RunEvents = { onProgress, onWait, onCase }
  refuseEmptyTarget(given)
  const { record, exchanges, scrub } = await runConformance(completeOptions(given), events, signal)
  if (reports === undefined) return record
  const { failed } = await writeReports(resolve(reports), viewOf(record), exchanges, scrub.text)
  const [first] = failed
  if (first !== undefined) throw new Error(`${first.file} could not be written: ${first.problem}`)
  return record
}

/** Refuses empty options that select the target: an empty value probably comes from an unset variable. */
function refuseEmptyTarget(given: GivenOptions): void {
  const names = ['baseUrl', 'apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const
  const empty = names.find((name) => name in given && (given[name] ?? '').trim() === '')
  if (empty !== undefined)
    throw new ConfigurationError(`${empty} is given without a value: is the variable that it comes from set?`)
}

/** Types `conformance.config.mjs`, for editors: `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config
}

export type { Config } from './cli/settings/file.ts'
export type { CaseDefinition } from './engine/case/suite.ts'
export type { CaseOutcome } from './engine/case/outcome.ts'
export type { Need } from './engine/case/needs.ts'
export type { Exchange } from './engine/http/exchange.ts'
export type {
  CaseResult,
  Observation,
  RecordedExchange,
  RequirementResult,
  RunRecord,
} from './app/report/record.ts'
export { ConfigurationError } from './engine/util/errors.ts'
export type { GivenOptions, KnownFailure, KnownFailures, Profile, RunOptions } from './app/run/options.ts'
export type { RunEvents } from './app/run/events.ts'
export type { Finding } from './engine/judge/finding.ts'
export type { RunVerdict, Verdict } from './engine/judge/verdict.ts'
