import type { Evidence } from '../view/evidence.ts'
import { type Cause, NAMED_CAUSES } from '../view/causes.ts'
import { sandboxCommand } from '../view/commands.ts'
import type { Row } from '../view/rows.ts'
import { violationsFollow } from '../headline.ts'
import { pageOf } from '../explain/page.ts'
import { capital, endpointName, OUTCOME_WORDS, specificationLine } from '../wording.ts'
import { FEW, LONGEST_WORDS } from '../../util/bounds.ts'
import { capChars, count } from '../../util/text.ts'
import { exchangeDetails } from './exchanges.ts'
import { type Html, html, prose } from './html.ts'
import { command, exchangeLinks, folded, idLinks, type Page, section, sign } from './page.ts'

/** What makes the run fail, with an index by endpoint. Of many violations only the first card is unfolded, so that a reader finds the right one. */
export function violationsSection(page: Page): Html {
  const { record, causes, violated, numbers } = page
  if (causes.length === 0) {
    const text =
      record.judgements === 0
        ? 'Nothing was judged, so nothing can be said.'
        : `No requirement on the API is violated. ${count(record.judgements, 'judgement')} stand behind that; the evidence is below.`
    return section('violations', 'Violations', '', html`<p class="calm">${text}</p>`)
  }
  const open = causes.length > NAMED_CAUSES ? 1 : FEW
  const findings = violated.reduce((sum, { evidence }) => sum + evidence.length, 0)
  const figure = numbers === '' ? '' : `${numbers}; ${count(findings, 'finding')}`
  const cards = causes.map(
    (cause, index) => html`${card(cause, page, index < open)}${followers(cause, page)}`,
  )
  return section('violations', 'Violations', figure, html`${placeIndex(page)}${cards}`)
}

/** What follows from a cause, folded: fixing the cause probably fixes it. */
function followers({ id, consequences }: Cause, page: Page): Html | undefined {
  if (consequences.length === 0) return undefined
  return html`<details class="follows">
    <summary>${violationsFollow(consequences.length)} from ${id}</summary>
    ${consequences.map((one) => card(one, page, false))}
  </details>`
}

/** Violations that the known-failures file excuses. */
export function excusedSection(page: Page): Html | undefined {
  const { excused } = page
  if (excused.length === 0) return undefined
  const cards = excused.map((row) => card(row, page, false))
  return section('known', 'Known failures', excused.length, html`${cards}`)
}

/** Several violations by endpoint: those of one endpoint often have one cause. */
function placeIndex({ violated, places }: Page): Html | undefined {
  if (violated.length < 2 || places.length === 0) return undefined
  return html`<details class="index">
    <summary>By endpoint</summary>
    <ul>
      ${places.map(({ place, ids }) => html`<li><code>${place}</code> <span class="ids">${idLinks(ids)}</span></li>`)}
    </ul>
  </details>`
}

/** A requirement with its findings. */
function card(row: Row, page: Page, isOpen: boolean): Html {
  const { id, result, outcome } = row
  const title = page.parts.find(({ part }) => part === result.part)?.name
  const body = html`<p class="meta">
      <span>${result.strength}</span> <span>part ${result.part}, ${title}</span>
      <span><code>${endpointName(result.endpoint)}</code></span>
      <span>${count(row.evidence.length, 'finding')}</span>
      <a href="requirements/${pageOf(id)}">Why it matters, and how to fix it</a>
    </p>
    ${result.source !== undefined && html`<p class="mut">${prose(specificationLine(result))}</p>`}${content(row, page)}`
  return html`<article class="card o-${outcome}" id="${id}">
    <header>
      <h3>
        ${sign(outcome)}<a class="id" href="#${id}">${id}</a
        ><span class="sr"> ${OUTCOME_WORDS[outcome]}</span>
      </h3>
      <p class="req">${prose(result.text)}</p>
    </header>
    ${
      isOpen
        ? body
        : html`<details class="more fold">
            <summary>${prose(capChars(capital(row.brief), LONGEST_WORDS))}</summary>
            ${body}
          </details>`
    }
  </article>`
}

/** What shows a violation: its first few findings and the rest folded, how to replay them, and what follows from them. */
function content(row: Row, page: Page): Html {
  const { result, evidence, excuse, blocked } = row
  const written = evidence.slice(0, page.detail.findings)
  const left = evidence.length - written.length
  const blocks = written.map((one) => findingBlock(one, page))
  const more = blocks.slice(FEW)
  const causes = (result.consequenceOf ?? []).filter((id) => page.find.requirement(id) !== undefined)
  const [first] = evidence
  const [mutant, ...others] = result.mutants ?? []
  return html`${[
    causes.length > 0 && html`<p class="note">Follows from ${idLinks(causes)}: fix that first.</p>`,
    excuse !== undefined && html`<p class="note">${capital(excuse)}</p>`,
    blocks.slice(0, FEW),
    more.length > 0 && folded(count(more.length, 'more finding'), more),
    left > 0 && html`<p class="mut">… and ${count(left, 'more finding')} in run.json.</p>`,
    first !== undefined && command('Replay this requirement', first.replay),
    mutant !== undefined &&
      command(
        'See it in a sandbox: a seeded fault that violates the same requirement',
        sandboxCommand(mutant),
      ),
    others.length > 0 && html`<p class="mut">or ${others.join(', ')}</p>`,
    blocked.length > 0 &&
      folded(
        `${count(blocked.length, 'further requirement')} cannot be judged until this is fixed`,
        html`<p class="ids">${idLinks(blocked)}</p>`,
      ),
  ]}`
}

/** One finding: where, expected against received, the exchanges with their curl, and how to replay a generated input. */
function findingBlock(one: Evidence, page: Page): Html {
  const { finding, times, source, sent, curl = '' } = one
  const together = sent.map(({ id }) => `#${id}`).join(' and ')
  return html`<div class="f">
    <p class="where">
      <code>${finding.where}</code
      >${finding.pointer !== undefined && html` at <code>${finding.pointer || '/'}</code>`}${times !== undefined && html` <span class="times">seen ${times}</span>`}${source !== undefined && html` <span class="mut">${source}</span>`}
    </p>
    <dl class="diff">
      <dt>expected</dt>
      <dd>${prose(one.expected)}</dd>
      <dt>received</dt>
      <dd>${prose(one.received)}</dd>
    </dl>
    ${[
      exchanges(one, page),
      sent.length > 1 &&
        command(
          `Sent at once: ${together}. They fail only together, and only the first time: the replay below finds a fresh place for them`,
          curl,
        ),
      finding.replay !== undefined && command('Replay this input', one.replay),
    ]}
  </div>`
}

/** The exchanges that a finding shows, the decisive one first, and links to its others. The first one of the page is unfolded. */
function exchanges(one: Evidence, page: Page): Html {
  const { shownWith, detail, causes } = page
  const { finding, exchanges: all } = one
  const isOpen = one === causes[0]?.evidence[0]
  const shown = all.filter(({ id }) => shownWith.get(id) === one)
  const linked = all.filter(({ id }) => shownWith.get(id) !== one).map(({ id }) => id)
  const blocks = shown.map((exchange) =>
    exchangeDetails(exchange, detail.bodyChars, exchange === all[0] ? { finding, isOpen } : undefined),
  )
  return html`${blocks}${linked.length > 0 && html`<p class="mut">Exchanges ${exchangeLinks(page, linked)}</p>`}`
}
