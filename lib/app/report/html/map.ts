import { type Html, html } from './html.ts'
import { type PageView, sign } from './page.ts'
import type { Group } from '../view/groups.ts'
import { endpointName, OUTCOME_WORDS } from '../wording.ts'
import { count } from '../../../engine/util/text.ts'

/** The map of the specification: its parts and operations, each with its worst outcome. */
export function mapSection({ parts, operations, beside }: PageView): Html | undefined {
  if (parts.length === 0) return undefined
  const partTiles = parts.map((group) =>
    tile(group, `${group.part} ${group.name}`, html`href="#part-${group.part}"`),
  )
  const endpointTiles = (groups: readonly Group[]): Html[] =>
    groups.map((group) =>
      tile(group, endpointName(group.name), html`href="#requirements" data-set-endpoint="${group.name}"`),
    )
  return html`<section class="map" id="map" aria-label="Map of the specification">
    <div>
      <h2>${count(parts.length, 'part')}</h2>
      <ul class="tiles">
        ${partTiles}
      </ul>
    </div>
    <div>
      <h2>${count(operations.length, 'operation')}</h2>
      <ul class="tiles ops">
        ${endpointTiles(operations)}
      </ul>
      <ul class="tiles ops beside" aria-label="Beside the operations">
        ${endpointTiles(beside)}
      </ul>
    </div>
  </section>`
}

/** A link to the requirements of a part or an operation, with their figures in words and as a strip along the edge. */
function tile({ outcome, totals }: Group, title: string, link: Html): Html {
  const { by, failures, tests } = totals
  const [v, p, i] = [failures, failures + by.passed, failures + by.passed + by.inconclusive].map((n) =>
    Math.round((n / tests) * 100),
  )
  const words =
    outcome === 'passed'
      ? html`${by.passed} of ${tests}<span class="sr"> passed</span>`
      : html`${failures > 0 && `${failures} `}${OUTCOME_WORDS[outcome]}`
  return html`<li>
    <a class="tile o-${outcome}" ${link} style="--v:${v}%;--p:${p}%;--i:${i}%"
      >${sign(outcome)}<span class="t">${title}</span><span class="c">${words}</span></a
    >
  </li>`
}
