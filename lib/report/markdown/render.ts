import type { RunRecord } from '../record.ts'
import { type Detail, violations } from './violations.ts'
import { lookup } from '../evidence.ts'
import type { Cause } from '../summary.ts'
import { capBytes, capChars, count, duration, instant, thousands } from '../../util/text.ts'
import { dayOf, explainExitCode, type Outcome, totalsOf, withOutcome } from '../outcome.ts'
import {
  causesOf,
  digestOf,
  exercisedOf,
  headlineOf,
  leftBehind,
  placesOf,
  receivedOf,
  shortExpectedOf,
} from '../summary.ts'
import { byPart, byReason, openPoints, ownCases as ownCasesOf } from '../groups.ts'
import { caseInWords, figures, partTitle, spentByKey, verdictWord } from '../wording.ts'
import { code, details, plain, prose } from './escape.ts'

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
export function renderSummary(record: RunRecord): string {
  let text = ''
  for (const detail of DETAILS) {
    text = summary(record, detail)
    if (Buffer.byteLength(text) <= MAX_SUMMARY_BYTES) return text
  }
  return capBytes(text, MAX_SUMMARY_BYTES)
}

function summary(record: RunRecord, detail: Detail): string {
  const find = lookup(record)
  const blocks = [
    ...heading(record),
    ...causeTable(record),
    ...violations(record, find, detail),
    ...knownFailures(record),
    ...ownCases(record),
    ...partTable(record),
    ...notExercised(record),
    ...footprint(record),
    ...observed(record),
    ...thisRun(record),
  ]
  return `${blocks.join('\n\n')}\n`
}

const SIGNS = { passed: '✅', failed: '❌', incomplete: '⚠️', error: '💥' } as const

/** The verdict, its meaning, and how much was exercised. */
export function heading(record: RunRecord): string[] {
  const { exercised, applicable } = exercisedOf(record)
  const target = record.target.embedded ? 'The embedded reference service' : code(record.target.baseUrl)
  const said = record.verdict === 'failed' ? headlineOf(record) : explainExitCode(record)
  return [
    `# ${SIGNS[record.verdict]} Conformance: ${verdictWord(record)}`,
    `**${plain(said)}.** ${target}: ${exercised} of ${count(applicable, 'requirement')} exercised.`,
    ...record.settings.warnings.map((warning) => `⚠️ ${plain(warning)}`),
  ]
}

/** The most causes with a row of their own; the others are only named. */
const ROWS = 10

/** A table of the violations, most serious first. */
export function causeTable(record: RunRecord): string[] {
  const causes = causesOf(record)
  if (causes.length === 0) return []
  const rest = causes.slice(ROWS).map(({ row }) => row.id)
  const rows = causes
    .slice(0, ROWS)
    .map(
      (cause) =>
        `| **${cause.row.id}** | ${prose(cause.row.text)} | ${code(placesOf(cause))} | ${seen(cause)} |`,
    )
  return [
    ['| | Required | Where | Received |', '|:--|:--|:--|:--|', ...rows].join('\n'),
    ...(rest.length === 0 ? [] : [`… and ${rest.length} more: ${rest.join(', ')}`]),
    ...[digestOf(record, causes)]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.map((line) => `- ${plain(line)}`).join('\n')),
    ...explainLine(causes),
  ]
}

/** What was received, and what was expected where that says more. */
function seen(cause: Cause): string {
  const expected = shortExpectedOf(cause)
  const received = code(capChars(receivedOf(cause), 120))
  return expected === undefined ? received : `${received}, expected ${code(expected)}`
}

/** How to learn what breaks the most serious cause. */
function explainLine([first]: readonly Cause[]): string[] {
  if (first === undefined || first.row.own === true) return []
  return [
    `What usually breaks it, and how to fix it: ${code(`npx chat-agent-conformance explain ${first.row.id}`)}`,
  ]
}

/** What the run spent, and how to repeat it. */
export function thisRun(record: RunRecord): string[] {
  // Without open points: so the figures match the first lines.
  const closed = record.requirements.filter(({ strength }) => strength !== 'open')
  return [
    [
      '## This run',
      '',
      `- ${figures(totalsOf(closed, dayOf(record)))}`,
      `- ${instant(record.startedAt)}, ${duration(record.durationMs)}, profile ${record.profile}, seed ${record.seed}`,
      `- ${count(record.requests.total, 'request')}${bracket(spentByKey(record))}; ${thousands(record.judgements)} judgements`,
    ].join('\n'),
  ]
}

function bracket(text: string): string {
  return text === '' ? '' : ` (${text})`
}

/** The sign of a part by the worst of its verdicts. */
function signOf(part: {
  readonly failures: number
  readonly errors: number
  readonly passed: number
}): string {
  if (part.failures > 0) return '❌'
  if (part.errors > 0) return '💥'
  return part.passed > 0 ? '✅' : '⚪'
}

/** The figures of each part of the specification. */
export function partTable(record: RunRecord): string[] {
  const rows = byPart(record).map(({ part, totals: { by, failures, tests } }) =>
    [
      '',
      `${signOf({ failures, errors: by.error, passed: by.passed })} ${part} ${partTitle(record, part)}`,
      by.passed,
      failures,
      by.error,
      by['known-failure'],
      by.inconclusive,
      by['not-applicable'] + by.disabled,
      tests,
      '',
    ]
      .join(' | ')
      .trim(),
  )
  if (rows.length === 0) return []
  const head = '| Part | Passed | Failed | Error | Known | Inconclusive | Not run | All |'
  return [details('By part', [head, '|:--|--:|--:|--:|--:|--:|--:|--:|', ...rows].join('\n'))]
}

/** The requirements that were not exercised, by reason. */
export function notExercised(record: RunRecord): string[] {
  const groups: readonly (readonly [Outcome, string])[] = [
    ['error', 'Errors'],
    ['inconclusive', 'Inconclusive'],
    ['not-applicable', 'Not applicable'],
    ['disabled', 'Disabled'],
  ]
  return groups.flatMap(([outcome, title]) => {
    const lines = byReason(record, outcome).map(
      ({ reason, requirements }) => `- ${plain(reason)}: ${requirements.map(({ id }) => id).join(', ')}`,
    )
    const all = lines.join('\n')
    const isOpen = outcome === 'error' || lines.length <= 3
    if (lines.length === 0) return []
    return isOpen ? [`## ${title}`, all] : [details(`${title}: ${lines.length} reasons`, all)]
  })
}

/** The cases that the operator brought. */
export function ownCases(record: RunRecord): string[] {
  const lines = ownCasesOf(record).map(
    (one) => `- ${code(one.id)} ${plain(one.title)}: ${plain(caseInWords(one))}`,
  )
  return lines.length === 0 ? [] : ['## Own cases', lines.join('\n')]
}

/** Requirements that the known-failures file excuses. */
export function knownFailures(record: RunRecord): string[] {
  const lines = withOutcome(record, 'known-failure').map(({ id, text, known }) => {
    const until = known?.until === undefined ? '' : `, until ${known.until}`
    const link = known?.link === undefined ? '' : ` (${code(known.link)})`
    return `- **${id}** ${prose(text)}: ${plain(known?.reason ?? '')}${until}${link}`
  })
  return lines.length === 0 ? [] : ['## Known failures', lines.join('\n')]
}

/** The observations on open points, a line for each point. */
export function observed(record: RunRecord): string[] {
  const points = openPoints(record).filter(({ observations }) => observations.length > 0)
  if (points.length === 0) return []
  const lines = points.map(({ requirement, observations }) => {
    const seen = observations.map(
      ({ text, previous }) => `${code(text)}${previous === undefined ? '' : ` (before: ${code(previous)})`}`,
    )
    return `- **${requirement.id}** ${prose(requirement.text)} Observed: ${seen.join(', ')}`
  })
  return [details(`Open points: ${points.length} observed, none of which can fail`, lines.join('\n'))]
}

/** The most entries of the footprint in sight; more are folded. */
const ENTRIES = 5

/** What the run left on the target. */
export function footprint(record: RunRecord): string[] {
  const entries = record.footprint.length
  if (entries === 0) return ['## Footprint', 'Nothing was created or changed for good.']
  const lines = record.footprint.map(
    ({ kind, resource, id, note }) => `- ${kind} ${plain(resource)} ${code(id)}: ${plain(note)}`,
  )
  return entries <= ENTRIES
    ? ['## Footprint', lines.join('\n')]
    : [details(`Footprint: ${plain(leftBehind(record))}`, lines.join('\n'))]
}
