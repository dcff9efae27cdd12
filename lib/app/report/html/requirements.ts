import { type Html, html, proseHtml } from './html.ts'
import { type PageView, section, sign } from './page.ts'
import { FAILURES, type Outcome, OUTCOMES, totalsOf } from '../outcome.ts'
import { capital, endpointName, figures, OUTCOME_WORDS, specificationLine } from '../wording.ts'
import type { RequirementResult } from '../record.ts'
import type { RuleRow } from '../view/rows.ts'
import { answerOf, pathOf, sourceOf } from '../view/evidence.ts'
import { LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { groupBy, present } from '../../../engine/util/collections.ts'
import { capChars, count, duration } from '../../../engine/util/text.ts'

/** Every requirement by part, each with its verdict, its evidence and the cases that verify it, under filters. */
export function requirementsSection(page: PageView): Html | undefined {
  const { record, rows } = page
  if (rows.length === 0) return undefined
  const parts = [...groupBy(rows, ({ result }) => result.part)].toSorted(([a], [b]) => a - b)
  const content = parts.map(
    ([part, some]) =>
      html`<details class="part" id="part-${part}">
        <summary>
          <h3>Part ${part}: ${record.api.parts[part - 1]}</h3>
          <span class="n">${figures(totalsOf(some.map(({ outcome }) => outcome)))}</span>
        </summary>
        ${some.map((row) => requirementRow(row, page))}
      </details>`,
  )
  return section(
    'requirements',
    'Every requirement, with its evidence',
    rows.length,
    html`${toolbar(page)}${content}`,
  )
}

/** Search and filters for the requirements below them. Hidden without the script. */
function toolbar({ record, rows, totals }: PageView): Html {
  const endpoints = new Set([...record.api.operations, ...rows.map(({ result }) => result.endpoint)])
  const outcomes = OUTCOMES.filter((outcome) => totals.by[outcome] > 0)
  return html`<form class="bar-tools" id="tools" role="search" hidden>
    <label class="grow"
      ><span class="sr">Search requirements</span
      ><input
        type="search"
        id="q"
        placeholder="Search id, text, path"
        autocomplete="off"
        spellcheck="false" /></label
    ><label
      ><span class="sr">Endpoint</span
      ><select id="f-endpoint">
        <option value="">All endpoints</option>
        ${[...endpoints].map((one) => html`<option value="${one}">${endpointName(one)}</option>`)}
      </select></label
    >
    <fieldset>
      <legend class="sr">Verdicts</legend>
      ${outcomes.map((outcome) => html`<label class="chip"><input type="checkbox" name="o" value="${outcome}" />${sign(outcome)}${totals.by[outcome]} ${OUTCOME_WORDS[outcome]}</label>`)}
    </fieldset>
    <output id="hits" aria-live="polite"></output>
  </form>`
}

/** Outcomes whose requirements have a card of their own above. */
const CARDED: ReadonlySet<Outcome> = new Set([...FAILURES, 'known-failure'])

function requirementRow({ id, result, outcome, places }: RuleRow, page: PageView): Html {
  const carded = CARDED.has(outcome)
  const isOperation = (place: string): boolean => page.record.api.operations.includes(place)
  const verdict = carded
    ? html`<p><a href="#${id}">Findings of ${id}</a></p>`
    : html`<p>
        ${capital(OUTCOME_WORDS[outcome])}${result.reason !== undefined && `: ${result.reason}`}${result.judgements > 0 && `, ${count(result.judgements, 'judgement')}`}.
        <a href="#${id}">Link</a>
      </p>`
  return html`<details
    class="row"
    ${!carded && html` id="${id}"`}
    data-r
    data-o="${outcome}"
    data-e="${[result.endpoint, ...places.filter(isOperation)].join('|')}"
  >
    <summary>
      ${sign(outcome)}<span class="sr">${OUTCOME_WORDS[outcome]}: </span><span class="id">${id}</span
      ><span class="req">${proseHtml(result.text)}</span
      ><span class="mut"
        >${endpointName(result.endpoint)}${result.strength !== 'must' && ` · ${result.strength}`}</span
      >
    </summary>
    <div class="in">
      ${verdict}
      <p class="mut">${proseHtml(specificationLine(result))}</p>
      ${evidence(result, page)}${cases(result, page)}
    </div>
  </details>`
}

/** The exchanges named as evidence of a pass. */
function evidence(row: RequirementResult, { find }: PageView): Html | undefined {
  const shown = row.evidence.flatMap((id) => find.exchange(id) ?? [])
  if (shown.length === 0) return undefined
  return html`<p class="ev">
    <b>Seen to hold in</b>
    ${shown.map((one) => html`<span><a href="#x${one.id}">#${one.id}</a> ${one.request.method} ${capChars(pathOf(one), LONGEST_WORDS)} → ${answerOf(one)}</span> `)}
  </p>`
}

function cases(row: RequirementResult, { find }: PageView): Html | undefined {
  const own = row.cases.flatMap((id) => find.case(id) ?? [])
  if (own.length === 0) return undefined
  return html`<ul class="cases">
    ${own.map((one) => {
      const cost = `${count(one.requests, 'request')}, ${duration(one.durationMs)}`
      return html`<li>${one.title} <span class="mut">${present(cost, sourceOf(one)).join(' · ')}</span></li>`
    })}
  </ul>`
}
