import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { wrap } from '../../app/report/console/layout.ts'
import { type Explanation, type Section, sectionsOf, tagsOf } from '../../app/report/explain/explanation.ts'
import { explainWithExamples } from '../../app/run/explain.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { shownJson, visible } from '../../engine/util/text.ts'
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

/** An explanation for a terminal of this width, ending with a newline. */
function renderExplanation(explanation: Explanation, width: number): string {
  const { id, text } = explanation.requirement
  const paragraphs = [
    [`${id}  ${tagsOf(explanation).join(' · ')}`, ...wrap(text, width)],
    ...sectionsOf(explanation).map((section) => [
      section.title,
      ...linesOf(section, width - 2).map((line) => `  ${line}`.trimEnd()),
    ]),
  ]
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function linesOf({ items, code = [] }: Section, width: number): string[] {
  const isMarked = code.some(({ marked }) => marked)
  return [
    ...items.flatMap((item) =>
      wrap(visible(item), width - 2).map((line, index) => `${index === 0 ? '-' : ' '} ${line}`),
    ),
    ...(items.length > 0 && code.length > 0 ? [''] : []),
    ...code.map(({ text, marked }) => (isMarked ? `${marked ? '>' : ' '} ${text}` : text)),
  ]
}
