import type { Evidence } from '../view/evidence.ts'
import type { RunView } from '../view/view.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { type Html, html, type Piece, trusted } from './html.ts'
import type { Outcome } from '../outcome.ts'

/** The most exchanges with headers and bodies: of those that show a violation, and of the others. */
export const MOST_IN_FULL = 300

/** What the sections of one page share. */
export interface PageView extends RunView {
  /** The finding beside which an exchange is shown in full, by the id of the exchange. Other places link to it. */
  readonly shownWith: ReadonlyMap<number, Evidence>
  /** The page of the last run that judged something, beside that of one that judged nothing. */
  readonly earlier?: string
}

/** What the sections of the page of a run share. */
export function pageOf(view: RunView, earlier?: string): PageView {
  const shownWith = new Map<number, Evidence>()
  for (const { evidence } of [...view.violated, ...view.excused])
    for (const one of evidence.slice(0, FEW)) {
      const [decisive] = one.exchanges
      if (decisive !== undefined && !shownWith.has(decisive.id) && shownWith.size < MOST_IN_FULL)
        shownWith.set(decisive.id, one)
    }
  return { ...view, shownWith, earlier }
}

/** Links to exchanges, as far as the page has them. */
export function exchangeLinks({ find }: PageView, ids: readonly number[]): Html {
  const known = ids.filter((id) => find.exchange(id) !== undefined)
  return html`${known.map((id, index) => html`${index > 0 && ' '}<a href="#x${id}">#${id}</a>`)}`
}

/** Links to requirements of the page. */
export function idLinks(ids: readonly string[]): Html {
  return html`${ids.map((id, index) => html`${index > 0 && ' '}<a href="#${id}">${id}</a>`)}`
}

const SHAPES: Readonly<Record<Outcome, string>> = {
  failed: '<path d="m5 5 6 6m0-6-6 6"/>',
  'unexpected-pass': '<path d="M8 12V4.5M4.8 7.5 8 4.3l3.2 3.2"/>',
  error: '<path d="M8 4v4.6M8 11.5v.2"/>',
  'known-failure': '<path d="M5.5 12V4.3h5.3L9.3 6.5l1.5 2.2H5.5"/>',
  inconclusive: '<path d="M6 6.3C6 5 6.9 4.3 8 4.3s2 .8 2 1.9c0 1.5-2 1.6-2 3M8 11.7v.1"/>',
  disabled: '<path d="M6.3 5v6M9.7 5v6"/>',
  passed: '<path d="m4.5 8.3 2.4 2.4 4.7-5"/>',
}

/** The shapes of all signs, included once per page. */
export function signSprite(): Html {
  const symbols = Object.entries(SHAPES).map(
    ([outcome, shape]) => `<symbol id="s-${outcome}" viewBox="0 0 16 16">${shape}</symbol>`,
  )
  return trusted(`<svg width="0" height="0" class="sprite" aria-hidden="true">${symbols.join('')}</svg>`)
}

/** The sign of an outcome. Signs differ in shape, not only in colour. */
export function sign(outcome: Outcome): Html {
  return html`<svg class="s o-${outcome}" aria-hidden="true"><use href="#s-${outcome}" /></svg>`
}

/** A section of the page with its heading. */
export function section(id: string, title: string, figure: string | number, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="h-${id}">
    <h2 id="h-${id}">${title}${figure !== '' && html` <span class="n">${figure}</span>`}</h2>
    ${content}
  </section>`
}

/** Content that is folded under a line. */
export function folded(summary: string, content: Piece): Html {
  return html`<details class="more">
    <summary>${summary}</summary>
    ${content}
  </details>`
}

/** A command under its label; the script adds a button that copies it. */
export function commandHtml(label: string, text: string): Html {
  return html`<p class="lbl">${label}</p>
    <pre class="cmd">${text}</pre>`
}
