import { type Html, html, prose } from './html.ts'
import { exchangeLink, folded, idLinks, type Page, section, sign } from './page.ts'
import { type ReasonGroup, UNJUDGED, UNJUDGED_WORDS } from '../view/coverage.ts'
import type { OpenPoint } from '../view/view.ts'
import { caseInWords } from '../wording.ts'
import { count, duration, instant } from '../../util/text.ts'

/** The most reasons of one kind shown; the rest is folded. */
const IN_SIGHT = 3

/** The requirements that were not judged, grouped by reason. */
export function unjudgedSection({ coverage }: Page): Html | undefined {
  const blocks = UNJUDGED.flatMap((outcome) => {
    const groups = coverage.unjudged.filter((group) => group.outcome === outcome)
    if (groups.length === 0) return []
    const { title, meaning } = UNJUDGED_WORDS[outcome]
    const total = groups.reduce((sum, { ids }) => sum + ids.length, 0)
    const rest = groups.slice(IN_SIGHT)
    return [
      html`<h3>${title} <span class="n">${total}</span></h3>
        <p class="mut">${meaning}</p>
        ${reasons(groups.slice(0, IN_SIGHT))}${rest.length > 0 && folded(count(rest.length, 'more reason'), reasons(rest))}`,
    ]
  })
  return blocks.length === 0
    ? undefined
    : section('not-exercised', 'What was not judged, and why', '', html`${blocks}`)
}

function reasons(groups: readonly ReasonGroup[]): Html {
  return html`<ul class="reasons">
    ${groups.map(
      ({ outcome, reason, ids }) =>
        html`<li>
          ${sign(outcome)}
          <div>
            <p>${prose(reason)}</p>
            <p class="ids">${idLinks(ids)}</p>
          </div>
        </li>`,
    )}
  </ul>`
}

/** The cases that the operator brought. */
export function ownCasesSection({ ownCases }: Page): Html | undefined {
  if (ownCases.length === 0) return undefined
  const items = ownCases.map(
    (one) =>
      html`<li>
        ${sign(one.verdict)}
        <div>
          <p>${one.title}: ${caseInWords(one)}</p>
          <p class="ids">${idLinks(one.requirements)}</p>
        </div>
      </li>`,
  )
  return section(
    'own-cases',
    'Own cases',
    '',
    html`<ul class="reasons">
      ${items}
    </ul>`,
  )
}

/** The open points with their observations, those first that changed since an earlier run. */
export function openPointsSection({ openPoints, find }: Page): Html | undefined {
  if (openPoints.length === 0) return undefined
  const isChanged = ({ observations }: OpenPoint): boolean =>
    observations.some(({ previous }) => previous !== undefined)
  const points = openPoints.toSorted(
    (a, b) =>
      Number(isChanged(b)) - Number(isChanged(a)) ||
      Number(b.observations.length > 0) - Number(a.observations.length > 0),
  )
  const seen = points.filter(({ observations }) => observations.length > 0).length
  const changes = points.filter(isChanged).length
  const items = points.map(
    ({ result, observations }) =>
      html`<li id="${result.id}">
        <p><a class="id" href="#${result.id}">${result.id}</a> ${prose(result.text)}</p>
        ${observations.length === 0 && html`<p class="mut">Not observed${result.reason !== undefined && result.reason !== 'not observed' && html`: ${prose(result.reason)}`}</p>`}
        ${observations.map(
          ({ text, previous, exchanges }) =>
            html`<p class="obs">
              ${text}${previous !== undefined && html` <span class="was">before: ${previous}</span>`}
              <span class="mut"
                >${exchanges
                  .slice(0, 3)
                  .flatMap((id) => find.exchange(id) ?? [])
                  .map((one) => html`${exchangeLink(one)} `)}</span
              >
            </p>`,
        )}
      </li>`,
  )
  return section(
    'open',
    'Open points',
    `${seen} of ${points.length} observed${changes > 0 ? `, ${changes} changed` : ''}`,
    html`<p class="mut">
        The specification leaves these open or contradicts itself. They are observed, and never
        failed.${changes > 0 && ' What changed since the run whose record was in the same folder stands first.'}
      </p>
      ${folded(
        `Show ${count(points.length, 'open point')}`,
        html`<ul class="points">
          ${items}
        </ul>`,
      )}`,
  )
}

/** What the run created or changed and did not undo. */
export function footprintSection({ record: { footprint, judgements }, left }: Page): Html {
  if (footprint.length === 0) {
    const text = judgements === 0 ? 'Nothing is known of it.' : 'Nothing was created or changed for good.'
    return section('footprint', 'Left behind on the target', '', html`<p class="calm">${text}</p>`)
  }
  const items = footprint.map(
    ({ kind, resource, id, note }) =>
      html`<li>
        <p>${kind} ${resource} <code>${id}</code></p>
        <p class="mut">${note}</p>
      </li>`,
  )
  return section(
    'footprint',
    'Left behind on the target',
    left,
    folded(
      `Show ${count(footprint.length, 'entry', 'entries')}`,
      html`<ul class="points">
        ${items}
      </ul>`,
    ),
  )
}

type Pair = readonly [name: string, value: string]

/** The settings of the run, needed to judge and to repeat it. */
export function runSection({ record }: Page): Html {
  const pairs: readonly Pair[] = [
    ['Started', instant(record.startedAt)],
    ['Finished', `${instant(record.finishedAt)}, after ${duration(record.durationMs)}`],
    // A run that ended before its first case has a record without its settings.
    ...(record.cases.length === 0 ? [] : settingsOf(record)),
    ['Tool', `${record.tool.name} ${record.tool.version}`],
  ]
  const items = pairs.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  )
  return section('run', 'This run', '', html`<dl class="pairs">${items}</dl>`)
}

function settingsOf({ profile, seed, settings }: Page['record']): readonly Pair[] {
  const { only = [], parts = [], cases = [] } = settings.selection ?? {}
  const selection = [...only, ...parts.map((part) => `part ${part}`), ...cases]
  const yes = (value: boolean): string => (value ? 'yes' : 'no')
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
