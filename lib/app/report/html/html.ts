import { createHash } from 'node:crypto'
import type { ShownLine } from '../view/body.ts'
import { remembered } from '../../../engine/util/memo.ts'
import { shown } from '../../../engine/util/text.ts'

/** A text that is HTML already. Nobody else makes one: whatever is no value of this class is escaped. */
class TrustedHtml {
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A piece of HTML that is already safe. Only {@link html}, {@link joined} and {@link trusted} make one. */
export type Html = TrustedHtml

/** A value in a template. Text is escaped; `undefined` and `false` render nothing. */
export type Piece = Html | string | number | undefined | false | readonly Piece[]

/**
 * HTML from a template. Values are escaped unless they are HTML, and control characters are shown as `\u001b`. A line
 * break of the template, with its indentation, becomes one blank; use {@link joined} where line breaks matter.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const texts = compact(strings)
  return new TrustedHtml(texts.map((text, index) => text + written(pieces[index])).join(''))
}

/** The texts of a template without line breaks, once for each template. */
const compact = remembered((strings: TemplateStringsArray): readonly string[] =>
  strings.map((text) => text.replaceAll(/\s*\n\s*/g, ' ')),
)

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof TrustedHtml) return piece.toString()
  if (typeof piece === 'object') return piece.map(written).join('')
  return escaped(shown(String(piece)))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Pieces with a separator between them, which may be a line break. */
export function joined(pieces: readonly Piece[], separator: string): Html {
  return trusted(pieces.map((piece) => String(html`${piece}`)).join(String(html`${separator}`)))
}

/** Lines of a body, with those marked that show what a finding is about. */
export function bodyHtml(lines: readonly ShownLine[]): Html {
  const pieces = lines.map(({ text, marked }) => {
    const content = text.trimStart()
    return marked ? html`${text.slice(0, -content.length)}<mark>${content}</mark>` : text
  })
  return joined(pieces, '\n')
}

/** HTML of this tool that is not a template: styles, scripts, icons. Never for data of a target. */
export function trusted(text: string): Html {
  return new TrustedHtml(text)
}

/** A text of the catalogue, where backticks mark code. */
export function proseHtml(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/**
 * A self-contained HTML document. Its Content-Security-Policy allows the given script, by its hash, and nothing else: no
 * request goes anywhere, and data of a target is never part of a script.
 */
export function htmlDocument(title: string, styles: string, script: string, body: Html): string {
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${trusted(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${trusted(`<style>${styles.replaceAll('\n', '')}</style>`)}
      </head>
      <body>
        ${body} ${script !== '' && trusted(`<script>${script}</script>`)}
      </body>
    </html> `.toString()
}
