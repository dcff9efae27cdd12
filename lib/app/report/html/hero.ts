import { OUTCOMES } from '../outcome.ts'
import { sameElsewhere } from '../view/blocks.ts'
import { type Html, html, proseHtml } from './html.ts'
import { commandHtml, idLinks, type PageView, sign } from './page.ts'
import { capital, OUTCOME_WORDS, sentence } from '../wording.ts'
import { MOST_LISTED } from '../../../engine/util/bounds.ts'
import { readableTime } from '../../../engine/util/text.ts'

const VERDICT_SIGNS = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'inconclusive',
  error: 'error',
} as const

/** The head of the page: the verdict, what to start with, and the figures of the run. */
export function hero(page: PageView): Html {
  const { record, headline, share, target } = page
  const outcome = VERDICT_SIGNS[record.verdict]
  return html`<section class="hero o-${outcome}" aria-labelledby="h-top">
    <div class="say">
      ${sign(outcome)}
      <div>
        <h1 id="h-top">${capital(record.verdict)}</h1>
        <p class="intro">${sentence(share === '' ? headline : `${headline}; ${share}`)}</p>
        <p class="target">
          ${record.target.embedded ? capital(target) : html`<code>${target}</code>`}
          <span class="mut">${readableTime(record.startedAt)} · exit&nbsp;code&nbsp;${record.exitCode}</span>
        </p>
      </div>
    </div>
    ${blockList(page)}${serverErrors(page)}${bar(page)}${facts(page)}${record.settings.warnings.map((warning) => html`<p class="note">${capital(warning)}</p>`)}
  </section>`
}

/** A line for each symptom. */
function blockList(page: PageView): Html | undefined {
  const { blocks, next } = page
  if (blocks.length === 0) return undefined
  const items = blocks.map((block) => {
    const { id, outcome, result, message } = block
    const same = sameElsewhere(block)
    return html`<li class="o-${outcome}">
      <a class="id" href="#${id}">${id}</a>
      <span class="req">${proseHtml(result.text)}</span>
      <span class="seen"
        >${proseHtml(capital(message))}${result.severity === 'critical' && html` <span class="critical">critical</span>`}${same !== '' && html` · ${same}`}</span
      >
    </li>`
  })
  return html`<ol class="blocks">
      ${items}
    </ol>
    ${next.replay !== undefined && commandHtml('To verify one of them again', next.replay)}
    ${next.update !== undefined && commandHtml('What holds now is taken out of the known-failures file by', next.update)}`
}

function serverErrors({ serverErrors: lines }: PageView): Html[] {
  return lines.map((line) => html`<p class="note">${line}</p>`)
}

const FILES = ['run.json', 'traffic.har']

/** Cost and footprint of the run, the other files of the folder, and what came of earlier runs. */
function facts(page: PageView): Html {
  const { spent, terms, left, unselected } = page
  const items = [
    spent,
    ...terms,
    ...(unselected === '' ? [] : [`not run: ${unselected}`]),
    ...(left === '' ? [] : [`left behind: ${left}`]),
  ]
  return html`<p class="facts">
    ${items.map((item) => html`<span>${item}</span> `)}${files(page)}${since(page)}
  </p>`
}

/** The other files of the run; where nothing was judged, the page of the last run that judged something. */
function files({ record, earlier }: PageView): Html {
  if (record.judgements > 0)
    return html`<span>${FILES.map((file) => html`<a href="${file}">${file}</a> `)}</span>`
  return html`${earlier !== undefined && html`<span><a href="${earlier}">the last run that judged something</a></span>`}`
}

/** What changed since the previous run in the same folder. */
function since({ record, changes }: PageView): Html | undefined {
  if (record.since === undefined) return undefined
  const parts = changes.map(
    ({ how, ids }) =>
      html`<br /><b>${ids.length} ${how}:</b>
        ${idLinks(ids.slice(0, MOST_LISTED))}${ids.length > MOST_LISTED && ' …'}`,
  )
  return html`<span class="since"
    >since ${readableTime(record.since.startedAt)}:
    ${parts.length === 0 && 'no verdict changed'}${parts}</span
  >`
}

/** The outcomes as one bar with a legend, which holds the same information. */
function bar({ totals }: PageView): Html | undefined {
  if (totals.tests === 0) return undefined
  const present = OUTCOMES.filter((outcome) => totals.by[outcome] > 0)
  return html`<div class="bar" aria-hidden="true">
      ${present.map((outcome) => html`<span class="o-${outcome}" style="flex-grow:${totals.by[outcome]}"></span>`)}
    </div>
    <ul class="legend">
      ${present.map((outcome) => html`<li>${sign(outcome)}<b>${totals.by[outcome]}</b> ${OUTCOME_WORDS[outcome]}</li>`)}
    </ul>`
}
