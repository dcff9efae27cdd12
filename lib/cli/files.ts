import { readTextFile } from '../util/text-file.ts'
import type { Capsule } from '../replay/capsule.ts'
import { readCapsule } from '../replay/capsule.ts'
import { judgeHar } from '../replay/judge-har.ts'
import { exitCodeOfJudgement, exitCodeOfReplay, renderJudgement, renderReplay } from '../replay/render.ts'
import { type Replay, replayOnTarget, replayRecorded } from '../replay/replay.ts'
import { ConfigurationError, errorCode, FileProblem } from '../util/errors.ts'
import type { Setup } from '../run/setup.ts'
import { openTarget } from '../run/target.ts'
import { packageVersion } from '../util/package.ts'
import type { RunSettings } from './config/resolve.ts'
import { shownJson, shownLine } from '../util/text.ts'

/** The result of a command that prints one text. */
export interface TextResult {
  readonly text: string
  readonly exitCode: 0 | 1 | 2 | 3
}

/** The style of such a text. */
export interface TextStyle {
  readonly verbose: boolean
  readonly color: boolean
}

/** Reads and parses a text file. Throws a one-line ConfigurationError for a problem of the file. */
export async function fromFile<T>(file: string, read: (source: string) => T): Promise<T> {
  const source = await readTextFile(file).catch((error: unknown) => {
    throw new ConfigurationError(`${file} cannot be read (${errorCode(error)})`, { cause: error })
  })
  try {
    return read(source)
  } catch (error) {
    if (error instanceof FileProblem) throw new ConfigurationError(shownLine(`${file} ${error.message}`))
    throw error
  }
}

interface JudgeOptions extends TextStyle {
  readonly baseUrl?: string
  readonly json: boolean
}

/** Judges a HAR file. Throws a one-line ConfigurationError if there is nothing to judge. */
export async function judgeFile(
  { api }: Pick<Setup, 'api'>,
  file: string,
  options: JudgeOptions,
): Promise<TextResult> {
  const judgement = await fromFile(file, (source) => judgeHar(api, source, options.baseUrl))
  const text = options.json ? shownJson(judgement) : renderJudgement(judgement, options)
  return { text, exitCode: exitCodeOfJudgement(judgement) }
}

interface ReplayOptions extends TextStyle {
  /** If given, the requests are sent again to this target. */
  readonly target?: RunSettings
}

/**
 * Prints and judges a capsule again; with a target, after sending its requests again. Throws a one-line
 * ConfigurationError.
 */
export async function replayFile(
  setup: Setup,
  file: string,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<TextResult> {
  const capsule = await fromFile(file, (source) => readCapsule(source, setup.api.catalogue))
  const { target: settings } = options
  const replay =
    settings === undefined
      ? replayRecorded(setup.api, capsule)
      : await sentAgain(setup, capsule, settings, signal)
  return { text: renderReplay(replay, options), exitCode: exitCodeOfReplay(replay) }
}

async function sentAgain(
  setup: Setup,
  capsule: Capsule,
  settings: RunSettings,
  signal: AbortSignal,
): Promise<Replay> {
  // The address in a file is not used: the operator decides where keys are sent.
  if (settings.baseUrl === undefined && !capsule.target.embedded) {
    throw new ConfigurationError(
      `the capsule was recorded on ${capsule.target.baseUrl}: set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY`,
    )
  }
  const target = await openTarget(setup, settings)
  try {
    const { baseUrl, transport, keys } = target
    const { writes } = settings
    return await replayOnTarget(
      setup.api,
      capsule,
      { baseUrl, transport, keys, writes, version: packageVersion() },
      signal,
    )
  } finally {
    await target.close()
  }
}
