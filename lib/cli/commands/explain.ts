import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { renderExplanation } from '../../app/report/explain/text.ts'
import { writePagesAndIndex } from '../../app/report/explain/write.ts'
import { explainWithExamples } from '../../app/run/explain.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { count, shownJson } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { widthOf } from '../host.ts'
import { path, quote } from '../settings/parsers.ts'
import { json, SOURCES } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Explains requirements: what is required, how it is judged, and what breaks it. With `--site`, writes
 * a page for every requirement.
 */
export const explain = command({
  name: 'explain',
  summary: 'explain a requirement: how it is judged, what breaks it',
  operands: '[id...]',
  settings: {
    json,
    site: new Setting(
      '--site <dir>',
      path,
      'write a page for every requirement, or the named ones, into this folder',
    ),
    ...SOURCES,
  },
  examples: ['chat-agent-conformance explain AUTH-02', 'chat-agent-conformance explain --site site'],
  action: async ({ host, operands, values: { site, json: isJson } }) => {
    const known = new Set([...SCOPE.catalogue.rows, ...CLIENT_CATALOGUE.rows].map(({ id }) => id))
    if (operands.length === 0 && site === undefined)
      throw new ConfigurationError(
        'explain needs the id of a requirement, such as AUTH-02, or --site DIR for pages of all of them',
      )
    const ids = operands.length === 0 ? [...known] : operands.map((operand) => operand.toUpperCase())
    const unknown = ids.find((id) => !known.has(id))
    if (unknown !== undefined)
      throw new ConfigurationError(`there is no requirement ${quote(unknown)}${didYouMean(unknown, known)}`)
    const explanations = await explainWithExamples(SCOPE, ids)
    if (site !== undefined) {
      await writePagesAndIndex(explanations, site).catch((error: unknown) => {
        throw new ConfigurationError(
          `${site} cannot be written (${errorCode(error)}); choose another folder with --site`,
        )
      })
      host.stdout.write(`${count(explanations.length, 'page')} and index.html in ${site}\n`)
    } else if (isJson === true) host.stdout.write(shownJson(explanations))
    else {
      const width = Math.min(widthOf(host), 100)
      host.stdout.write(explanations.map((one) => renderExplanation(one, width)).join('\n'))
    }
    return 0
  },
})
