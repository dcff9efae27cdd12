import type { Outcome, Totals } from '../../outcome.ts'
import type { RunRecord } from '../../record.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { explainExitCode } from '../../exit-code.ts'
import { spentByKey, verdictWord } from '../../groups.ts'
import { dayOf, OUTCOMES, totalsOf } from '../../outcome.ts'
import { count, duration, instant, thousands } from '../../text.ts'
import { html } from '../html.ts'
import { OUTCOME_WORDS, sign } from '../signs.ts'

const VERDICT_SIGNS = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'inconclusive',
  error: 'error',
} as const

/** The first thing on the page: verdict, target, when, and what was spent. */
export function overview({ record }: PageContext): Html {
  const totals = totalsOf(record.requirements, dayOf(record))
  const outcome = VERDICT_SIGNS[record.verdict]
  return html`<section class="hero o-${outcome}" aria-labelledby="h-top">
    <div class="say">
      ${sign(outcome)}
      <div>
        <h1 id="h-top">${verdictWord(record)}</h1>
        <p class="lead">${sentence(record, totals)}</p>
        <p class="target">
          ${record.target.embedded ? 'The embedded reference service' : html`<code>${record.target.baseUrl}</code>`}
          <span class="mut">${instant(record.startedAt)} · exit&nbsp;code&nbsp;${record.exitCode}</span>
        </p>
      </div>
    </div>
    ${facts(record)}${bar(totals)}${record.settings.warnings.map((warning) => html`<p class="note">${warning}</p>`)}
  </section>`
}

function sentence(record: RunRecord, totals: Totals): string {
  if (record.problem !== undefined && record.verdict === 'error') return capital(`${record.problem}.`)
  const { by, failures } = totals
  if (failures > 0 && failures === by.failed)
    return `${failures} of ${count(totals.tests, 'requirement')} ${failures === 1 ? 'is' : 'are'} violated.`
  if (record.exitCode === 0)
    return `No requirement is violated: ${by.passed} passed, ${by.inconclusive} could not be exercised.`
  const words = explainExitCode(record).replace(/^exit code \d: /, '')
  return capital(`${words}.`)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function facts(record: RunRecord): Html {
  const items: readonly (readonly [string, string, string])[] = [
    [
      thousands(record.requests.total),
      record.requests.total === 1 ? 'request' : 'requests',
      spentByKey(record),
    ],
    [
      thousands(record.judgements),
      record.judgements === 1 ? 'judgement' : 'judgements',
      'of these answers, by all oracles',
    ],
    [duration(record.durationMs), 'duration', `profile ${record.profile}, seed ${record.seed}`],
    [thousands(record.footprint.length), 'left behind', 'on the target for good'],
  ]
  return html`<ul class="facts">
    ${items.map(([figure, name, more]) => html`<li><b>${figure}</b> ${name}<small>${more}</small></li>`)}
  </ul>`
}

/** Outcomes as one bar with its legend; the legend says everything that the bar shows. */
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
