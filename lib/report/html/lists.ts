import { type Html, html, prose } from './html.ts'
import { exchangeLinks, folded, idLinks, list, type Page, section, sign } from './page.ts'
import type { Unjudged } from '../view/coverage.ts'
import { caseInWords, countsInWords } from '../wording.ts'
import { count, duration, instant } from '../../util/text.ts'

/** The most reasons of one kind shown; the rest is folded. */
const IN_SIGHT = 3

/** The requirements that were not judged, grouped by reason. */
export function unjudgedSection({ coverage: { unjudged } }: Page): Html | undefined {
  if (unjudged.length === 0) return undefined
  const blocks = unjudged.map((one) => {
    const items = reasons(one)
    const rest = items.slice(IN_SIGHT)
    return html`<h3>${one.title} <span class="n">${one.total}</span></h3>
      <p class="mut">${one.meaning}</p>
      ${list('reasons', items.slice(0, IN_SIGHT))}${rest.length > 0 && folded(count(rest.length, 'more reason'), list('reasons', rest))}`
  })
  return section('not-exercised', 'What was not judged, and why', '', html`${blocks}`)
}

function reasons({ outcome, reasons: groups }: Unjudged): Html[] {
  return groups.map(
    ({ reason, ids }) =>
      html`${sign(outcome)}
        <div>
          <p>${prose(reason)}</p>
          <p class="ids">${idLinks(ids)}</p>
        </div>`,
  )
}

/** The cases that the operator brought. */
export function ownCasesSection({ ownCases }: Page): Html | undefined {
  if (ownCases.length === 0) return undefined
  const items = ownCases.map(
    (one) =>
      html`${sign(one.verdict)}
        <div>
          <p>${one.title}: ${caseInWords(one)}</p>
          <p class="ids">${idLinks(one.requirements)}</p>
        </div>`,
  )
  return section('own-cases', 'Own cases', '', list('reasons', items))
}

/** The requirements on clients that their traffic violated. */
export function clientsSection(page: Page): Html | undefined {
  const { clients } = page
  if (clients === undefined) return undefined
  const { held, failed } = clients
  const items = failed.map(
    ({ id, text, findings }) =>
      html`${sign('failed')}
        <div>
          <p><b>${id}</b> ${prose(text)}</p>
          ${findings.map(
            ({ where, received, exchanges, count: times }) =>
              html`<p>
                <code>${where}</code> ${exchangeLinks(page, exchanges)} (${count(times, 'time')}):
                <b>${prose(received)}</b>
              </p>`,
          )}
        </div>`,
  )
  return section(
    'clients',
    'What is asked of clients',
    failed.length,
    html`<p class="mut">
        ${held} requirements on clients held in this traffic, ${failed.length} were violated.
      </p>
      ${list('reasons', items)}`,
  )
}

/** The open points with their observations, those first that changed since an earlier run. */
export function openPointsSection(page: Page): Html | undefined {
  const { openPoints: points } = page
  if (points.length === 0) return undefined
  const seen = points.filter(({ observations }) => observations.length > 0).length
  const changed = points.filter(({ isChanged }) => isChanged).length
  const items = points.map(({ result: { id, text, reason }, observations }) => {
    const why = reason === undefined || reason === 'not observed' ? '' : `: ${reason}`
    return html`<p id="${id}"><a class="id" href="#${id}">${id}</a> ${prose(text)}</p>
      ${observations.length === 0 && html`<p class="mut">${prose(`Not observed${why}`)}</p>`}
      ${observations.map(
        ({ text: observed, previous, exchanges }) =>
          html`<p class="obs">
            ${observed}${previous !== undefined && html` <span class="was">before: ${previous}</span>`}
            <span class="mut">${exchangeLinks(page, exchanges.slice(0, 3))}</span>
          </p>`,
      )}`
  })
  return section(
    'open',
    'Open points',
    `${seen} of ${points.length} observed${changed > 0 ? `, ${changed} changed` : ''}`,
    html`<p class="mut">
        The specification leaves these open or contradicts itself. They are observed, and never
        failed.${changed > 0 && ' What changed since the run whose record was in the same folder stands first.'}
      </p>
      ${folded(`Show ${count(points.length, 'open point')}`, list('points', items))}`,
  )
}

/** What the run created or changed and did not undo. */
export function footprintSection({ record: { footprint, judgements }, left }: Page): Html {
  const title = 'Left behind on the target'
  if (footprint.length === 0) {
    const text = judgements === 0 ? 'Nothing is known of it.' : 'Nothing was created or changed for good.'
    return section('footprint', title, '', html`<p class="calm">${text}</p>`)
  }
  const items = footprint.map(
    ({ kind, resource, id, note }) =>
      html`<p>${kind} ${resource} <code>${id}</code></p>
        <p class="mut">${note}</p>`,
  )
  const summary = `Show ${count(footprint.length, 'entry', 'entries')}`
  return section('footprint', title, left, folded(summary, list('points', items)))
}

/** What each operation was asked and answered. */
export function trafficSection({ traffic }: Page): Html | undefined {
  if (traffic.length === 0) return undefined
  const heads = ['Operation', 'Exchanges', 'Statuses', 'Parameters', 'Body fields']
  const rows = traffic.map(({ operation, exchanges, statuses, parameters, fields }) => {
    const cells = [exchanges, ...[statuses, parameters, fields].map(countsInWords)]
    return html`<tr>
      <td><code>${operation}</code></td>
      ${cells.map((cell) => html`<td>${cell}</td>`)}
    </tr>`
  })
  const table = html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th>${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
  return section('traffic', 'What was asked', '', folded(`Show ${count(traffic.length, 'operation')}`, table))
}

/** The settings of the run, needed to judge and to repeat it. */
export function runSection({ record }: Page): Html {
  const pairs = {
    Started: instant(record.startedAt),
    Finished: `${instant(record.finishedAt)}, after ${duration(record.durationMs)}`,
    // A run that ended before its first case has a record without its settings.
    ...(record.cases.length === 0 ? {} : settingsOf(record)),
    Tool: `${record.tool.name} ${record.tool.version}`,
  }
  const items = Object.entries(pairs).map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  )
  return section('run', 'This run', '', html`<dl class="pairs">${items}</dl>`)
}

function settingsOf({ profile, seed, settings }: Page['record']): Readonly<Record<string, string>> {
  const { only = [], parts = [], cases = [] } = settings.selection ?? {}
  const selection = [...only, ...parts.map((part) => `part ${part}`), ...cases]
  const yes = (value: boolean): string => (value ? 'yes' : 'no')
  return {
    'Profile, seed': `${profile}, ${seed}`,
    Budget: count(settings.budget, 'request'),
    'Generated inputs': `${settings.fuzzRuns} for each property`,
    'Writes allowed': yes(settings.writes),
    'Second key': yes(settings.otherKey),
    'Exhaustible key': yes(settings.exhaustibleKey),
    'Webhook listener': yes(settings.webhooks),
    'Apex host': settings.apexUrl ?? 'not given',
    Strict: yes(settings.strict),
    Selection: selection.length === 0 ? 'everything' : selection.join(', '),
  }
}
