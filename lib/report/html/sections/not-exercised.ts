import type { Outcome } from '../../outcome.ts'
import type { Html } from '../html.ts'
import { type PageContext, sign } from '../page.ts'
import { byReason, ownCases, type ReasonGroup } from '../../groups.ts'
import { caseInWords } from '../../wording.ts'
import { html } from '../html.ts'
import { count } from '../../../util/text.ts'

const KINDS: readonly (readonly [Outcome, string, string])[] = [
  [
    'error',
    'Errors',
    'The tool or the connection kept these from being judged. They say nothing about the target.',
  ],
  [
    'inconclusive',
    'Inconclusive',
    'These apply, and could not be exercised. Each line says what would enable them.',
  ],
  ['not-applicable', 'Not applicable', 'The target does not declare what these speak of.'],
  ['disabled', 'Disabled', 'Switched off for this run.'],
]

/** The requirements that were not judged, grouped by reason. */
export function notExercisedSection({ record }: PageContext): Html | undefined {
  const blocks = KINDS.map(([outcome, title, intro]) => {
    const groups = byReason(record, outcome)
    if (groups.length === 0) return undefined
    const all = groups.flatMap(({ requirements }) => requirements)
    const open = all.filter(({ strength }) => strength === 'open').length
    const total = [
      String(all.length - open),
      ...(open === 0 ? [] : [`and ${count(open, 'open point')}`]),
    ].join(' ')
    const shown = groups.slice(0, IN_SIGHT)
    const folded = groups.slice(IN_SIGHT)
    return html`<h3>${title} <span class="n">${total}</span></h3>
      <p class="mut">${intro}</p>
      ${reasons(shown, outcome)}${
        folded.length > 0 &&
        html`<details class="more">
          <summary>${folded.length} more reasons</summary>
          ${reasons(folded, outcome)}
        </details>`
      }`
  }).filter((block) => block !== undefined)
  if (blocks.length === 0) return undefined
  return html`<section id="not-exercised" aria-labelledby="h-n">
    <h2 id="h-n">What was not judged, and what would enable it</h2>
    ${blocks}
  </section>`
}

/** The most reasons shown; the rest is folded. */
const IN_SIGHT = 3

function reasons(groups: readonly ReasonGroup[], outcome: Outcome): Html {
  return html`<ul class="reasons">
    ${groups.map(
      ({ reason, requirements }) =>
        html`<li>
          ${sign(outcome)}
          <div>
            <p>${reason}</p>
            <p class="ids">${requirements.map(({ id }) => html`<a href="#${id}">${id}</a> `)}</p>
          </div>
        </li>`,
    )}
  </ul>`
}

/** The cases that the operator brought. */
export function ownCasesSection({ record }: PageContext): Html | undefined {
  const own = ownCases(record)
  if (own.length === 0) return undefined
  return html`<section id="own-cases" aria-labelledby="h-own">
    <h2 id="h-own">Own cases</h2>
    <ul class="reasons">
      ${own.map(
        (one) =>
          html`<li>
            ${sign(one.verdict)}
            <div>
              <p>${one.title}: ${caseInWords(one)}</p>
              <p class="ids">${one.requirements.map((id) => html`<a href="#${id}">${id}</a> `)}</p>
            </div>
          </li>`,
      )}
    </ul>
  </section>`
}
