import type { RunRecord } from '../record.ts'
import { type RunView, viewOf } from '../view/view.ts'
import type { Cause } from '../view/causes.ts'
import { UNJUDGED, UNJUDGED_WORDS } from '../view/coverage.ts'
import { capBytes, capChars, count, instant, thousands } from '../../util/text.ts'
import { caseInWords, figures, partTitle, spentByKey, verdictWord } from '../wording.ts'
import { code, details, plain, prose, value } from './escape.ts'
import { clientTraffic } from './traffic.ts'
import { type Detail, violations } from './violations.ts'

/** Largest summary in bytes: GitHub refuses a job summary of more than 1 MiB. */
export const MAX_SUMMARY_BYTES = 900 * 1024

/** From full detail to the least; the first that fits is taken. */
const DETAILS: readonly Detail[] = [
  { findingsPerRequirement: 3, bodyBytes: 1024 },
  { findingsPerRequirement: 2, bodyBytes: 256 },
  { findingsPerRequirement: 1, bodyBytes: 0 },
]

/**
 * Renders a record as Markdown for GitHub's job summary and for merge requests, at most 900 KiB. Data of the target is
 * escaped or in code: no Markdown, HTML, link or mention in it takes effect.
 */
export function renderSummary(record: RunRecord, view: RunView = viewOf(record)): string {
  let text = ''
  for (const detail of DETAILS) {
    text = summary(view, detail)
    if (Buffer.byteLength(text) <= MAX_SUMMARY_BYTES) return text
  }
  return capBytes(text, MAX_SUMMARY_BYTES)
}

function summary(view: RunView, detail: Detail): string {
  const blocks = [
    ...heading(view),
    ...causeTable(view),
    ...violations(view, detail),
    ...clientTraffic(view),
    ...excused(view),
    ...ownCases(view),
    ...partTable(view),
    ...unjudged(view),
    ...footprint(view),
    ...observed(view),
    ...thisRun(view),
  ]
  return `${blocks.join('\n\n')}\n`
}

const SIGNS = { passed: '✅', failed: '❌', incomplete: '⚠️', error: '💥' } as const

function heading({ record, headline, target, share }: RunView): string[] {
  const name = record.target.embedded ? 'The embedded reference service, in process' : code(target)
  return [
    `# ${SIGNS[record.verdict]} Conformance: ${verdictWord(record)}`,
    `**${plain(capital(headline))}.** ${name}: ${plain(share)}.`,
    ...record.settings.warnings.map((warning) => `⚠️ ${plain(warning)}`),
  ]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The most causes with a row of their own; the others are only named. */
const ROWS = 10

/** A table of the violations, most serious first. */
function causeTable({ causes, digest, next }: RunView): string[] {
  if (causes.length === 0) return []
  const rest = causes.slice(ROWS).map(({ id }) => id)
  const rows = causes
    .slice(0, ROWS)
    .map(
      (cause) => `| **${cause.id}** | ${prose(cause.result.text)} | ${code(cause.where)} | ${seen(cause)} |`,
    )
  return [
    ['| | Required | Where | Received |', '|:--|:--|:--|:--|', ...rows].join('\n'),
    ...(rest.length === 0 ? [] : [`… and ${rest.length} more: ${rest.join(', ')}`]),
    ...(digest.length === 0 ? [] : [digest.map((line) => `- ${plain(line)}`).join('\n')]),
    ...(next.explain === undefined
      ? []
      : [`What usually breaks it, and how to fix it: ${code(next.explain)}`]),
    ...(next.update === undefined ? [] : [`To update the known-failures file: ${code(next.update)}`]),
  ]
}

/** A longer expectation repeats the requirement. */
const SHORT = 80

function seen({ seen: received, expected }: Cause): string {
  const text = value(capChars(received, 120))
  return expected === undefined || expected.length > SHORT ? text : `${text}, expected ${value(expected)}`
}

/** What the run spent, and how to repeat it. */
function thisRun({ record, totals, spent }: RunView): string[] {
  const keys = spentByKey(record)
  return [
    [
      '## This run',
      '',
      `- ${figures(totals)}`,
      `- ${instant(record.startedAt)}, profile ${record.profile}, seed ${record.seed}`,
      `- ${spent}; ${thousands(record.judgements)} judgements`,
      ...(keys === '' ? [] : [`- ${keys}`]),
    ].join('\n'),
  ]
}

/** The figures of each part of the specification. */
function partTable({ record, parts }: RunView): string[] {
  const rows = parts.map(({ part, totals: { by, failures, tests } }) => {
    const other = by.passed > 0 ? '✅' : '⚪'
    const sound = by.error > 0 ? '💥' : other
    const sign = failures > 0 ? '❌' : sound
    const cells = [
      `${sign} ${part} ${partTitle(record, part)}`,
      by.passed,
      failures,
      by.error,
      by['known-failure'],
      by.inconclusive,
      by['not-applicable'] + by.disabled,
      tests,
    ]
    return `| ${cells.join(' | ')} |`
  })
  if (rows.length === 0) return []
  const head = '| Part | Passed | Failed | Error | Known | Inconclusive | Not run | All |'
  return [details('By part', [head, '|:--|--:|--:|--:|--:|--:|--:|--:|', ...rows].join('\n'))]
}

/** The most reasons of one outcome in sight; more are folded. */
const REASONS = 3

function unjudged({ coverage }: RunView): string[] {
  return UNJUDGED.flatMap((outcome) => {
    const lines = coverage.unjudged
      .filter((group) => group.outcome === outcome)
      .map(({ reason, ids }) => `- ${plain(reason)}: ${ids.join(', ')}`)
    const { title } = UNJUDGED_WORDS[outcome]
    if (lines.length === 0) return []
    const all = lines.join('\n')
    return outcome === 'error' || lines.length <= REASONS
      ? [`## ${title}`, all]
      : [details(`${title}: ${lines.length} reasons`, all)]
  })
}

function ownCases({ ownCases: own }: RunView): string[] {
  const lines = own.map((one) => `- ${code(one.id)} ${plain(one.title)}: ${plain(caseInWords(one))}`)
  return lines.length === 0 ? [] : ['## Own cases', lines.join('\n')]
}

/** Violations that the known-failures file excuses. */
function excused({ excused: rows }: RunView): string[] {
  const lines = rows.map(({ id, result: { text, known } }) => {
    const until = known?.until === undefined ? '' : `, until ${known.until}`
    const link = known?.link === undefined ? '' : ` (${code(known.link)})`
    return `- **${id}** ${prose(text)}: ${plain(known?.reason ?? '')}${until}${link}`
  })
  return lines.length === 0 ? [] : ['## Known failures', lines.join('\n')]
}

/** The observations on open points, a line for each point. */
function observed({ openPoints }: RunView): string[] {
  const points = openPoints.filter(({ observations }) => observations.length > 0)
  if (points.length === 0) return []
  const lines = points.map(({ result, observations }) => {
    const texts = observations.map(
      ({ text, previous }) => `${code(text)}${previous === undefined ? '' : ` (before: ${code(previous)})`}`,
    )
    return `- **${result.id}** ${prose(result.text)} Observed: ${texts.join(', ')}`
  })
  return [details(`Open points: ${points.length} observed, none of which can fail`, lines.join('\n'))]
}

/** The most entries of the footprint in sight; more are folded. */
const ENTRIES = 5

/** What the run left behind on the target. */
function footprint({ record, left }: RunView): string[] {
  const entries = record.footprint
  if (entries.length === 0) return ['## Left behind', 'Nothing.']
  const lines = entries
    .map(({ kind, resource, id, note }) => `- ${kind} ${plain(resource)} ${code(id)}: ${plain(note)}`)
    .join('\n')
  return entries.length <= ENTRIES
    ? [`## Left behind: ${plain(left)}`, lines]
    : [details(`Left behind: ${plain(left)} (${count(entries.length, 'entry', 'entries')})`, lines)]
}
