import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { byPart } from '../../groups.ts'
import { dayOf, OUTCOMES, totalsOf } from '../../outcome.ts'
import { endpointName, partTitle } from '../../parts.ts'
import { html } from '../html.ts'
import { OUTCOME_WORDS, sign } from '../signs.ts'

/** Search and filters for violations and requirements. Hidden until the script is there to serve it. */
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
