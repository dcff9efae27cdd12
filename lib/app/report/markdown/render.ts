import { accountOf } from '../view/account.ts'
import { alsoAt, type Block, MOST_BLOCKS, tagsOf } from '../view/blocks.ts'
import type { List } from '../view/lists.ts'
import { resultLine } from '../view/told.ts'
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
  const blocks = [...heading(view), ...violations(view), ...view.lists.map(listMarkdown), ...thisRun(view)]
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

function violations({ blocks, numbers, next, page = 'run.json' }: RunView): string[] {
  const rest = blocks.slice(MOST_BLOCKS).map(({ id }) => id)
  return present(
    numbers !== '' && `## ${capital(numbers)}`,
    ...blocks.slice(0, MOST_BLOCKS).map(violation),
    rest.length > 0 && `… and ${count(rest.length, 'more')} in ${code(page)}: ${rest.join(', ')}`,
    next.replay && `To verify one of them again: ${code(next.replay)}`,
    next.explain && `Why it matters, and what breaks it: ${code(next.explain)}`,
    next.update && `To update the known-failures file: ${code(next.update)}`,
  )
}

/**
 * A block: the rule's text, the request and its answer, the expected and received values; the rest is folded.
 */
function violation(block: Block): string {
  const { id, told, further, others, excuse, outcome } = block
  const same = others.map((one) => `- **${one.id}** ${prose(one.result.text)}`)
  const lines = present(
    told === undefined || told.sent === '' ? undefined : told.sent,
    told && resultLine(told),
    alsoAt(block) || undefined,
    ...further,
    outcome === 'failed' ? undefined : excuse,
  )
  return present(
    `### ${plain(id)} ${plain(tagsOf(block).join(' · '))}`,
    prose(block.result.text),
    lines.length > 0 && fence(lines.join('\n')),
    details('everything about it, with curl', fence(accountOf(block))),
    same.length > 0 && details(`the same in ${count(same.length, 'other')}`, same.join('\n')),
  ).join('\n\n')
}

/** A list under a heading; a long list is folded. */
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

function thisRun({ record, totals, spent, terms, unselected }: RunView): string[] {
  const lines = [
    totals.tests === 0 ? 'nothing was judged' : figures(totals),
    [readableTime(record.startedAt), ...terms].join(', '),
    `${spent}; ${count(record.judgements, 'judgement')}`,
    ...(unselected === '' ? [] : [`not run: ${plain(unselected)}`]),
  ]
  return ['## This run', lines.map((line) => `- ${line}`).join('\n')]
}
