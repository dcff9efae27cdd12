import type { Lookup } from '../lookup.ts'
import type { RecordedExchange, RunRecord } from '../record.ts'
import type { Html } from './html.ts'
import { lookup } from '../lookup.ts'
import { html } from './html.ts'

/** How much detail a page has; a large record gets less, so that the page stays below its limit. */
export interface Detail {
  /** Findings of one requirement that are written out. */
  readonly findings: number
  /** Findings of one requirement that show their exchange; the others link to a line that names it. */
  readonly exchanges: number
  /** Characters of a body in an exchange that shows a violation. */
  readonly bodyChars: number
  /** The same for other exchanges; 0 leaves their headers and bodies out. */
  readonly otherBodyChars: number
}

/** What the sections of one page share. */
export interface PageContext {
  readonly record: RunRecord
  readonly find: Lookup
  readonly detail: Detail
  /** Ids of exchanges that the page already shows in full: each stands once, other places link to it. */
  readonly placed: Set<number>
}

export function pageContext(record: RunRecord, detail: Detail): PageContext {
  return { record, find: lookup(record), detail, placed: new Set() }
}

/** A link to an exchange of the page. */
export function exchangeLink(exchange: RecordedExchange): Html {
  return html`<a href="#x${exchange.id}">#${exchange.id}</a>`
}
