import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { renderConsole } from '../../app/report/console/render.ts'
import { viewOf } from '../../app/report/view/view.ts'
import { judgeHar } from '../../app/traffic/judge-har.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { shownJson } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { widthOf } from '../host.ts'
import { readText } from '../records.ts'
import { jsonSetting, judgedSide, OUTPUT, RECORDED } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'

/** The longest text that Node holds. */
const LARGEST = 512 * 1024 * 1024

async function refuseTooLarge(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size >= LARGEST)
    throw new ConfigurationError(`${file} has more than 512 MiB: record less at once, or judge it in parts`)
}

/** Judges recorded traffic. Sends no request. */
export const judge = command({
  name: 'judge',
  summary: 'judge recorded traffic (HAR); sends nothing',
  operands: '<file...>',
  settings: {
    baseUrl: RECORDED.baseUrl,
    judge: judgedSide('target'),
    verbose: OUTPUT.verbose,
    color: OUTPUT.color,
    json: jsonSetting,
  },
  examples: ['chat-agent-conformance judge traffic.har --base-url https://host/v1'],
  action: async ({ host, operands, values }) => {
    const files = operands.map((name) => resolve(host.folder, name))
    for (const file of files) await refuseTooLarge(file)
    const recordings = await Promise.all(
      files.map(async (name) => ({ name, text: await readText(host.folder, name) })),
    )
    const record = judgeHar(recordings, values.judge ?? 'target', values.baseUrl)
    const { color: colour, verbose } = resolveOutput(values, host)
    host.stdout.write(
      values.json === true
        ? shownJson(record)
        : renderConsole(viewOf(record), { colour, verbose, quiet: false, width: widthOf(host) }),
    )
    return record.exitCode
  },
})
