import { type Html, html, prose } from '../html.ts'
import { exchangeLink, OUTCOME_WORDS, type PageContext, sign, spokenSign } from '../page.ts'
import { byPart } from '../../groups.ts'
import { dayOf, FAILURES, outcomeOf, OUTCOMES, type Totals, totalsOf } from '../../outcome.ts'
import { endpointName, partTitle, specificationLine } from '../../wording.ts'
import type { RequirementResult } from '../../record.ts'
import { answerOf, pathOf } from '../../evidence.ts'
import { capChars, count, duration } from '../../../util/text.ts'

/** Search and filters for violations and requirements. Hidden without the script. */
export function toolbar({ record }: PageContext): Html | undefined {
  if (record.requirements.length === 0) return undefined
  const totals = totalsOf(record.requirements, dayOf(record))
  const endpoints = [...new Set(record.requirements.map((row) => row.endpoint))]
  return html`<form class="bar-tools" id="tools" role="search" hidden>
    <label class="grow"
      ><span class="sr">Search requirements and findings</span
      ><input
        type="search"
        id="q"
        placeholder="Search id, text, path (press /)"
        autocomplete="off"
        spellcheck="false" /></label
    ><label
      ><span class="sr">Part</span
      ><select id="f-part">
        <option value="">All parts</option>
        ${byPart(record).map(({ part }) => html`<option value="${part}">${part} ${partTitle(record, part)}</option>`)}
      </select></label
    ><label
      ><span class="sr">Endpoint</span
      ><select id="f-endpoint">
        <option value="">All endpoints</option>
        ${endpoints.map((endpoint) => html`<option value="${endpoint}">${endpointName(endpoint)}</option>`)}
      </select></label
    >
    <fieldset>
      <legend class="sr">Verdicts</legend>
      ${OUTCOMES.filter((outcome) => totals.by[outcome] > 0).map((outcome) => html`<label class="chip"><input type="checkbox" name="o" value="${outcome}" />${sign(outcome)}${OUTCOME_WORDS[outcome]} ${totals.by[outcome]}</label>`)}
    </fieldset>
    <output id="hits" aria-live="polite"></output><button type="reset" hidden>Clear</button>
  </form>`
}

/** The most exchanges named as evidence of a pass. */
const EVIDENCE = 3

/** Every requirement by part, each with its verdict, its evidence and the cases that verify it. */
export function requirementsSection(context: PageContext): Html | undefined {
  const { record } = context
  if (record.requirements.length === 0) return undefined
  const day = dayOf(record)
  return html`<section id="requirements" aria-labelledby="h-r">
    <h2 id="h-r">
      Every requirement, with its evidence <span class="n">${record.requirements.length}</span>
    </h2>
    ${byPart(record).map(
      ({ part, totals }) =>
        html`<details class="part" data-group id="part-${part}">
          <summary>
            <h3>Part ${part}: ${partTitle(record, part)}</h3>
            <span class="n">${partFigures(totals)}</span>
          </summary>
          ${record.requirements.filter((row) => row.part === part).map((row) => requirementRow(row, day, context))}
        </details>`,
    )}
  </section>`
}

/** `28 of 30 passed, 1 violated`: shows whether a part needs to be unfolded. */
function partFigures(totals: Totals): string {
  const others = OUTCOMES.filter((outcome) => outcome !== 'passed' && totals.by[outcome] > 0)
  return [
    `${totals.by.passed} of ${totals.tests} passed`,
    ...others.map((outcome) => `${totals.by[outcome]} ${OUTCOME_WORDS[outcome]}`),
  ].join(', ')
}

function requirementRow(row: RequirementResult, day: string, context: PageContext): Html {
  const outcome = outcomeOf(row, day)
  const carded = [...FAILURES, 'known-failure'].includes(outcome)
  const open = row.strength === 'open' && outcome === 'passed'
  return html`<details
    class="row"
    ${!carded && html` id="${row.id}"`}
    data-r
    data-o="${outcome}"
    data-p="${row.part}"
    data-e="${row.endpoint}"
  >
    <summary>
      ${spokenSign(outcome)}<span class="id">${row.id}</span><span class="req">${prose(row.text)}</span
      ><span class="mut"
        >${endpointName(row.endpoint)}${row.strength !== 'must' && html` · ${row.strength}`}</span
      >
    </summary>
    <div class="in">
      ${carded ? html`<p><a href="#${row.id}">Findings of ${row.id}</a></p>` : html`<p>${open ? 'Open point, observed' : capital(OUTCOME_WORDS[outcome])}${row.reason !== undefined && html`: ${row.reason}`}${row.judgements > 0 && html`, ${count(row.judgements, 'judgement')}`}. <a href="#${row.id}">Link</a></p>`}${row.source !== undefined && html`<p class="mut">${specificationLine(row)}</p>`}${evidence(row, context)}${cases(row, context)}
    </div>
  </details>`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function evidence(row: RequirementResult, { find }: PageContext): Html | undefined {
  const shown = row.evidence
    .slice(0, EVIDENCE)
    .map((id) => find.exchange(id))
    .filter((exchange) => exchange !== undefined)
  if (shown.length === 0) return undefined
  const left = row.evidence.length - shown.length
  return html`<p class="ev">
    <b>Seen to hold in</b>
    ${shown.map((one) => html`<span>${exchangeLink(one)} ${one.request.method} ${capChars(pathOf(one), 60)} → ${answerOf(one)}</span> `)}${left > 0 && html`<span>and ${left} more</span>`}
  </p>`
}

function cases(row: RequirementResult, { find }: PageContext): Html | undefined {
  const own = row.cases.map((id) => find.case(id)).filter((one) => one !== undefined)
  if (own.length === 0) return undefined
  return html`<ul class="cases">
    ${own.map((one) => {
      const place =
        one.file === undefined ? '' : ` · ${one.file}${one.line === undefined ? '' : `:${one.line}`}`
      const flaky = one.flaky === true ? ' · passed at the second try' : ''
      return html`<li>
        ${one.title}
        <span class="mut"
          >${count(one.requests, 'request')}, ${duration(one.durationMs)}${place}${flaky}</span
        >
      </li>`
    })}
  </ul>`
}
