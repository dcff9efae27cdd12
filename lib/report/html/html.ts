import { shown } from '../text.ts'

/** A piece of HTML that is already safe. Only {@link html} and {@link trusted} make one. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** What may stand in a template: text is escaped, `undefined` and `false` leave nothing. */
export type Piece = Html | string | number | undefined | false | readonly Piece[]

/**
 * HTML out of a template; whatever is put into it is escaped unless it is HTML itself. A line break of the template with
 * its indentation is one blank: where line breaks matter, use {@link joined}.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const texts = collapsed(strings)
  let text = texts[0] ?? ''
  for (const [index, piece] of pieces.entries()) text += source(piece) + (texts[index + 1] ?? '')
  return new Html(text)
}

/** The texts of each template of our own, collapsed once: a page uses the same few thousands of times. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>()

function collapsed(strings: TemplateStringsArray): readonly string[] {
  const known = templates.get(strings)
  if (known !== undefined) return known
  const texts = strings.map((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  templates.set(strings, texts)
  return texts
}

/** Pieces one after the other, with a text between them that may be a line break. */
export function joined(pieces: readonly Piece[], separator: string): Html {
  return new Html(pieces.map((piece) => source(piece)).join(escapeHtml(separator)))
}

/** HTML of our own that is no template: styles, scripts, icons. Never for data of a target. */
export function trusted(text: string): Html {
  return new Html(text)
}

/** Escapes text for element content and for quoted attribute values. Control characters are shown as `\u001b`. */
export function escapeHtml(text: string): string {
  // Most texts need nothing, and a page has tens of thousands of them.
  if (/^[\w \n./:;,()[\]{}=?#@%+*|→…·-]*$/.test(text)) return text
  return shown(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A text of the catalogue, where backticks mark code. */
export function prose(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function source(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.source
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece))
  return piece.map((one) => source(one)).join('')
}
