import { type Html, html, prose } from '../html.ts'
import { exchangeLink, type PageContext } from '../page.ts'
import type { RunRecord } from '../../record.ts'
import { openPoints } from '../../groups.ts'
import { count, duration, instant } from '../../../util/text.ts'
import { exchangeDetails, exchangeTitle } from './finding.ts'

/** The observations on open points, and what changed since an earlier run. */
export function openPointsSection({ record, find }: PageContext): Html | undefined {
  const points = openPoints(record)
  if (points.length === 0) return undefined
  const changed = (point: (typeof points)[number]): boolean =>
    point.observations.some(({ previous }) => previous !== undefined)
  const seen = points
    .filter(({ observations }) => observations.length > 0)
    .toSorted((a, b) => Number(changed(b)) - Number(changed(a)))
  const changes = seen.filter(changed).length
  return html`<section id="open" aria-labelledby="h-o">
    <h2 id="h-o">
      Open points
      <span class="n"
        >${seen.length} of ${points.length} observed${changes > 0 && html`, ${changes} changed`}</span
      >
    </h2>
    <p class="mut">
      The specification leaves these open or contradicts itself. They are observed, and never
      failed.${changes > 0 && html` What changed since the run whose record was in the same folder stands first.`}
    </p>
    <details class="more">
      <summary>Show ${count(seen.length, 'open point')}</summary>
      <ul class="points">
        ${seen.map(
          ({ requirement, observations }) =>
            html`<li>
              <p><a class="id" href="#${requirement.id}">${requirement.id}</a> ${prose(requirement.text)}</p>
              ${observations.map(
                ({ text, previous, exchanges }) =>
                  html`<p class="obs">
                    ${text}${previous !== undefined && html` <span class="was">before: ${previous}</span>`}
                    <span class="mut"
                      >${exchanges
                        .slice(0, 3)
                        .map((id) => find.exchange(id))
                        .map((one) => one !== undefined && html`${exchangeLink(one)} `)}</span
                    >
                  </p>`,
              )}
            </li>`,
        )}
      </ul>
    </details>
  </section>`
}

/** What the run created or changed and did not undo. */
export function footprintSection({ record: { footprint } }: PageContext): Html {
  return html`<section id="footprint" aria-labelledby="h-f">
    <h2 id="h-f">Footprint on the target <span class="n">${footprint.length}</span></h2>
    ${
      footprint.length === 0
        ? html`<p class="calm">Nothing was created or changed for good.</p>`
        : html`<details class="more">
            <summary>Show ${count(footprint.length, 'entry', 'entries')}</summary>
            <ul class="points">
              ${footprint.map(
                ({ kind, resource, id, note }) =>
                  html`<li>
                    <p>${kind} ${resource} <code>${id}</code></p>
                    <p class="mut">${note}</p>
                  </li>`,
              )}
            </ul>
          </details>`
    }
  </section>`
}

/** The exchanges that are evidence of passes and observations, without those shown with violations. */
export function exchangesSection({ record, placed, detail }: PageContext): Html | undefined {
  const rest = record.exchanges.filter(({ id }) => !placed.has(id))
  if (rest.length === 0) return undefined
  const chars = detail.otherBodyChars
  return html`<section id="exchanges" aria-labelledby="h-x">
    <h2 id="h-x">Exchanges <span class="n">${rest.length}</span></h2>
    <p class="mut">
      Evidence for what passed and for open points. All ${count(record.requests.total, 'request')} of the run
      are in traffic.har.
    </p>
    <details class="more">
      <summary>Show ${count(rest.length, 'exchange')}</summary>
      ${rest.map((one) => (chars > 0 ? exchangeDetails(one, chars) : html`<p class="x flat" id="x${one.id}">${exchangeTitle(one)}</p>`))}
    </details>
  </section>`
}

/** The settings of the run, needed to judge and to repeat it. */
export function settingsSection({ record }: PageContext): Html {
  const pairs: readonly Pair[] = [
    ['Started', instant(record.startedAt)],
    ['Finished', `${instant(record.finishedAt)}, after ${duration(record.durationMs)}`],
    // A run that ended before its first case has a record without its settings.
    ...(record.cases.length === 0 ? [] : settingsOf(record)),
    ['Tool', `${record.tool.name} ${record.tool.version}`],
  ]
  return html`<section id="run" aria-labelledby="h-run">
    <h2 id="h-run">This run</h2>
    <dl class="pairs">
      ${pairs.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

type Pair = readonly [name: string, value: string]

function settingsOf({ profile, seed, settings }: RunRecord): readonly Pair[] {
  const selection = [
    ...(settings.selection?.only ?? []),
    ...(settings.selection?.parts ?? []).map((part) => `part ${part}`),
  ]
  return [
    ['Profile, seed', `${profile}, ${seed}`],
    ['Budget', count(settings.budget, 'request')],
    ['Generated inputs', `${settings.fuzzRuns} for each property`],
    ['Writes allowed', yes(settings.writes)],
    ['Second key', yes(settings.otherKey)],
    ['Exhaustible key', yes(settings.exhaustibleKey)],
    ['Webhook listener', yes(settings.webhooks)],
    ['Apex host', settings.apexUrl ?? 'not given'],
    ['Strict', yes(settings.strict)],
    ['Selection', selection.length === 0 ? 'everything' : selection.join(', ')],
  ]
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no'
}
