import { accountOf, WRITTEN_OUT } from '../view/account.ts'
import type { Block } from '../view/blocks.ts'
import type { List } from '../view/lists.ts'
import type { RunView } from '../view/view.ts'
import { capital, figures, sentence } from '../wording.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { capBytes, count, readableTime } from '../../../engine/util/text.ts'
import { code, details, fence, plain, prose } from './escape.ts'

/** Largest summary in bytes: GitHub refuses a job summary of more than 1 MiB. */
export const MAX_SUMMARY_BYTES = 900 * 1024

/**
 * Renders a record as Markdown for GitHub's job summary and for merge requests, at most 900 KiB. Data of the target is
 * escaped or in code: no Markdown, HTML, link or mention in it takes effect.
 */
export function renderSummary(view: RunView): string {
  const blocks = [
    ...heading(view),
    ...blockTable(view),
    ...violations(view),
    ...view.lists.map(listMarkdown),
    ...thisRun(view),
  ]
  return capBytes(`${blocks.join('\n\n')}\n`, MAX_SUMMARY_BYTES)
}

const SIGNS = { passed: '✅', failed: '❌', incomplete: '⚠️', error: '💥' } as const

function heading({ record, headline, target, share, serverErrors }: RunView): string[] {
  const name = record.target.embedded ? capital(target) : code(target)
  return [
    `# ${SIGNS[record.verdict]} Conformance: ${capital(record.verdict)}`,
    `**${plain(sentence(headline))}** ${name}${share === '' ? '' : `: ${plain(share)}`}.`,
    ...[...record.settings.warnings, ...serverErrors].map((line) => `⚠️ ${plain(line)}`),
  ]
}

/** A table of the first violations, most serious first; the others are only named. */
function blockTable({ blocks, next }: RunView): string[] {
  if (blocks.length === 0) return []
  const rest = blocks.slice(WRITTEN_OUT).map(({ id }) => id)
  const rows = blocks
    .slice(0, WRITTEN_OUT)
    .map(({ id, result, message }) => `| **${id}** | ${prose(result.text)} | ${code(capital(message))} |`)
  return present(
    ['| | Required | Seen |', '|:--|:--|:--|', ...rows].join('\n'),
    rest.length > 0 && `… and ${rest.length} more: ${rest.join(', ')}`,
    next.replay && `To verify one of them again: ${code(next.replay)}`,
    next.explain && `Why it matters, and what breaks it: ${code(next.explain)}`,
    next.update && `To update the known-failures file: ${code(next.update)}`,
  )
}

/** What makes the run fail, each with what shows it, and other requirements that the same violates. */
function violations({ blocks, numbers }: RunView): string[] {
  const rest = blocks.length - WRITTEN_OUT
  return present(
    numbers !== '' && `## ${capital(numbers)}`,
    ...blocks.slice(0, WRITTEN_OUT).map(violation),
    rest > 0 && `… and ${count(rest, 'more')} in ${code('index.html')}.`,
  )
}

function violation(block: Block): string {
  const others = block.others.map(({ id, result }) => `- **${id}** ${prose(result.text)}`)
  return present(
    `### ${plain(block.id)}: ${prose(block.result.text)}`,
    fence(accountOf(block)),
    others.length > 0 && details(`the same in ${count(others.length, 'other')}`, others.join('\n')),
  ).join('\n\n')
}

/** A list under a heading, or folded where it is long. */
export function listMarkdown({ title, figure, items, kind }: List): string {
  const lines = items.map(({ id, text, ids = [], seen = [] }) => {
    const parts = [prose(text), ids.join(', '), ...seen.map(prose)].filter(Boolean)
    return `- ${id === undefined ? '' : `**${id}** `}${parts.join(' · ')}`
  })
  const heading = `${title}: ${plain(figure)}`
  return kind === 'details' || lines.length > FEW
    ? details(heading, lines.join('\n'))
    : `## ${heading}\n\n${lines.join('\n')}`
}

/** What the run spent, and how to repeat it. */
function thisRun({ record, totals, spent, terms, unselected }: RunView): string[] {
  const lines = [
    totals.tests === 0 ? 'nothing was judged' : figures(totals),
    [readableTime(record.startedAt), ...terms].join(', '),
    `${spent}; ${count(record.judgements, 'judgement')}`,
    ...(unselected === '' ? [] : [`not run: ${plain(unselected)}`]),
  ]
  return ['## This run', lines.map((line) => `- ${line}`).join('\n')]
}
