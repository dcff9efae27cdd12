import { html as template, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { shown } from '../../util/text.ts'

/** A piece of HTML that is already safe. Only {@link html}, {@link joined} and {@link trusted} make one. */
export type Html = HtmlEscapedString

/** What may stand in a template: text is escaped, `undefined` and `false` leave nothing. */
export type Piece = Html | string | number | undefined | false | readonly Piece[]

/**
 * HTML out of a template; whatever is put into it is escaped unless it is HTML itself, and control characters are shown as `\u001b`. A line
 * break of the template with its indentation is one blank: where line breaks matter, use {@link joined}.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const texts = strings.map((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  const made = template(Object.assign(texts, { raw: strings.raw }), ...pieces.map(readable))
  if (made instanceof Promise) throw new TypeError('a template of a report waits for nothing')
  return made
}

/** Pieces one after the other, with a text between them that may be a line break. */
export function joined(pieces: readonly Piece[], separator: string): Html {
  return trusted(pieces.map((piece) => String(html`${piece}`)).join(String(html`${separator}`)))
}

/** HTML of our own that is no template: styles, scripts, icons. Never for data of a target. */
export function trusted(text: string): Html {
  return raw(text)
}

/** A text of the catalogue, where backticks mark code. */
export function prose(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function readable(piece: Piece): unknown {
  if (typeof piece === 'string') return shown(piece)
  return Array.isArray(piece) ? piece.map((one: Piece) => readable(one)) : piece
}
