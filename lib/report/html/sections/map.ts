import type { Place } from '../map.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { besideOperations, endpointName, partsOf, partTitle } from '../../parts.ts'
import { count } from '../../../util/text.ts'
import { html } from '../html.ts'
import { endpointPlace, partPlace } from '../map.ts'
import { halfSign, OUTCOME_WORDS, sign } from '../signs.ts'

/** The specification at a glance: its parts and operations, each with the worst that was seen there. */
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

/** A tick is whole only where everything was exercised. */
function placeSign({ outcome, passed, all }: Place): Html {
  if (outcome === 'passed' && passed < all) return halfSign()
  return sign(outcome ?? 'not-applicable')
}

function figures({ violated, passed, all, outcome }: Place): string {
  if (all === 0 || outcome === undefined) return 'not run'
  if (violated > 0) return `${violated} ${OUTCOME_WORDS[outcome]}`
  return passed > 0 ? `${passed} of ${all}` : OUTCOME_WORDS[outcome]
}

/** The word that a figure like `2 of 3` stands for; the sign shows it to those who see it. */
function spoken({ passed, violated }: Place): Html | undefined {
  return passed > 0 && violated === 0 ? html`<span class="sr"> passed</span>` : undefined
}

/** How much of a place is violated, passed and inconclusive: the strip along its lower edge. */
function shares({ violated, passed, inconclusive, all }: Place): Html {
  const [v, p, i] = [violated, violated + passed, violated + passed + inconclusive].map((n) =>
    Math.round((n / all) * 100),
  )
  return html`style="--v:${v}%;--p:${p}%;--i:${i}%"`
}

/** A path that may break after a slash, and nowhere else where that suffices. */
function breakable(path: string): Html {
  return html`${path.split('/').map((segment, index) => (index === 0 ? segment : html`/<wbr />${segment}`))}`
}
