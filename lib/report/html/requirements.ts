import { type Html, html, prose } from './html.ts'
import { capital, exchangeLink, OUTCOME_WORDS, type Page, section, sign } from './page.ts'
import { FAILURES, type Outcome, OUTCOMES, type Totals } from '../outcome.ts'
import { endpointName, partTitle, specificationLine } from '../wording.ts'
import type { RequirementResult } from '../record.ts'
import type { Row } from '../view/causes.ts'
import { answerOf, pathOf, sourceOf } from '../view/evidence.ts'
import { capChars, count, duration } from '../../util/text.ts'

/** Every requirement by part, each with its verdict, its evidence and the cases that verify it, under filters. */
export function requirementsSection(page: Page): Html | undefined {
  const { record, parts, rows } = page
  if (rows.length === 0) return undefined
  const content = parts.map(
    ({ part, totals, rows: some }) =>
      html`<details class="part" data-group id="part-${part}">
        <summary>
          <h3>Part ${part}: ${partTitle(record, part)}</h3>
          <span class="n">${partFigures(totals)}</span>
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
function toolbar({ record, rows, parts, totals }: Page): Html {
  const endpoints = [...new Set(rows.map(({ result }) => result.endpoint))]
  return html`<form class="bar-tools" id="tools" role="search" hidden>
    <label class="grow"
      ><span class="sr">Search requirements</span
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
        ${parts.map(({ part }) => html`<option value="${part}">${part} ${partTitle(record, part)}</option>`)}
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

/** `28 of 30 passed, 1 violated`: shows whether a part needs to be unfolded. */
function partFigures({ by, tests }: Totals): string {
  const others = OUTCOMES.filter((outcome) => outcome !== 'passed' && by[outcome] > 0)
  return [
    `${by.passed} of ${tests} passed`,
    ...others.map((outcome) => `${by[outcome]} ${OUTCOME_WORDS[outcome]}`),
  ].join(', ')
}

/** Outcomes whose requirements have a card of their own above. */
const CARDED: ReadonlySet<Outcome> = new Set([...FAILURES, 'known-failure'])

function requirementRow({ id, result, outcome }: Row, page: Page): Html {
  const carded = CARDED.has(outcome)
  const operations = page.record.api?.operations ?? []
  const violatedAt = operations.filter((one) => result.findings.some(({ where }) => where === one))
  const places = [...new Set([result.endpoint, ...violatedAt])]
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
    data-p="${result.part}"
    data-e="${places.join('|')}"
  >
    <summary>
      ${sign(outcome)}<span class="sr">${OUTCOME_WORDS[outcome]}: </span><span class="id">${id}</span
      ><span class="req">${prose(result.text)}</span
      ><span class="mut"
        >${endpointName(result.endpoint)}${result.strength !== 'must' && ` · ${result.strength}`}</span
      >
    </summary>
    <div class="in">
      ${verdict}${result.source !== undefined && html`<p class="mut">${specificationLine(result)}</p>`}${evidence(result, page)}${cases(result, page)}
    </div>
  </details>`
}

/** The exchanges named as evidence of a pass. */
function evidence(row: RequirementResult, { find }: Page): Html | undefined {
  const shown = row.evidence.flatMap((id) => find.exchange(id) ?? [])
  if (shown.length === 0) return undefined
  return html`<p class="ev">
    <b>Seen to hold in</b>
    ${shown.map((one) => html`<span>${exchangeLink(one)} ${one.request.method} ${capChars(pathOf(one), 60)} → ${answerOf(one)}</span> `)}
  </p>`
}

function cases(row: RequirementResult, { find }: Page): Html | undefined {
  const own = row.cases.flatMap((id) => find.case(id) ?? [])
  if (own.length === 0) return undefined
  return html`<ul class="cases">
    ${own.map((one) => {
      const source = sourceOf(one)
      const about = [
        `${count(one.requests, 'request')}, ${duration(one.durationMs)}`,
        ...(source === undefined ? [] : [source]),
        ...(one.flaky === true ? ['passed at the second try'] : []),
      ]
      return html`<li>${one.title} <span class="mut">${about.join(' · ')}</span></li>`
    })}
  </ul>`
}
