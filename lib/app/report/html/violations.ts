import { heldIn } from '../view/account.ts'
import type { Evidence } from '../view/evidence.ts'
import type { Block } from '../view/blocks.ts'
import { explainCommand, PROGRAM, serveCommand } from '../view/commands.ts'
import type { RuleRow } from '../view/rows.ts'
import { capital, endpointName, OUTCOME_WORDS, specificationLine } from '../wording.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import { exchangeDetails } from './exchanges.ts'
import { type Html, html, proseHtml } from './html.ts'
import { commandHtml, exchangeLinks, type PageView, section, sign } from './page.ts'

/** What makes the run fail. Of many violations only the first card is unfolded, so that a reader finds the right one. */
export function violationsSection(page: PageView): Html {
  const { record, blocks, violated, numbers } = page
  if (blocks.length === 0) {
    const text =
      record.judgements === 0
        ? 'Nothing was judged, so nothing can be said.'
        : `No requirement on the API is violated. ${count(record.judgements, 'judgement')} stand behind that; the evidence is below.`
    return section('violations', 'Violations', '', html`<p class="calm">${text}</p>`)
  }
  const open = blocks.length > 2 * FEW ? 1 : FEW
  const findings = violated.reduce((sum, { evidence }) => sum + evidence.length, 0)
  const figure = numbers === '' ? '' : `${numbers}; ${count(findings, 'finding')}`
  const cards = blocks.map((block, index) => html`${card(block, page, index < open)}${others(block, page)}`)
  return section('violations', 'Violations', figure, html`${cards}`)
}

/** What is the same in other requirements, folded. */
function others({ others: rows }: Block, page: PageView): Html | undefined {
  if (rows.length === 0) return undefined
  return html`<details class="others">
    <summary>The same in ${count(rows.length, 'other')}</summary>
    ${rows.map((one) => card(one, page, false))}
  </details>`
}

/** Violations that the known-failures file excuses. */
export function excusedSection(page: PageView): Html | undefined {
  const { excused } = page
  if (excused.length === 0) return undefined
  const cards = excused.map((row) => card(row, page, false))
  return section('known', 'Known failures', excused.length, html`${cards}`)
}

/** A requirement with its findings. */
function card(row: RuleRow, page: PageView, isOpen: boolean): Html {
  const { id, result, outcome } = row
  const body = html`<p class="meta">
      <span>${result.strength}</span>
      <span>part ${result.part}, ${page.record.api.parts[result.part - 1]}</span>
      <span><code>${endpointName(result.endpoint)}</code></span>
      <span>${count(row.evidence.length, 'finding')}</span>
    </p>
    <p class="mut">${proseHtml(specificationLine(result))}</p>
    ${result.why !== undefined && html`<p class="mut">${proseHtml(result.why)}</p>`} ${content(row, page)}`
  return html`<article class="card o-${outcome}" id="${id}">
    <header>
      <h3>
        ${sign(outcome)}<a class="id" href="#${id}">${id}</a
        ><span class="sr"> ${OUTCOME_WORDS[outcome]}</span>
      </h3>
      <p class="req">${proseHtml(result.text)}</p>
    </header>
    ${
      isOpen
        ? body
        : html`<details class="more fold">
            <summary>${proseHtml(capital(row.message))}</summary>
            ${body}
          </details>`
    }
  </article>`
}

/** What shows a violation: its first few findings, and commands that show more. */
function content(row: RuleRow, page: PageView): Html {
  const { result, evidence, excuse } = row
  const left = evidence.length - FEW
  const { held, contrast } = result
  const [mutant] = result.mutants ?? []
  return html`${[
    held !== undefined && html`<p class="mut">It held in ${heldIn(held, contrast)}.</p>`,
    excuse !== undefined && html`<p class="note">${capital(excuse)}</p>`,
    evidence.slice(0, FEW).map((one) => findingBlock(one, page)),
    left > 0 && html`<p class="mut">… and ${count(left, 'more finding')} in run.json.</p>`,
    mutant !== undefined &&
      commandHtml(
        'See it in a sandbox, with a seeded fault',
        serveCommand(mutant, `${PROGRAM} run ${row.id}`),
      ),
    commandHtml('A right and a wrong exchange side by side, and what breaks it', explainCommand(result)),
  ]}`
}

/** One finding: where, expected against received, and the exchanges that show it. */
function findingBlock(one: Evidence, page: PageView): Html {
  const { finding, times, source } = one
  return html`<div class="f">
    <p class="where">
      <code>${finding.where}</code
      >${finding.pointer !== undefined && html` at <code>${finding.pointer || '/'}</code>`}${times !== undefined && html` <span class="times">seen ${times}</span>`}${source !== undefined && html` <span class="mut">${source}</span>`}
    </p>
    <dl class="diff">
      <dt>expected</dt>
      <dd>${proseHtml(one.expected)}</dd>
      <dt>received</dt>
      <dd>${proseHtml(one.received)}</dd>
    </dl>
    ${exchanges(one, page)}
  </div>`
}

/** The decisive exchange, unless an earlier finding shows it, and links to the others. The first one of the page is unfolded. */
function exchanges(one: Evidence, page: PageView): Html {
  const { finding, exchanges: all } = one
  const shown = all.filter(({ id }) => page.shownWith.get(id) === one)
  const linked = all.filter((exchange) => !shown.includes(exchange)).map(({ id }) => id)
  const isOpen = one === page.blocks[0]?.evidence[0]
  const shows = { pointer: finding.pointer, isOfStatus: finding.status !== undefined, isOpen }
  const blocks = shown.map((exchange) => exchangeDetails(exchange, shows))
  return html`${blocks}${linked.length > 0 && html`<p class="mut">Exchanges ${exchangeLinks(page, linked)}</p>`}`
}
