import type { RunRecord } from '../record.ts'
import type { List } from '../view/lists.ts'
import { type RunView, viewOf } from '../view/view.ts'
import type { Cause } from '../view/causes.ts'
import { capBytes, capChars, count, readableTime } from '../../util/text.ts'
import { present } from '../../util/collections.ts'
import { capital, figures, spentByKey, verdictWord } from '../wording.ts'
import { FEW, LONGEST_WORDS } from '../../util/bounds.ts'
import { WRITTEN_OUT } from '../view/account.ts'
import { code, details, plain, prose, value } from './escape.ts'
import { type Detail, violations } from './violations.ts'

/** Largest summary in bytes: GitHub refuses a job summary of more than 1 MiB. */
export const MAX_SUMMARY_BYTES = 900 * 1024

/** From full detail to the least; the first that fits is taken. */
const DETAILS: readonly Detail[] = [
  { findingsPerRequirement: 3, bodyBytes: 1024 },
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
    ...view.lists.map(list),
    ...thisRun(view),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** A list under a heading, or folded where it is long. */
function list({ title, figure, meaning, items, kind }: List): string {
  const lines = items.map(
    ({ id, text, ids = [], seen: some = [] }) =>
      `- ${id === undefined ? '' : `**${id}** `}${[prose(text), ids.join(', '), ...some.map((one) => prose(one.text))].filter(Boolean).join(' · ')}`,
  )
  const content = lines.length === 0 ? plain(meaning ?? '') : lines.join('\n')
  const isLong = kind === 'details' || lines.length > FEW
  return lines.length > 0 && isLong
    ? details(`${title}: ${plain(figure)}`, content)
    : `## ${title}: ${plain(figure)}\n\n${content}`
}

const SIGNS = { passed: '✅', failed: '❌', incomplete: '⚠️', error: '💥' } as const

function heading({ record, headline, target, share }: RunView): string[] {
  const name = record.target.embedded ? capital(target) : code(target)
  return [
    `# ${SIGNS[record.verdict]} Conformance: ${verdictWord(record)}`,
    `**${plain(capital(headline))}.** ${name}: ${plain(share)}.`,
    ...record.settings.warnings.map((warning) => `⚠️ ${plain(warning)}`),
  ]
}

/** A table of the first violations, most serious first; the others are only named. */
function causeTable({ causes, digest, next }: RunView): string[] {
  if (causes.length === 0) return []
  const rest = causes.slice(WRITTEN_OUT).map(({ id }) => id)
  const rows = causes
    .slice(0, WRITTEN_OUT)
    .map(
      (cause) => `| **${cause.id}** | ${prose(cause.result.text)} | ${code(cause.where)} | ${seen(cause)} |`,
    )
  return present(
    ['| | Required | Where | Received |', '|:--|:--|:--|:--|', ...rows].join('\n'),
    rest.length > 0 && `… and ${rest.length} more: ${rest.join(', ')}`,
    digest.length > 0 && digest.map((line) => `- ${plain(line)}`).join('\n'),
    next.explain && `What usually breaks it, and how to fix it: ${code(next.explain)}`,
    next.update && `To update the known-failures file: ${code(next.update)}`,
  )
}

function seen({ seen: received, expected, excuse = '' }: Cause): string {
  if (received === '') return plain(capital(excuse))
  const text = value(capChars(received, LONGEST_WORDS))
  return expected === undefined ? text : `${text}, expected ${value(expected)}`
}

/** What the run spent, and how to repeat it. */
function thisRun({ record, totals, spent, terms }: RunView): string[] {
  const keys = spentByKey(record)
  return [
    '## This run',
    [
      totals.tests === 0 ? 'nothing was judged' : figures(totals),
      [readableTime(record.startedAt), ...terms].join(', '),
      `${spent}; ${count(record.judgements, 'judgement')}`,
      ...(keys === '' ? [] : [keys]),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ]
}
