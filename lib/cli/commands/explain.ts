import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { renderExplanation } from '../../app/report/explain/text.ts'
import { explainWithExamples } from '../../app/run/explain.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { shownJson } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { widthOf } from '../host.ts'
import { quoted } from '../settings/parsers.ts'
import { jsonSetting } from '../settings/options.ts'

/** Explains requirements: what is required, how it is judged, and what breaks it. */
export const explain = command({
  name: 'explain',
  summary: 'explain a requirement: how it is judged, what breaks it',
  operands: '<id...>',
  settings: { json: jsonSetting },
  examples: ['chat-agent-conformance explain AUTH-02'],
  action: async ({ host, operands, values }) => {
    const known = new Set([...SCOPE.catalogue.rows, ...CLIENT_CATALOGUE.rows].map(({ id }) => id))
    const ids = operands.map((operand) => operand.toUpperCase())
    const unknown = ids.find((id) => !known.has(id))
    if (unknown !== undefined)
      throw new ConfigurationError(`there is no requirement ${quoted(unknown)}${didYouMean(unknown, known)}`)
    const explanations = await explainWithExamples(SCOPE, ids)
    const width = Math.min(widthOf(host), 100)
    host.stdout.write(
      values.json === true
        ? shownJson(explanations)
        : explanations.map((one) => renderExplanation(one, width)).join('\n'),
    )
    return 0
  },
})
