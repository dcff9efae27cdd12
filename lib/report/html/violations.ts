import type { Outcome } from '../outcome.ts'
import type { Evidence } from '../view/evidence.ts'
import type { Cause, Row } from '../view/causes.ts'
import { inNumbers } from '../view/view.ts'
import { pageOf } from '../explain/page.ts'
import { endpointName, partTitle, specificationLine } from '../wording.ts'
import { capChars, count } from '../../util/text.ts'
import { NAMED_CAUSES } from '../view/causes.ts'
import { exchangeDetails } from './exchanges.ts'
import { type Html, html, prose } from './html.ts'
import { cut } from './json-view.ts'
import { exchangeLink, folded, idLinks, OUTCOME_WORDS, type Page, section, sign } from './page.ts'

/** The cards that are unfolded. If there are many violations, fewer are, so that a reader can find the right one. */
const OPEN_CARDS = 4
const OPEN_OF_MANY = 1

/** What makes the run fail, with an index by endpoint. */
export function violationsSection(page: Page): Html {
  const { record, causes, violations } = page
  const rows = causes.flatMap((cause) => [cause, ...cause.consequences])
  if (rows.length === 0) {
    const text =
      record.judgements === 0
        ? 'Nothing was judged, so nothing can be said.'
        : `No requirement is violated. ${count(record.judgements, 'judgement')} stand behind that; the evidence is below.`
    return section('violations', 'Violations', '', html`<p class="calm">${text}</p>`)
  }
  const open = causes.length > NAMED_CAUSES ? OPEN_OF_MANY : OPEN_CARDS
  const findings = rows.reduce((sum, { evidence }) => sum + evidence.length, 0)
  const figure = violations.total === 0 ? '' : `${inNumbers(violations)}; ${count(findings, 'finding')}`
  const cards = causes.map(
    (cause, index) =>
      html`${card(cause, page, { nth: index, isOpen: index < open })}${followers(cause, page)}`,
  )
  return section('violations', 'Violations', figure, html`${endpointIndex(rows)}${cards}`)
}

/** What follows from a cause, folded: fixing the cause probably fixes it. */
function followers({ id, consequences }: Cause, page: Page): Html | undefined {
  if (consequences.length === 0) return undefined
  return html`<details class="follows">
    <summary>
      ${count(consequences.length, 'violation')} ${consequences.length === 1 ? 'follows' : 'follow'} from
      ${id}
    </summary>
    ${consequences.map((one) => card(one, page, FOLDED))}
  </details>`
}

/** Violations that the known-failures file excuses. */
export function excusedSection(page: Page): Html | undefined {
  const { excused } = page
  if (excused.length === 0) return undefined
  return section(
    'known',
    'Known failures',
    excused.length,
    html`${excused.map((row) => card(row, page, FOLDED))}`,
  )
}

/** The violations by endpoint: those of one endpoint often have one cause. Shown if there are several. */
function endpointIndex(rows: readonly Row[]): Html | undefined {
  const byPlace = new Map<string, Map<string, number>>()
  for (const { where, requirement } of rows.flatMap(({ result }) => result.findings)) {
    const ids = byPlace.get(where) ?? new Map<string, number>()
    byPlace.set(where, ids.set(requirement, (ids.get(requirement) ?? 0) + 1))
  }
  if (rows.length < 2 || byPlace.size === 0) return undefined
  const places = [...byPlace].toSorted(([, a], [, b]) => b.size - a.size)
  return html`<details class="index">
    <summary>By endpoint</summary>
    <ul>
      ${places.map(
        ([place, ids]) =>
          html`<li>
            <code>${place}</code>
            <span
              >${[...ids].map(([id, n]) => html`<a href="#${id}">${id}</a>${n > 1 && html` <small>×${n}</small>`} `)}</span
            >
          </li>`,
      )}
    </ul>
  </details>`
}

/** How a violation stands on the page. */
interface Placing {
  /** Which one of its section it is, from 0: the first shows an exchange at once. */
  readonly nth: number
  readonly isOpen: boolean
}

const FOLDED: Placing = { nth: 1, isOpen: false }

/** A requirement with its findings. */
function card(row: Row, page: Page, { nth, isOpen }: Placing): Html {
  const { id, result, outcome } = row
  const body = content(row, page, nth)
  const about = html`<p class="meta">
      <span>${result.strength}</span> <span>part ${result.part}, ${partTitle(page.record, result.part)}</span>
      <span><code>${endpointName(result.endpoint)}</code></span>
      <span>${count(row.evidence.length, 'finding')}</span>
      <a href="requirements/${pageOf(id)}">Why it matters, and how to fix it</a>
    </p>
    ${result.source !== undefined && html`<p class="mut">${specificationLine(result)}</p>`}`
  const [first] = row.evidence
  return html`<article class="card o-${outcome}" id="${id}">
    <header>
      <h3>
        ${sign(outcome)}<a class="id" href="#${id}">${id}</a
        ><span class="sr"> ${OUTCOME_WORDS[outcome]}</span>
      </h3>
      <p class="req">${prose(result.text)}</p>
      ${isOpen && about}
    </header>
    ${
      isOpen
        ? body
        : html`<details class="more fold">
            <summary>
              ${first === undefined ? 'Details' : html`${first.finding.where}: <code>${prose(capChars(first.received, 120))}</code>`}
            </summary>
            ${about}${body}
          </details>`
    }
  </article>`
}

/** The most findings of a requirement that are shown; the rest is folded. */
const IN_SIGHT = 3

/** What shows a violation: its findings, how to replay them, and what follows from them. */
function content(row: Row, page: Page, nth: number): Html {
  const written = row.evidence.slice(0, page.detail.findings)
  const left = row.evidence.length - written.length
  const blocks = written.map((one, index) => findingBlock(one, page, index, nth === 0 && index === 0))
  const more = blocks.slice(IN_SIGHT)
  const [first] = row.evidence
  return html`${follows(row, page)}${known(row)}${blocks.slice(0, IN_SIGHT)}${
    more.length > 0 && folded(count(more.length, 'more finding'), html`${more}`)
  }${left > 0 && html`<p class="mut">… and ${count(left, 'more finding')} in run.json.</p>`}${
    first !== undefined &&
    html`<p class="lbl">Replay this requirement</p>
      <pre class="cmd">${first.replay}</pre>`
  }${sameSymptom(row)}${blocked(row, page)}`
}

function follows({ result: { consequenceOf = [] } }: Row, { find }: Page): Html | undefined {
  const causes = consequenceOf.filter((id) => find.requirement(id) !== undefined)
  return causes.length === 0
    ? undefined
    : html`<p class="note">Follows from ${idLinks(causes)}: fix that first.</p>`
}

/** The requirements that cannot be judged while this one is violated. */
function blocked({ id }: Row, { rows }: Page): Html | undefined {
  const ids = rows.filter(({ result }) => result.premise?.includes(id) === true).map((row) => row.id)
  if (ids.length === 0) return undefined
  return folded(
    `${count(ids.length, 'further requirement')} cannot be judged until this is fixed`,
    html`<p class="ids">${idLinks(ids)}</p>`,
  )
}

/** The command of a sandbox with a seeded fault that shows the same. */
function sameSymptom({ result: { mutants: [first, ...others] = [] } }: Row): Html | undefined {
  if (first === undefined) return undefined
  return html`<p class="lbl">See it in a sandbox: a seeded fault that shows the same</p>
    <pre class="cmd">npx chat-agent-conformance serve --mutant ${first}</pre>
    ${others.length > 0 && html`<p class="mut like">or ${others.map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</p>`}`
}

const OPENINGS: Partial<Record<Outcome, string>> = {
  'unexpected-pass': 'It holds now, though it is listed as a known failure. Take the entry out: ',
  'expired-excuse':
    'Listed as a known failure whose date has passed, and not exercised in this run. Fix it, or set another date: ',
}

function known({ result: { known: entry }, outcome }: Row): Html | undefined {
  if (entry === undefined) return undefined
  const { reason, until, unexcused, link } = entry
  const opening = OPENINGS[outcome] ?? 'Known failure: '
  return html`<p class="note">
    ${opening}${reason}${until !== undefined && `, until ${until}`}${
      unexcused !== undefined &&
      `. ${count(unexcused, 'finding')} at other places ${unexcused === 1 ? 'is' : 'are'} not excused.`
    }${link !== undefined && html` <span class="mut">${link}</span>`}
  </p>`
}

const LONGEST_TEXT = 1200
/** The most exchanges shown per finding: the decisive one first, then those that led to it. */
const MAX_EXCHANGES = 3

/**
 * One finding: where, expected against received, the exchanges with their curl, and how to replay a generated input.
 *
 * @param nth - which finding of its requirement it is, from 0
 * @param isOpen - whether its first exchange is unfolded
 */
function findingBlock(one: Evidence, page: Page, nth: number, isOpen: boolean): Html {
  const { finding, times, source, atOnce, curl } = one
  return html`<div class="f">
    <p class="where">
      <code>${finding.where}</code
      >${finding.pointer !== undefined && html` at <code>${finding.pointer || '/'}</code>`}${times !== undefined && html` <span class="times">seen ${times}</span>`}${source !== undefined && html` <span class="mut">${source}</span>`}
    </p>
    <dl class="diff">
      <dt>expected</dt>
      <dd>${prose(cut(one.expected, LONGEST_TEXT))}</dd>
      <dt>received</dt>
      <dd>${prose(cut(one.received, LONGEST_TEXT))}</dd>
    </dl>
    ${exchanges(one, page, nth, isOpen)}${
      atOnce.length > 0 &&
      html`<p class="lbl">
          Sent at once: ${atOnce.map(({ id }, index) => html`${index > 0 && ' and '}#${id}`)}. They fail only
          together, and only the first time: the replay below finds a fresh place for them
        </p>
        <pre class="cmd">${curl}</pre>`
    }${
      finding.replay !== undefined &&
      html`<p class="lbl">Replay this input</p>
        <pre class="cmd">${one.replay}</pre>`
    }
  </div>`
}

function exchanges({ finding, exchanges: all }: Evidence, page: Page, nth: number, isOpen: boolean): Html {
  const { placed, detail } = page
  const room = nth < detail.exchanges ? MAX_EXCHANGES : 0
  const shown = all.slice(0, room).filter(({ id }) => !placed.has(id))
  const linked = all.filter((exchange) => !shown.includes(exchange))
  for (const { id } of shown) placed.add(id)
  const blocks = shown.map((exchange) =>
    exchange === all[0]
      ? exchangeDetails(exchange, detail.bodyChars, { finding, isOpen })
      : exchangeDetails(exchange, detail.bodyChars),
  )
  return html`${blocks}${linked.length > 0 && html`<p class="mut">Exchanges ${linked.map((exchange) => html`${exchangeLink(exchange)} `)}</p>`}`
}
