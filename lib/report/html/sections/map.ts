import { type Html, html } from '../html.ts'
import { halfSign, OUTCOME_WORDS, type PageContext, sign } from '../page.ts'
import { besideOperations, endpointName, partsOf, partTitle } from '../../wording.ts'
import { count } from '../../../util/text.ts'
import { dayOf, FAILURES, type Outcome, outcomeOf, OUTCOMES } from '../../outcome.ts'
import type { RequirementResult, RunRecord } from '../../record.ts'

/** The map of the specification: its parts and operations, each with its worst outcome. */
export function mapSection({ record }: PageContext): Html | undefined {
  if (record.requirements.length === 0) return undefined
  const parts = partsOf(record)
  const operations = record.api?.operations ?? []
  return html`<section class="map" id="map" aria-label="Map of the specification">
    <div>
      <h2>${count(parts.length, 'part')}</h2>
      <ul class="tiles">
        ${parts.map((part) => partTile(part, partTitle(record, part), partPlace(record, part)))}
      </ul>
    </div>
    <div>
      <h2>${count(operations.length, 'operation')}</h2>
      <ul class="ops">
        ${operations.map((endpoint) => endpointTile(endpoint, endpointPlace(record, endpoint)))}
      </ul>
      <ul class="ops beside" aria-label="Beside the operations">
        ${besideOperations(record).map((endpoint) => endpointTile(endpoint, endpointPlace(record, endpoint)))}
      </ul>
    </div>
  </section>`
}

function partTile(part: number, title: string, place: Place): Html {
  const inner = html`${placeSign(place)}<span class="no">${part}</span><span class="t">${title}</span
    ><span class="c">${figures(place)}${spoken(place)}</span>`
  return place.all === 0
    ? html`<li><span class="tile o-not-applicable">${inner}</span></li>`
    : html`<li>
        <a
          class="tile o-${place.outcome ?? 'not-applicable'}"
          href="#part-${part}"
          data-set-part="${part}"
          ${shares(place)}
          >${inner}</a
        >
      </li>`
}

function endpointTile(endpoint: string, place: Place): Html {
  const [method = '', path] = endpointName(endpoint).split(/ (?=\/)/)
  const name =
    path === undefined
      ? html`<span class="t">${method}</span>`
      : html`<span class="m">${method}</span><span class="t">${breakable(path)}</span>`
  const inner = html`${placeSign(place)}${name}<span class="c">${figures(place)}${spoken(place)}</span>`
  return place.all === 0
    ? html`<li><span class="op o-not-applicable">${inner}</span></li>`
    : html`<li>
        <a
          class="op o-${place.outcome ?? 'not-applicable'}"
          href="#requirements"
          data-set-endpoint="${endpoint}"
          ${shares(place)}
          >${inner}</a
        >
      </li>`
}

/** A full tick only if everything was exercised. */
function placeSign({ outcome, passed, all }: Place): Html {
  if (outcome === 'passed' && passed < all) return halfSign()
  return sign(outcome ?? 'not-applicable')
}

function figures({ violated, passed, all, outcome }: Place): string {
  if (all === 0 || outcome === undefined) return 'not run'
  if (violated > 0) return `${violated} ${OUTCOME_WORDS[outcome]}`
  return passed > 0 ? `${passed} of ${all}` : OUTCOME_WORDS[outcome]
}

/** The meaning of a figure like `2 of 3` for screen readers. */
function spoken({ passed, violated }: Place): Html | undefined {
  return passed > 0 && violated === 0 ? html`<span class="sr"> passed</span>` : undefined
}

/** The shares of violated, passed and inconclusive requirements, for the strip along the lower edge. */
function shares({ violated, passed, inconclusive, all }: Place): Html {
  const [v, p, i] = [violated, violated + passed, violated + passed + inconclusive].map((n) =>
    Math.round((n / all) * 100),
  )
  return html`style="--v:${v}%;--p:${p}%;--i:${i}%"`
}

/** A path that preferably breaks after a slash. */
function breakable(path: string): Html {
  return html`${path.split('/').map((segment, index) => (index === 0 ? segment : html`/<wbr />${segment}`))}`
}

/** One place of the map: a part, an operation, or something beside the operations. */
export interface Place {
  /** Its worst outcome; undefined if the record has no requirement there. */
  readonly outcome: Outcome | undefined
  readonly passed: number
  readonly violated: number
  readonly inconclusive: number
  readonly all: number
}

/** The place of one part of the specification. */
export function partPlace(record: RunRecord, part: number): Place {
  return place(
    record,
    record.requirements.filter((row) => row.part === part),
  )
}

/**
 * The place of one endpoint: its own requirements, and general ones that were violated there. For example, an
 * operation that breaks the error envelope shows it, although the envelope is a rule for all operations.
 */
export function endpointPlace(record: RunRecord, endpoint: string): Place {
  const seenHere = (row: RequirementResult): boolean =>
    row.findings.some((finding) => finding.where === endpoint)
  return place(
    record,
    record.requirements.filter((row) => row.endpoint === endpoint || seenHere(row)),
  )
}

function place(record: RunRecord, rows: readonly RequirementResult[]): Place {
  const day = dayOf(record)
  const outcomes = rows.map((row) => outcomeOf(row, day))
  const bad = outcomes.filter((outcome) => FAILURES.some((failure) => failure === outcome)).length
  const passed = outcomes.filter((outcome) => outcome === 'passed').length
  const inconclusive = outcomes.filter((outcome) => outcome === 'inconclusive').length
  const worst = OUTCOMES.find((outcome) => outcomes.includes(outcome))
  // Requirements that were not exercised do not decide the colour of a place where others passed.
  const soft = worst === 'inconclusive' || worst === 'not-applicable' || worst === 'disabled'
  return {
    outcome: soft && passed > 0 ? 'passed' : worst,
    passed,
    violated: bad,
    inconclusive,
    all: rows.length,
  }
}
