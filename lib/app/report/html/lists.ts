import { FAILURES, type Outcome, totalsOf } from '../outcome.ts'
import type { Item, List } from '../view/lists.ts'
import { exchangeLine, sourceOf } from '../view/evidence.ts'
import type { RuleRow } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import { capital, cut, endpointName, figures, OUTCOME_WORDS, specificationLine } from '../wording.ts'
import { FEW, LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { groupBy, present } from '../../../engine/util/collections.ts'
import { count, duration, readableTime } from '../../../engine/util/text.ts'
import { type Html, html, proseHtml, section } from './html.ts'

/** Links to requirements of the page. */
export function idLinks(ids: readonly string[]): Html {
  return html`${ids.map((id, index) => html`${index > 0 && ' '}<a href="#${id}">${id}</a>`)}`
}

/** A list with its heading: its first few entries, and the rest folded. */
export function listSection({ id, title, figure, meaning, items, kind }: List): Html {
  const entries = items.map(itemHtml)
  const inSight = kind === 'details' ? 0 : FEW
  const rest = entries.slice(inSight)
  return section(
    id,
    title,
    figure,
    html`${meaning !== undefined && html`<p class="mut">${meaning}</p>`}
    ${
      inSight > 0 &&
      html`<ul>
        ${entries.slice(0, inSight)}
      </ul>`
    }
    ${rest.length > 0 && folded(inSight === 0 ? `Show ${count(rest.length, 'entry', 'entries')}` : `${rest.length} more`, rest)}`,
  )
}

function folded(summary: string, entries: readonly Html[], id = ''): Html {
  return html`<details ${id !== '' && html` id="${id}"`}>
    <summary>${summary}</summary>
    <ul>
      ${entries}
    </ul>
  </details>`
}

function itemHtml({ outcome, id, text, ids = [], seen = [] }: Item): Html {
  return html`<li>
    ${outcome !== undefined && sign(outcome)}
    ${id !== undefined && html`<a class="id" href="#${id}">${id}</a> `}${proseHtml(text)}
    ${ids.length > 0 && html`<p class="ids">${idLinks(ids)}</p>`}${seen.map((one) => html`<p class="mut">${proseHtml(one)}</p>`)}
  </li>`
}

const SIGNS: Readonly<Record<Outcome, string>> = {
  failed: '✗',
  'unexpected-pass': '✗',
  error: '!',
  'known-failure': '·',
  inconclusive: '?',
  disabled: '–',
  passed: '✓',
}

/** The sign of an outcome. Signs differ in shape, not only in colour. */
function sign(outcome: Outcome): Html {
  return html`<b class="s o-${outcome}" aria-hidden="true">${SIGNS[outcome]}</b>`
}

/** Every requirement by part, each with its verdict, its evidence and the cases that verify it. */
export function requirementsSection(view: RunView): Html | undefined {
  const { record, all } = view
  if (all.length === 0) return undefined
  const parts = [...groupBy(all, ({ result }) => result.part)].toSorted(([a], [b]) => a - b)
  const content = parts.map(([part, some]) =>
    folded(
      `Part ${part}: ${record.api.parts[part - 1]}. ${capital(figures(totalsOf(some.map(({ outcome }) => outcome))))}`,
      some.map((row) => requirementHtml(row, view)),
    ),
  )
  return section('requirements', 'Every requirement, with its evidence', all.length, html`${content}`)
}

const SHOWN_ABOVE: ReadonlySet<Outcome> = new Set([...FAILURES, 'known-failure'])

function requirementHtml({ id, result, outcome }: RuleRow, { find }: RunView): Html {
  const isAbove = SHOWN_ABOVE.has(outcome)
  const { reason, judgements, strength, endpoint } = result
  const seen = result.evidence
    .flatMap((one) => find.exchange(one) ?? [])
    .map((one) => `#${one.id} ${cut(exchangeLine(one), LONGEST_WORDS)}`)
  const cases = result.cases
    .flatMap((name) => find.case(name) ?? [])
    .map((one) => present(one.title, count(one.requests, 'request'), sourceOf(one)).join(', '))
  return html`<li ${!isAbove && html` id="${id}"`}>
    ${sign(outcome)}<span class="sr"> ${OUTCOME_WORDS[outcome]}: </span>
    <a class="id" href="#${id}">${id}</a> ${proseHtml(result.text)}
    <span class="mut">${endpointName(endpoint)}${strength !== 'must' && ` · ${strength}`}</span>
    <p class="mut">
      ${capital(OUTCOME_WORDS[outcome])}${reason !== undefined && `: ${reason}`}${judgements > 0 && `, ${count(judgements, 'judgement')}`}.
      ${proseHtml(specificationLine(result))} ${seen.length > 0 && `Seen to hold in ${seen.join(', ')}.`}
      ${cases.length > 0 && proseHtml(`Cases: ${cases.join('; ')}.`)}
    </p>
  </li>`
}

/**
 * The settings of the run as in run.json; warnings and known failures have sections of their own. The
 * settings of a refused run are unknown.
 */
export function runSection({ record }: RunView): Html {
  const { startedAt, durationMs, profile, seed, tool, target, api, settings } = record
  const { warnings: _told, knownFailures: _listed, ...others } = settings
  const pairs = {
    started: readableTime(startedAt),
    took: duration(durationMs),
    profile,
    seed,
    target: target.name,
    build: target.version,
    tool: `${tool.name} ${tool.version}`,
    'digest of the rules': api.digests.rules,
    'digest of the contract': api.digests.contract,
    ...(record.judgements === 0 ? {} : others),
  }
  const rows = Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${typeof value === 'string' ? value : JSON.stringify(value)}</td>
        </tr>`,
    )
  return section(
    'run',
    'This run',
    '',
    html`<table>
      ${rows}
    </table>`,
  )
}
