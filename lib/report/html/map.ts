import { FAILURES, type Outcome, OUTCOMES } from '../outcome.ts'
import type { Row } from '../view/causes.ts'
import { besideOperations, endpointName, partsOf, partTitle } from '../wording.ts'
import { count } from '../../util/text.ts'
import { type Html, html } from './html.ts'
import { halfSign, OUTCOME_WORDS, type Page, sign } from './page.ts'

/** The map of the specification: its parts and operations, each with its worst outcome. */
export function mapSection({ record, rows }: Page): Html | undefined {
  if (rows.length === 0) return undefined
  const parts = partsOf(record).map((part) => {
    const place = placeOf(rows.filter(({ result }) => result.part === part))
    const inner = html`${placeSign(place)}<span class="no">${part}</span
      ><span class="t">${partTitle(record, part)}</span><span class="c">${figures(place)}</span>`
    return tile('tile', place, inner, html`href="#part-${part}"`)
  })
  const operations = record.api?.operations ?? []
  const beside = besideOperations({
    api: record.api,
    requirements: rows.map(({ result }) => result),
  })
  const endpointTiles = (names: readonly string[]): Html[] =>
    names.map((endpoint) => {
      // A rule for all operations counts where it is violated, too.
      const here = rows.filter(
        ({ result }) =>
          result.endpoint === endpoint || result.findings.some(({ where }) => where === endpoint),
      )
      const place = placeOf(here)
      const inner = html`${placeSign(place)}${endpointTitle(endpoint)}<span class="c"
          >${figures(place)}</span
        >`
      return tile('op', place, inner, html`href="#requirements" data-set-endpoint="${endpoint}"`)
    })
  return html`<section class="map" id="map" aria-label="Map of the specification">
    <div>
      <h2>${count(parts.length, 'part')}</h2>
      <ul class="tiles">
        ${parts}
      </ul>
    </div>
    <div>
      <h2>${count(operations.length, 'operation')}</h2>
      <ul class="ops">
        ${endpointTiles(operations)}
      </ul>
      <ul class="ops beside" aria-label="Beside the operations">
        ${endpointTiles(beside)}
      </ul>
    </div>
  </section>`
}

/** One place of the map: a part, an operation, or something beside the operations. */
interface Place {
  /** Its worst outcome; undefined if the record has no requirement there. */
  readonly outcome: Outcome | undefined
  readonly passed: number
  readonly violated: number
  readonly inconclusive: number
  readonly all: number
}

function placeOf(rows: readonly Row[]): Place {
  const counted = (...some: readonly Outcome[]): number =>
    rows.filter(({ outcome }) => some.includes(outcome)).length
  const worst = OUTCOMES.find((outcome) => rows.some((row) => row.outcome === outcome))
  const passed = counted('passed')
  // Requirements that were not exercised do not decide the colour of a place where others passed.
  const soft = worst === 'inconclusive' || worst === 'not-applicable' || worst === 'disabled'
  return {
    outcome: soft && passed > 0 ? 'passed' : worst,
    passed,
    violated: counted(...FAILURES),
    inconclusive: counted('inconclusive'),
    all: rows.length,
  }
}

function tile(kind: 'tile' | 'op', place: Place, inner: Html, link: Html): Html {
  const { outcome = 'not-applicable', violated, passed, inconclusive, all } = place
  if (all === 0) return html`<li><span class="${kind} o-not-applicable">${inner}</span></li>`
  // The shares of violated, passed and inconclusive requirements, for the strip along the lower edge.
  const [v, p, i] = [violated, violated + passed, violated + passed + inconclusive].map((n) =>
    Math.round((n / all) * 100),
  )
  return html`<li>
    <a class="${kind} o-${outcome}" ${link} style="--v:${v}%;--p:${p}%;--i:${i}%">${inner}</a>
  </li>`
}

function endpointTitle(endpoint: string): Html {
  const [method = '', path] = endpointName(endpoint).split(/ (?=\/)/)
  if (path === undefined) return html`<span class="t">${method}</span>`
  // A path preferably breaks after a slash.
  const segments = path.split('/').map((segment, index) => (index === 0 ? segment : html`/<wbr />${segment}`))
  return html`<span class="m">${method}</span><span class="t">${segments}</span>`
}

/** A full tick only if everything was exercised. */
function placeSign({ outcome, passed, all }: Place): Html {
  return outcome === 'passed' && passed < all ? halfSign() : sign(outcome ?? 'not-applicable')
}

function figures({ violated, passed, all, outcome }: Place): Html {
  if (all === 0 || outcome === undefined) return html`not run`
  if (violated > 0) return html`${violated} ${OUTCOME_WORDS[outcome]}`
  return passed > 0
    ? html`${passed} of ${all}<span class="sr"> passed</span>`
    : html`${OUTCOME_WORDS[outcome]}`
}
