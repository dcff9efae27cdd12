import { wrap } from '../console/layout.ts'
import { visible } from '../../../engine/util/text.ts'
import { type Explanation, type Section, sectionsOf, tagsOf } from './explanation.ts'

/** An explanation for a terminal of this width, ending with a newline. */
export function renderExplanation(explanation: Explanation, width: number): string {
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
