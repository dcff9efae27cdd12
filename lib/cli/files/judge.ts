import { exitCodeOf, renderJudgement } from '../../replay/judge-text.ts'
import { judgeHar } from '../../replay/judge-har.ts'
import type { JudgeOptions, TextResult } from '../dependencies.ts'
import { shownJson } from '../shown.ts'
import { fromFile } from './from-file.ts'

/** Judges a HAR file. Throws a ConfigurationError of one line where there is nothing to judge. */
export async function judgeFile(file: string, options: JudgeOptions): Promise<TextResult> {
  const judgement = await fromFile(file, (source) => judgeHar(source, options.baseUrl))
  const text = options.json ? shownJson(judgement) : renderJudgement(judgement, options)
  return { text, exitCode: exitCodeOf(judgement) }
}
