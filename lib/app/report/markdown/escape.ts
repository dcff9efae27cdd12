import { shown } from '../../../engine/util/text.ts'

/**
 * Text for a Markdown paragraph or table cell: neither Markdown nor HTML in it takes effect, and nothing in it becomes
 * a link, a mention or a reference to an issue.
 */
export function plain(text: string): string {
  return shown(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~-]/g, String.raw`\$&`)
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//')
    .replaceAll(/\bwww\./gi, 'www&#46;')
}

/** A text of the catalogue, where backticks mark code; everything else in it is plain. */
export function prose(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 && part !== '' ? code(part) : plain(part)))
    .join('')
}

/** A code span that shows the text as it is, on one line; safe in a table cell too. */
export function code(text: string): string {
  const line = shown(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
  const ticks = '`'.repeat(longestRun(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** A fenced block with a fence that does not occur in the text. */
export function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}\n${shown(text).replaceAll('\r', String.raw`\r`)}\n${ticks}`
}

/** Collapsible content, where the summary is already escaped Markdown-free text. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
