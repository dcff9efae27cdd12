import { dayOf, explainExitCode, type Outcome, OUTCOMES, type Totals, totalsOf } from '../../outcome.ts'
import type { RunRecord } from '../../record.ts'
import type { Html } from '../html.ts'
import { OUTCOME_WORDS, type PageContext, sign, withLinks } from '../page.ts'
import {
  causesOf,
  digestOf,
  exercisedOf,
  headlineOf,
  missingOptions,
  NAMED_CAUSES,
  placesOf,
  receivedOf,
  shortExpectedOf,
} from '../../summary.ts'
import { historyEntry } from '../../history.ts'
import { verdictWord } from '../../wording.ts'
import { capChars, count, duration, instant, thousands } from '../../../util/text.ts'
import { html, prose } from '../html.ts'

const VERDICT_SIGNS = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'inconclusive',
  error: 'error',
} as const

/** The head of the page: the verdict, the violations, and one line with the figures of the run. */
export function overview(context: PageContext): Html {
  const { record } = context
  // Without open points, which have a section of their own: so the figures match the sentence.
  const totals = totalsOf(
    record.requirements.filter(({ strength }) => strength !== 'open'),
    dayOf(record),
  )
  const outcome = VERDICT_SIGNS[record.verdict]
  return html`<section class="hero o-${outcome}" aria-labelledby="h-top">
    <div class="say">
      ${sign(outcome)}
      <div>
        <h1 id="h-top">${verdictWord(record)}</h1>
        <p class="intro">${sentence(record, totals)}</p>
        <p class="target">
          ${record.target.embedded ? 'The embedded reference service' : html`<code>${record.target.baseUrl}</code>`}
          <span class="mut">${instant(record.startedAt)} · exit&nbsp;code&nbsp;${record.exitCode}</span>
        </p>
      </div>
    </div>
    ${causeList(context)}${bar(totals)}${facts(record)}${record.settings.warnings.map((warning) => html`<p class="note">${warning}</p>`)}
  </section>`
}

/** The most causes listed at the top; the others follow below. */
const LISTED = 8
/** The most causes that are listed with what was expected: more of them fill the first screen. */
const WITH_EXPECTED = 3

function causeList(context: PageContext): Html | undefined {
  const { record } = context
  const causes = causesOf(record)
  if (causes.length === 0) return undefined
  const rest = causes.length - LISTED
  const digest = digestOf(record, causes)
  const summary =
    digest.length > 0 &&
    html`<ul class="digest">
      ${digest.map((line) => html`<li>${withLinks(context, capital(line))}</li>`)}
    </ul>`
  // If there are many causes, what they have in common comes first.
  const first = causes.length > NAMED_CAUSES
  return html`${first && summary}
    <ol class="causes">
      ${causes.slice(0, LISTED).map((cause) => {
        const expected = causes.length > WITH_EXPECTED ? undefined : shortExpectedOf(cause)
        return html`<li>
          <a class="id" href="#${cause.row.id}">${cause.row.id}</a>
          <span class="req">${prose(cause.row.text)}</span>
          <span class="seen"
            >${placesOf(cause)}:
            <b>${capChars(receivedOf(cause), 160)}</b
            >${expected !== undefined && html`; expected: <b>${expected}</b>`}${cause.row.severity === 'critical' && html` <span class="critical">critical</span>`}</span
          >
        </li>`
      })}${rest > 0 && html`<li class="rest"><a href="#violations">and ${count(rest, 'more violation')}</a></li>`}
    </ol>
    ${!first && summary}`
}

function sentence(record: RunRecord, totals: Totals): string {
  if (record.problem !== undefined && record.verdict === 'error')
    return capital(record.problem.replace(/\.?$/, '.'))
  const { exercised, applicable } = exercisedOf(record)
  const share = `${exercised} of ${count(applicable, 'requirement')} were exercised`
  if (totals.failures > 0) return `${capital(headlineOf(record))}; ${share}.`
  if (record.exitCode === 0) {
    const options = missingOptions(record)
    const rest = options.length === 0 ? '' : `; of the rest, ${options.join(' and ')}`
    return `No requirement is violated; ${share}${rest}.`
  }
  const words = explainExitCode(record).replace(/^exit code \d: /, '')
  return capital(`${words}.`)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Cost and footprint of the run, on one line. */
function facts(record: RunRecord): Html {
  const left = record.footprint.length
  const items = [
    `${count(record.requests.total, 'request')} (${count(record.requests.byKey.main ?? 0, 'on the key under test', 'on the key under test')})`,
    duration(record.durationMs),
    `profile ${record.profile}`,
    ...(record.cases.length === 0 ? [] : [`seed ${record.seed}`]),
    left === 0 ? 'nothing left on the target' : `${thousands(left)} left on the target`,
  ]
  return html`<p class="facts">
    ${items.map((item) => html`<span>${item}</span> `)}${since(record)}${trend(record)}
  </p>`
}

/** What changed since the previous run in the same folder. */
function since({ since: earlier }: RunRecord): Html | undefined {
  if (earlier === undefined) return undefined
  const changes = [changed('broke', earlier.broke), changed('mended', earlier.mended)].filter(
    (part) => part !== undefined,
  )
  return html`<span class="since"
    >since ${instant(earlier.startedAt)}:
    ${changes.length === 0 ? 'no verdict changed' : changes.map((part, index) => html`${index > 0 && html`<br />`}${part}`)}</span
  >`
}

/** The most ids of each change that are named. */
const NAMED_CHANGES = 8

/** `2 mended: THING-06 THING-21`; undefined if there is none. */
function changed(how: 'broke' | 'mended', ids: readonly string[]): Html | undefined {
  if (ids.length === 0) return undefined
  const rest = ids.length - NAMED_CHANGES
  return html`<b>${ids.length} ${how}:</b>
    ${ids.slice(0, NAMED_CHANGES).map((id) => html`<a href="#${id}">${id}</a> `)}${rest > 0 && html`and ${rest} more`}`
}

/** The most runs in the chart, this one included. */
const DRAWN = 30

/** A chart with the number of violations in each run, with the same information as text. */
function trend(record: RunRecord): Html | undefined {
  const runs = [...(record.history ?? []), historyEntry(record)].slice(-DRAWN)
  if (runs.length < 2) return undefined
  const most = Math.max(1, ...runs.map(({ failures }) => failures))
  const words = runs.map(({ failures }) => failures).join(', ')
  return html`<span class="trend"
    ><svg
      role="img"
      aria-label="Violations of the last ${runs.length} runs: ${words}"
      width="${runs.length * 8}"
      height="22"
    >
      ${runs.map(({ failures, startedAt }, index) => {
        const height = failures === 0 ? 2 : Math.max(4, Math.round((failures / most) * 22))
        return html`<rect
          class="${failures === 0 ? 'o-passed' : 'o-failed'}"
          x="${index * 8}"
          y="${22 - height}"
          width="6"
          height="${height}"
          ><title>${instant(startedAt)}: ${failures}</title></rect
        >`
      })}
    </svg>
    violations in the last ${runs.length} runs</span
  >`
}

/** The outcomes as one bar with a legend, which holds the same information. */
function bar(totals: Totals): Html | undefined {
  if (totals.tests === 0) return undefined
  const present = OUTCOMES.filter((outcome: Outcome) => totals.by[outcome] > 0)
  return html`<div class="bar" aria-hidden="true">
      ${present.map((outcome) => html`<span class="o-${outcome}" style="flex-grow:${totals.by[outcome]}"></span>`)}
    </div>
    <ul class="legend">
      ${present.map((outcome) => html`<li>${sign(outcome)}<b>${totals.by[outcome]}</b> ${OUTCOME_WORDS[outcome]}</li>`)}
    </ul>`
}
