import { resolve } from 'node:path'
import { renderExplanation } from '../../report/explain/explanation.ts'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { count, didYouMean, shownJson } from '../../util/text.ts'
import { command, ownSuite } from '../command.ts'
import { path } from '../settings/kinds.ts'
import { json, SELECTION, SOURCES } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Explains requirements: what is required, how it is judged, what breaks it and how to fix it. With `--site`, writes
 * a page for every requirement.
 */
export const explain = command({
  name: 'explain',
  summary: 'explain a requirement: how it is judged, what breaks it, how to fix it',
  operands: '[id...]',
  settings: {
    suite: SELECTION.suite,
    json,
    site: new Setting('--site <dir>', 'write a page for every requirement into this folder', path),
    ...SOURCES,
  },
  examples: ['chat-agent-conformance explain AUTH-02', 'chat-agent-conformance explain --site site'],
  action: async ({ host, operands, dependencies, values }) => {
    const suite = ownSuite(values.suite, host)
    const { explain: explanationsOf, writeExplanations } = await import('../../run/explain.ts')
    if (values.site !== undefined) {
      const folder = resolve(host.folder, values.site)
      try {
        const pages = await writeExplanations(await dependencies.scope(suite), folder)
        host.stdout.write(`${count(pages, 'page')} and index.html in ${folder}\n`)
        return 0
      } catch (error) {
        const code = errorCode(error)
        if (!(error instanceof Error) || !('code' in error)) throw error
        throw new ConfigurationError(
          `${folder} cannot be written (${code}); choose another folder with --site`,
        )
      }
    }
    const known = await dependencies.operations(suite)
    if (operands.length === 0)
      throw new ConfigurationError(
        `explain needs the id of a requirement, such as ${[...known.keys()][0]}, or --site DIR for pages of all of them`,
      )
    const ids = operands.map((operand) => operand.toUpperCase())
    const unknown = ids.find((id) => !known.has(id))
    if (unknown !== undefined)
      throw new ConfigurationError(
        `there is no requirement ${JSON.stringify(unknown)}${didYouMean(unknown, known.keys()) || (suite === undefined ? '; own ones need --suite FILE' : '')}`,
      )
    const explanations = await explanationsOf(await dependencies.scope(suite), ids)
    const width = Math.min(host.stdout.columns ?? 100, 100)
    host.stdout.write(
      values.json === true
        ? shownJson(explanations)
        : explanations.map((one) => renderExplanation(one, width)).join('\n'),
    )
    return 0
  },
})
