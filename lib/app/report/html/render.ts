import { figures } from '../wording.ts'
import type { RunView } from '../view/view.ts'
import { MOST_LISTED } from '../../../engine/util/bounds.ts'
import { readableTime } from '../../../engine/util/text.ts'
import { capital, sentence } from '../wording.ts'
import { commandHtml, type Html, html, htmlDocument } from './html.ts'
import { idLinks, listSection, requirementsSection, runSection } from './lists.ts'
import { STYLES } from './styles.ts'
import { violationSections } from './violations.ts'

/**
 * Renders a record as a self-contained page that reads from top to bottom: the verdict, the violations, the
 * requirements that could not be judged, then every requirement. It works offline, has no script, and its
 * Content-Security-Policy allows none. It shows only a bounded part of findings, bodies and exchanges; the
 * rest is in run.json and traffic.har.
 */
export function renderHtml(view: RunView): string {
  const { record, target } = view
  // The page shows known failures in full.
  const lists = view.lists.filter(({ id }) => id !== 'known')
  return htmlDocument(
    `${capital(record.verdict)}: conformance of ${target}`,
    STYLES,
    html`<main>
      ${verdict(view)} ${violationSections(view)} ${nextSteps(view)} ${lists.map(listSection)}
      ${requirementsSection(view)} ${runSection(view)}
    </main>`,
  )
}

function verdict(view: RunView): Html {
  const { record, headline, share, target, totals } = view
  const facts = [view.spent, ...view.terms]
  const notes = [
    ...record.settings.warnings.map(capital),
    ...view.serverErrors,
    ...(view.unselected === '' ? [] : [`Not run: ${view.unselected}`]),
  ]
  return html`<header class="verdict is-${record.verdict}">
    <p class="mut">Chat-Agent API conformance</p>
    <h1>${capital(record.verdict)}</h1>
    <p class="headline">${sentence(share === '' ? headline : `${headline}; ${share}`)}</p>
    <p>
      ${record.target.embedded ? capital(target) : html`<code>${target}</code>`}
      <span class="mut">${readableTime(record.startedAt)} · exit&nbsp;code&nbsp;${record.exitCode}</span>
    </p>
    <p class="mut">
      ${totals.tests > 0 && `${capital(figures(totals))}. `}${capital(facts.join(', '))}.
      ${record.judgements > 0 && html`<a href="run.json">run.json</a> <a href="traffic.har">traffic.har</a>`}
    </p>
    ${notes.map((note) => html`<p class="note">${note}</p>`)} ${since(view)}
  </header>`
}

/** The next commands, below the violations: so the first screen of a phone shows a violation. */
function nextSteps({ next: { replay, update } }: RunView): Html {
  return html`${
    replay !== undefined &&
    html`<p class="mut next">To verify one of them again:</p>
      ${commandHtml(replay)}`
  }${
    update !== undefined &&
    html`<p class="mut next">To take what passes now out of the known-failures file:</p>
      ${commandHtml(update)}`
  }`
}

function since({ record, changes }: RunView): Html | undefined {
  if (record.since === undefined) return undefined
  const parts = changes.map(
    ({ how, ids }) =>
      html`<br /><b>${ids.length} ${how}:</b>
        ${idLinks(ids.slice(0, MOST_LISTED))}${ids.length > MOST_LISTED && ' …'}`,
  )
  return html`<p>
    Since ${readableTime(record.since.startedAt)}: ${parts.length === 0 && 'no verdict changed'}${parts}
  </p>`
}
