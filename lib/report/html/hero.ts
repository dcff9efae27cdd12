import { type Outcome, OUTCOMES } from '../outcome.ts'
import { type Html, html, prose } from './html.ts'
import { capital, idLinks, OUTCOME_WORDS, type Page, sign, withLinks } from './page.ts'
import { NAMED_CAUSES } from '../view/causes.ts'
import { historyEntry } from '../history.ts'
import { verdictWord } from '../wording.ts'
import { capChars, count, instant } from '../../util/text.ts'

const VERDICT_SIGNS = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'inconclusive',
  error: 'error',
} as const

/** The head of the page: the verdict, what to start with, and the figures of the run. */
export function hero(page: Page): Html {
  const { record, headline, share, coverage } = page
  const outcome = VERDICT_SIGNS[record.verdict]
  const sentence = coverage.applicable === 0 ? `${headline}.` : `${headline}; ${share}.`
  return html`<section class="hero o-${outcome}" aria-labelledby="h-top">
    <div class="say">
      ${sign(outcome)}
      <div>
        <h1 id="h-top">${verdictWord(record)}</h1>
        <p class="intro">${capital(sentence)}</p>
        <p class="target">
          ${record.target.embedded ? 'The embedded reference service, in process' : html`<code>${record.target.baseUrl}</code>`}
          <span class="mut">${instant(record.startedAt)} · exit&nbsp;code&nbsp;${record.exitCode}</span>
        </p>
      </div>
    </div>
    ${causeList(page)}${bar(page)}${facts(page)}${record.settings.warnings.map((warning) => html`<p class="note">${warning}</p>`)}
  </section>`
}

/** The most causes listed at the top; the others follow below. */
const LISTED = 8
/** The most causes that are listed with what was expected: more of them fill the first screen. */
const WITH_EXPECTED = 3
/** A longer expectation repeats the requirement. */
const SHORT = 80

function causeList(page: Page): Html | undefined {
  const { causes, digest, next } = page
  if (causes.length === 0) return undefined
  const rest = causes.length - LISTED
  const summary =
    digest.length > 0 &&
    html`<ul class="digest">
      ${digest.map((line) => html`<li>${withLinks(page, capital(line))}</li>`)}
    </ul>`
  // If there are many causes, what they have in common comes first.
  const first = causes.length > NAMED_CAUSES
  return html`${first && summary}
    <ol class="causes">
      ${causes.slice(0, LISTED).map(({ id, outcome, result, where, seen, expected = '' }) => {
        const showsExpected = causes.length <= WITH_EXPECTED && expected !== '' && expected.length <= SHORT
        return html`<li class="o-${outcome}">
          <a class="id" href="#${id}">${id}</a>
          <span class="req">${prose(result.text)}</span>
          <span class="seen"
            >${where}:
            <b>${prose(capChars(seen, 160))}</b
            >${showsExpected && html`; expected: <b>${prose(expected)}</b>`}${result.severity === 'critical' && html` <span class="critical">critical</span>`}</span
          >
        </li>`
      })}${rest > 0 && html`<li class="rest"><a href="#violations">and ${count(rest, 'more violation')}</a></li>`}
    </ol>
    ${
      next.update !== undefined &&
      html`<p class="lbl">What holds now is taken out of the known-failures file by</p>
        <pre class="cmd">${next.update}</pre>`
    }${!first && summary}`
}

/** Cost and footprint of the run, on one line, and the other files of the folder. */
function facts({ record, spent, left }: Page): Html {
  const items = [
    spent,
    `profile ${record.profile}`,
    ...(record.cases.length === 0 ? [] : [`seed ${record.seed}`]),
    `left behind: ${left}`,
  ]
  return html`<p class="facts">
    ${items.map((item) => html`<span>${item}</span> `)}<span>${['run.json', 'junit.xml', 'traffic.har'].map((file) => html`<a href="${file}">${file}</a> `)}</span>${since(record)}${trend(record)}
  </p>`
}

/** What changed since the previous run in the same folder. */
function since({ since: earlier }: Page['record']): Html | undefined {
  if (earlier === undefined) return undefined
  const { broke, mended, notJudged = [] } = earlier
  const changes = [
    ...(broke.length === 0 && mended.length === 0
      ? [html`nothing that passed broke, nothing was fixed`]
      : []),
    ...changed('broke', broke),
    ...changed('fixed', mended),
    ...changed('not judged this time', notJudged),
  ]
  return html`<span class="since"
    >since ${instant(earlier.startedAt)}:
    ${changes.map((part, index) => html`${index > 0 && html`<br />`}${part}`)}</span
  >`
}

/** The most ids of each change that are named. */
const NAMED_CHANGES = 8

/** `2 fixed: THING-06 THING-21`. */
function changed(how: string, ids: readonly string[]): Html[] {
  if (ids.length === 0) return []
  const rest = ids.length - NAMED_CHANGES
  return [
    html`<b>${ids.length} ${how}:</b>
      ${idLinks(ids.slice(0, NAMED_CHANGES))}${rest > 0 && ` and ${rest} more`}`,
  ]
}

/** The most runs in the chart, this one included. */
const DRAWN = 30

/** A chart with the number of violations in each run, with the same information as text. */
function trend(record: Page['record']): Html | undefined {
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
function bar({ totals }: Page): Html | undefined {
  if (totals.tests === 0) return undefined
  const present = OUTCOMES.filter((outcome: Outcome) => totals.by[outcome] > 0)
  return html`<div class="bar" aria-hidden="true">
      ${present.map((outcome) => html`<span class="o-${outcome}" style="flex-grow:${totals.by[outcome]}"></span>`)}
    </div>
    <ul class="legend">
      ${present.map((outcome) => html`<li>${sign(outcome)}<b>${totals.by[outcome]}</b> ${OUTCOME_WORDS[outcome]}</li>`)}
    </ul>`
}
