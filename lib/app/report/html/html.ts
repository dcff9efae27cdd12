import { remembered } from '../../../engine/util/memo.ts'
import { shown } from '../../../engine/util/text.ts'

/** A text that is already HTML. Only this module creates one: any value of another class is escaped. */
class TrustedHtml {
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A piece of HTML that is already safe. Only {@link html} and {@link joined} make one. */
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
  return new TrustedHtml(pieces.map((piece) => String(html`${piece}`)).join(String(html`${separator}`)))
}

/** A text of the catalogue, where backticks mark code. */
export function proseHtml(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** Commands, to be copied as they are. */
export function commandHtml(text: string): Html {
  return html`<pre>${text}</pre>`
}

/** A section of the page with its heading. */
export function section(id: string, title: string, figure: string | number, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="h-${id}">
    <h2 id="h-${id}">${title}${figure !== '' && html` <span class="mut">${figure}</span>`}</h2>
    ${content}
  </section>`
}

/** A self-contained HTML document. Its Content-Security-Policy allows its styles and nothing else: no request, no script. */
export function htmlDocument(title: string, styles: string, body: Html): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new TrustedHtml(`<style>${styles.replaceAll('\n', '')}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html> `.toString()
}
