import { wrap } from '../console/layout.ts'
import { visible } from '../../util/text.ts'
import { type Block, type Explanation, sectionsOf, tagsOf } from './explanation.ts'

/** An explanation for a terminal of this width, ending with a newline. */
export function renderExplanation(explanation: Explanation, width: number): string {
  const { id, text } = explanation.requirement
  const paragraphs = [
    [`${id}  ${tagsOf(explanation).join(' · ')}`, ...wrap(text, width)],
    ...sectionsOf(explanation).map(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) => linesOf(block, width - 2)).map((line) => `  ${line}`.trimEnd()),
    ]),
  ]
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function linesOf(block: Block, width: number): readonly string[] {
  if ('text' in block) return wrap(visible(block.text), width)
  if ('commands' in block) return block.commands
  if ('exchange' in block) return block.exchange.map(({ text, marked }) => `${marked ? '>' : ' '} ${text}`)
  return block.items.flatMap(({ text, note }) =>
    wrap(note === undefined ? text : `${text} (${note})`, width - 2).map(
      (line, index) => `${index === 0 ? '-' : ' '} ${line}`,
    ),
  )
}
