import type { Html } from './html.ts'
import type { RunView } from '../view/view.ts'
import { capital } from '../wording.ts'
import { exchangesSection } from './exchanges.ts'
import { hero } from './hero.ts'
import { html, htmlDocument } from './html.ts'
import { listSection, runSection } from './lists.ts'
import { type PageView, pageOf, signSprite } from './page.ts'
import { requirementsSection } from './requirements.ts'
import { SCRIPT } from './script.ts'
import { STYLES } from './styles.ts'
import { excusedSection, violationsSection } from './violations.ts'

/**
 * Renders a record as a self-contained page. It works offline and sends no request. How much it shows of a finding, a
 * body and the exchanges is bounded; the rest is in run.json and traffic.har. Data of the target is escaped and never
 * part of the script; a Content-Security-Policy allows only this script, by its hash.
 * @param earlier - the page of the last run that judged something, if this one did not
 */
export function renderHtml(view: RunView, earlier?: string): string {
  const page = pageOf(view, earlier)
  const body = sections(page)
  return htmlDocument(
    `${capital(page.record.verdict)}: conformance of ${page.target}`,
    STYLES,
    SCRIPT,
    html`${signSprite()}<a class="skip" href="#main">Skip to the content</a>
      <header class="top"><b>Chat-Agent API conformance</b>${navigation(body)}</header>
      <main id="main" tabindex="-1">${body.map(({ content }) => content)}</main>`,
  )
}

interface Section {
  readonly content: Html | undefined
  readonly id?: string
  readonly name?: string
}

/** The sections in order. */
function sections(page: PageView): Section[] {
  // The page shows known failures in full.
  const lists = page.lists.filter(({ id }) => id !== 'known')
  return [
    { content: hero(page) },
    { content: violationsSection(page), id: 'violations', name: 'Violations' },
    { content: excusedSection(page), id: 'known', name: 'Known failures' },
    ...lists.map((list) => ({ content: listSection(list, page), id: list.id, name: list.title })),
    { content: requirementsSection(page), id: 'requirements', name: 'Requirements' },
    { content: exchangesSection(page), id: 'exchanges', name: 'Exchanges' },
    { content: runSection(page), id: 'run', name: 'This run' },
  ]
}

function navigation(all: readonly Section[]): Html {
  const links = all.filter(({ content, id }) => content !== undefined && id !== undefined)
  return html`<nav aria-label="Sections">
    ${links.map(({ id, name }) => html`<a href="#${id}">${name}</a>`)}
  </nav>`
}
