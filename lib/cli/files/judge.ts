import { exitCodeOf, renderJudgement } from '../../replay/judge-text.ts'
import { judgeHar } from '../../replay/judge-har.ts'
import type { Setup } from '../../run/setup.ts'
import type { TextResult, TextStyle } from './text-result.ts'
import { shownJson } from '../shown.ts'
import { fromFile } from './from-file.ts'

interface JudgeOptions extends TextStyle {
  readonly baseUrl?: string
  readonly json: boolean
}

/** Judges a HAR file. Throws a ConfigurationError of one line where there is nothing to judge. */
export async function judgeFile(
  { api }: Pick<Setup, 'api'>,
  file: string,
  options: JudgeOptions,
): Promise<TextResult> {
  const judgement = await fromFile(file, (source) => judgeHar(api, source, options.baseUrl))
  const text = options.json ? shownJson(judgement) : renderJudgement(judgement, options)
  return { text, exitCode: exitCodeOf(judgement) }
}
