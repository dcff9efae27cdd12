import { readTextFile } from '../util/text-file.ts'
import { judgeHar } from '../run/judge-har.ts'
import { exitCodeOfJudgement, renderJudgement } from '../run/render-judgement.ts'
import { ConfigurationError, errorCode, FileProblem } from '../util/errors.ts'
import type { Setup } from '../run/setup.ts'
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
