import type { Outcome } from '../../outcome.ts'
import type { RequirementResult, RunRecord } from '../../record.ts'
import type { Html } from '../html.ts'
import { OUTCOME_WORDS, type PageContext, sign } from '../page.ts'
import type { Cause } from '../../summary.ts'
import { causesOf, inNumbers, NAMED_CAUSES, violationsIn } from '../../summary.ts'
import { pageOf } from '../../explain/page.ts'
import { dayOf, outcomeOf, withOutcome } from '../../outcome.ts'
import { endpointName, partTitle, specificationLine } from '../../wording.ts'
import { replayCommand } from '../../evidence.ts'
import { capChars, count } from '../../../util/text.ts'
import { html, prose } from '../html.ts'
import { findingBlock } from './finding.ts'

/** The most findings of a requirement that are shown; the rest is folded. */
const IN_SIGHT = 3

/** The violations, grouped by requirement, with an index by endpoint. */
export function violationsSection(context: PageContext): Html {
  const { record } = context
  const causes = causesOf(record)
  const rows = causes.flatMap((cause) => [cause.row, ...cause.consequences])
  if (rows.length === 0) {
    const text =
      record.judgements === 0
        ? 'Nothing was judged, so nothing can be said.'
        : `No requirement is violated. ${count(record.judgements, 'judgement')} stand behind that; the evidence is below.`
    return html`<section id="violations" aria-labelledby="h-v">
      <h2 id="h-v">Violations</h2>
      <p class="calm">${text}</p>
    </section>`
  }
  const open = causes.length > NAMED_CAUSES ? OPEN_OF_MANY : OPEN_CARDS
  const findings = rows.reduce((sum, row) => sum + row.findings.length, 0)
  return html`<section id="violations" aria-labelledby="h-v" data-group>
    <h2 id="h-v">
      Violations
      <span class="n">${inNumbers(violationsIn(record))}; ${count(findings, 'finding')}</span>
    </h2>
    ${endpointIndex(rows)}${causes.map((cause, index) => [card(cause.row, outcomeOf(cause.row, dayOf(record)), context, { nth: index, isOpen: index < open, below: cause.consequences }), followers(cause, context)])}
  </section>`
}

/** The likely consequences of a cause, folded: fixing the cause probably fixes them. */
function followers({ row, consequences: following }: Cause, context: PageContext): Html | undefined {
  if (following.length === 0) return undefined
  const day = dayOf(context.record)
  return html`<details class="follows">
    <summary>
      ${count(following.length, 'violation')} that probably ${following.length === 1 ? 'follows' : 'follow'}
      from ${row.id}
    </summary>
    ${following.map((one) => card(one, outcomeOf(one, day), context, FOLDED))}
  </details>`
}

/** Violations that the known-failures file excuses. */
export function knownFailuresSection(context: PageContext): Html | undefined {
  const rows = withOutcome(context.record, 'known-failure')
  if (rows.length === 0) return undefined
  return html`<section id="known" aria-labelledby="h-k" data-group>
    <h2 id="h-k">Known failures <span class="n">${rows.length}</span></h2>
    ${rows.map((row) => card(row, 'known-failure', context, FOLDED))}
  </section>`
}

/** The violations by endpoint: those of one endpoint often have one cause. Shown if there are several. */
function endpointIndex(rows: readonly RequirementResult[]): Html | undefined {
  const byPlace = new Map<string, Map<string, number>>()
  for (const finding of rows.flatMap((row) => row.findings)) {
    const ids = byPlace.get(finding.where) ?? new Map<string, number>()
    byPlace.set(finding.where, ids.set(finding.requirement, (ids.get(finding.requirement) ?? 0) + 1))
  }
  if (rows.length < 2) return undefined
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

/** The cards that are unfolded. If there are many violations, fewer are, so that a reader can find the right one. */
const OPEN_CARDS = 4
const OPEN_OF_MANY = 1

/** How a violation stands on the page. */
interface Placing {
  /** Which one of its section it is, from 0: the first shows an exchange at once. */
  readonly nth: number
  readonly isOpen: boolean
  /** Its consequences that are listed below it. */
  readonly below: readonly RequirementResult[]
}

const FOLDED: Placing = { nth: 1, isOpen: false, below: [] }

/** A violated requirement with its findings. */
function card(
  row: RequirementResult,
  outcome: Outcome,
  context: PageContext,
  { nth, isOpen, below }: Placing,
): Html {
  const body = evidence(row, outcome, context, { nth, below })
  const about = html`<p class="meta">
      ${metaLine(row, context.record)}
      <a href="requirements/${pageOf(row.id)}">Why it matters, and how to fix it</a>
    </p>
    ${row.source !== undefined && html`<p class="mut">${specificationLine(row)}</p>`}`
  const [first] = row.findings
  return html`<article
    class="card o-${outcome}"
    id="${row.id}"
    data-r
    data-o="${outcome}"
    data-p="${row.part}"
    data-e="${row.endpoint}"
  >
    <header>
      <h3>
        ${sign(outcome)}<a class="id" href="#${row.id}">${row.id}</a
        ><span class="sr"> ${OUTCOME_WORDS[outcome]}</span>
      </h3>
      <p class="req">${prose(row.text)}</p>
      ${isOpen && about}
    </header>
    ${
      isOpen
        ? body
        : html`<details class="more fold">
            <summary>
              ${first === undefined ? 'Details' : html`${first.where}: <code>${capChars(first.received, 120)}</code>`}
            </summary>
            ${about}${body}
          </details>`
    }
  </article>`
}

/** What shows a violation: its findings, how to replay them, and what follows from them. */
function evidence(
  row: RequirementResult,
  outcome: Outcome,
  context: PageContext,
  { nth, below }: Omit<Placing, 'isOpen'>,
): Html {
  const { record, detail } = context
  const written = row.findings.slice(0, detail.findings)
  const left = row.findings.length - written.length
  const blocks = written.map((finding, index) =>
    findingBlock(finding, context, index, nth === 0 && index === 0),
  )
  const folded = blocks.slice(IN_SIGHT)
  return html`${followsNote(row, context)}${knownNote(row, outcome)}${blocks.slice(0, IN_SIGHT)}${
      folded.length > 0 &&
      html`<details class="more">
        <summary>${count(folded.length, 'more finding')}</summary>
        ${folded}
      </details>`
    }${left > 0 && html`<p class="mut">… and ${count(left, 'more finding')} in run.json.</p>`}
    <p class="lbl">Replay this requirement</p>
    <pre class="cmd">${replayCommand(record, row.id, row.findings[0])}</pre>
    ${sameSymptom(row)}${consequences(row, context, below)}`
}

function metaLine(row: RequirementResult, record: RunRecord): Html {
  return html`<span>${row.strength}</span> <span>part ${row.part}, ${partTitle(record, row.part)}</span>
    <span><code>${endpointName(row.endpoint)}</code></span>
    <span>${count(row.findings.length, 'finding')}</span>`
}

/** The likely causes of a violation. */
function followsNote({ consequenceOf }: RequirementResult, { find }: PageContext): Html | undefined {
  const causes = consequenceOf?.filter((id) => find.requirement(id) !== undefined) ?? []
  if (causes.length === 0) return undefined
  return html`<p class="note">Probably follows from ${links(causes)}: mend that first.</p>`
}

/** The likely consequences of a violation, and the requirements that it prevents from being judged. */
function consequences(
  { id }: RequirementResult,
  { record }: PageContext,
  below: readonly RequirementResult[],
): Html {
  const following = record.requirements.filter(
    (row) => row.consequenceOf?.includes(id) === true && !below.includes(row),
  )
  const unjudged = record.requirements.filter(({ premise }) => premise?.includes(id) === true)
  return html`${folded(following, (n) => `${n} probably ${following.length === 1 ? 'follows' : 'follow'} from it`)}${folded(
    unjudged,
    (n) => `${n} cannot be judged until this is mended`,
    'further requirement',
  )}`
}

function folded(
  rows: readonly RequirementResult[],
  summary: (number: string) => string,
  noun = 'further violation',
): Html | undefined {
  if (rows.length === 0) return undefined
  return html`<details class="more">
    <summary>${summary(count(rows.length, noun))}</summary>
    <p class="ids">${links(rows.map(({ id }) => id))}</p>
  </details>`
}

function links(ids: readonly string[]): readonly Html[] {
  return ids.map((id, index) => html`${index > 0 && ' '}<a href="#${id}">${id}</a>`)
}

/** The command of a sandbox with a seeded fault that breaks the same requirement. */
function sameSymptom({ mutants: [first, ...others] = [] }: RequirementResult): Html | undefined {
  if (first === undefined) return undefined
  return html`<p class="lbl">See it in a sandbox: a seeded fault that breaks the same requirement</p>
    <pre class="cmd">npx chat-agent-conformance serve --mutant ${first}</pre>
    ${others.length > 0 && html`<p class="mut like">or ${others.map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</p>`}`
}

const OPENINGS: Partial<Record<Outcome, string>> = {
  'unexpected-pass': 'Listed as a known failure, and passed. Remove the entry: ',
  'expired-excuse':
    'Listed as a known failure whose date has passed, and not exercised in this run. Mend it, or set another date: ',
}

function knownNote({ known }: RequirementResult, outcome: Outcome): Html | undefined {
  if (known === undefined) return undefined
  const until = known.until === undefined ? '' : `, until ${known.until}`
  const opening = OPENINGS[outcome] ?? 'Known failure: '
  return html`<p class="note">
    ${opening}${known.reason}${until}${
      known.unexcused !== undefined &&
      html`. ${count(known.unexcused, 'finding')} at other places ${known.unexcused === 1 ? 'is' : 'are'} not
      excused.`
    }${known.link !== undefined && html` <span class="mut">${known.link}</span>`}
  </p>`
}
