import { resolve } from 'node:path'
import { ConfigurationError, errorCode, FileProblem } from '../../util/errors.ts'
import { shownJson, shownLine } from '../../util/text.ts'
import { readTextFile } from '../../util/text-file.ts'
import { command } from '../command.ts'
import { json, OUTPUT, TARGET } from '../settings/options.ts'
import { resolveOutput } from '../settings/run-options.ts'

/** Judges recorded traffic. Sends no request. */
export const judge = command({
  name: 'judge',
  summary: 'judge recorded traffic (HAR); no request is sent',
  operands: '<file>',
  settings: { baseUrl: TARGET.baseUrl, verbose: OUTPUT.verbose, color: OUTPUT.color, json },
  examples: ['chat-agent-conformance judge traffic.har --base-url https://host/v1'],
  action: async ({ host, operands: [name = ''], values }) => {
    const { judgeHar } = await import('../../run/judge-har.ts')
    const { exitCodeOfJudgement, renderJudgement } = await import('../../run/render-judgement.ts')
    const file = resolve(host.folder, name)
    const source = await readTextFile(file).catch((error: unknown) => {
      throw new ConfigurationError(`${file} cannot be read (${errorCode(error)})`, { cause: error })
    })
    try {
      const judgement = judgeHar(source, values.baseUrl)
      host.stdout.write(
        values.json === true ? shownJson(judgement) : renderJudgement(judgement, resolveOutput(values, host)),
      )
      return exitCodeOfJudgement(judgement)
    } catch (error) {
      if (error instanceof FileProblem) throw new ConfigurationError(shownLine(`${file} ${error.message}`))
      throw error
    }
  },
})
