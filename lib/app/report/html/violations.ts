import { heldIn } from '../view/account.ts'
import { type Block, sameElsewhere } from '../view/blocks.ts'
import { explainCommand, serveCommand } from '../view/commands.ts'
import type { Evidence } from '../view/evidence.ts'
import type { RuleRow } from '../view/rows.ts'
import { afterWords, resultLine, resultTold, writesBefore } from '../view/told.ts'
import type { RunView } from '../view/view.ts'
import { capital, specificationLine } from '../wording.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { groupBy, present } from '../../../engine/util/collections.ts'
import { count } from '../../../engine/util/text.ts'
import { exchangeHtml } from './exchanges.ts'
import { commandHtml, type Html, html, proseHtml, section } from './html.ts'

/** Bounds the size of the page, however much is violated. */
const MOST_IN_FULL = 300

/** A violation, with what a block adds if it leads one. */
type RowOrBlock = RuleRow & Partial<Block>

/**
 * The violations, a line for each symptom that unfolds to its evidence, and the violations that the
 * known-failures file excuses.
 */
export function violationSections({ record, blocks, violated, excused, numbers }: RunView): Html {
  if (blocks.length === 0 && excused.length === 0) {
    const text =
      record.judgements === 0
        ? 'Nothing was judged, so nothing can be said.'
        : `No requirement on the API is violated. ${count(record.judgements, 'judgement')} stand behind that; the evidence is below.`
    return section('violations', 'Violations', '', html`<p>${text}</p>`)
  }
  const findings = violated.reduce((sum, { evidence }) => sum + evidence.length, 0)
  const figure = numbers === '' ? '' : `${numbers}; ${count(findings, 'finding')}`
  const isOpen = blocks.length <= FEW
  const inFull = shownInFull([...violated, ...excused])
  return html`${
    blocks.length > 0 &&
    section(
      'violations',
      'Violations',
      figure,
      html`${blocks.map((block) => violation(block, inFull, isOpen))}`,
    )
  }${
    excused.length > 0 &&
    section('known', 'Known failures', excused.length, html`${excused.map((row) => violation(row, inFull))}`)
  }`
}

/**
 * The findings whose deciding exchange is on the page: the first ones of each rule, each exchange once for a
 * rule.
 */
function shownInFull(rows: readonly RuleRow[]): ReadonlySet<Evidence> {
  const first = rows.flatMap(({ evidence }) => [
    ...groupBy(evidence.slice(0, FEW), ({ exchanges: [decisive] }) => decisive?.id).values(),
  ])
  return new Set(first.slice(0, MOST_IN_FULL).map(([one]) => one))
}

/**
 * A requirement with its findings, folded under the expected and received values. Its id is inside: a browser
 * unfolds only an element that contains the target of a link.
 */
function violation(row: RowOrBlock, inFull: ReadonlySet<Evidence>, isOpen = false): Html {
  const { id, result, outcome, evidence, excuse, program, others = [] } = row
  const { held, why, severity, strength } = result
  const [mutant] = result.mutants ?? []
  const commands = present(
    explainCommand(result, program),
    mutant !== undefined && serveCommand(mutant, `${program} run ${id}`, program),
  )
  const left = evidence.length - FEW
  const same = sameElsewhere({ ...row, others })
  return html`<details class="v o-${outcome}" ${isOpen && html` open`}>
    <summary>
      <b class="id">${id}</b> ${severity === 'critical' && html`<b class="critical">critical</b>`}
      <span class="req">${proseHtml(result.text)}</span>
      ${seenHtml(row, same)}
    </summary>
    <p class="mut anchor" id="${id}">${strength} · ${proseHtml(specificationLine(result))}</p>
    ${why !== undefined && html`<p>${proseHtml(why)}</p>`}
    ${held !== undefined && html`<p class="mut">It held in ${heldIn(held)}.</p>`}
    ${excuse !== undefined && html`<p class="note">${capital(excuse)}</p>`}
    ${evidence.slice(0, FEW).map((one) => findingHtml(one, inFull.has(one)))}
    ${left > 0 && html`<p class="mut">… and ${count(left, 'more finding')} in run.json.</p>`}
    <p class="mut">A right and a wrong exchange side by side, and a service with this mistake:</p>
    ${commandHtml(commands.join('\n'))}
    ${others.length > 0 && html`<p class="mut">The same in ${count(others.length, 'other')}:</p>`}
    ${others.map((one) => violation(one, inFull))}
  </details>`
}

function seenHtml({ told, message, further = [] }: RowOrBlock, same: string): Html {
  if (told === undefined) return html`<span class="seen">${proseHtml(capital(message))}</span>`
  const lines = [resultLine(told), ...further, same].filter((line) => line !== '')
  return html`${told.sent !== '' && html`<code class="seen">${told.sent}</code>`}
    <span class="seen"
      >${lines.map((line, index) => html`${index > 0 && html`<br />`}${proseHtml(line)}`)}</span
    >`
}

/**
 * One finding: its place, expected and received values, and the deciding exchange, unless an earlier finding
 * of the rule shows it.
 */
function findingHtml(evidence: Evidence, isInFull: boolean): Html {
  const { finding, place, times, source, exchanges } = evidence
  const { expected, received } = resultTold(evidence)
  const [decisive, ...others] = exchanges
  const writes = writesBefore(evidence)
  const [write] = writes
  return html`<div class="finding">
    <p><code>${place}</code>${times !== undefined && ` · ${times}`} <span class="mut">${source}</span></p>
    <dl>
      <dt>expected</dt>
      <dd>${proseHtml(expected)}</dd>
      <dt>received</dt>
      <dd>${proseHtml(received)}</dd>
    </dl>
    ${writes.length > 1 && html`<p>After ${afterWords(evidence)}:</p>`}
    ${writes.length === 1 && write !== undefined && isInFull && exchangeHtml(write, {})}
    ${decisive !== undefined && isInFull && exchangeHtml(decisive, finding)}
    ${others.length > 0 && html`<p class="mut">Also, in traffic.har: ${others.map(({ id }) => `#${id}`).join(', ')}</p>`}
  </div>`
}
