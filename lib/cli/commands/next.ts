import { join } from 'node:path'
import { type Topic, topicOf } from '../../engine/judge/requirement.ts'
import { type Line, linesOf } from '../../app/report/view/account.ts'
import { explainCommand, replayCommand } from '../../app/report/view/commands.ts'
import type { Row } from '../../app/report/view/rows.ts'
import { viewOf } from '../../app/report/view/view.ts'
import type { RunRecord } from '../../app/report/record.ts'
import { SCOPE, withRequirements } from '../../app/run/scope.ts'
import { present } from '../../engine/util/collections.ts'
import { renderTable, shownLine } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { readRecord } from '../records.ts'
import { OUTPUT, SOURCES } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'

/**
 * For developers of an API: prints the topics in the order of building, the progress of each, and the first
 * requirement that is not met. Sends nothing: it reads the record of the last run, or the given one.
 */
export const next = command({
  name: 'next',
  summary: 'for an API in the making: what to build next, from the last run',
  operands: '[record]',
  settings: { reports: OUTPUT.reports, ...SOURCES },
  examples: ['chat-agent-conformance run --quiet; chat-agent-conformance next'],
  action: async ({ host, operands: [file], values }) => {
    const { reports } = resolveOutput(values, host)
    const record = await readRecord(host.folder, file ?? join(reports, 'run.json'))
    const { topics } = withRequirements(SCOPE, record.requirements)
    host.stdout.write(renderNext(record, topics))
    return 0
  },
})

/** The steps as text, ending with a newline. Where something is violated, every report starts with the same requirement. */
export function renderNext(record: RunRecord, topics: readonly Topic[]): string {
  if (record.cases.length === 0)
    return `The last run judged nothing: ${shownLine(record.problem ?? 'it has no case')}\nRun again, then next.\n`
  const { rows, violated } = viewOf(record)
  const steps = topics
    .map((topic) => ({
      title: topic.title,
      rows: rows.filter(({ id, outcome }) => outcome !== 'disabled' && topicOf(topics, id) === topic),
    }))
    .filter((step) => step.rows.length > 0)
  const inOrder = steps.flatMap((step) => step.rows)
  const first =
    violated[0] ?? inOrder.find(({ outcome }) => outcome === 'error' || outcome === 'inconclusive')
  const table = steps.map(({ title, rows: some }) => {
    const counted = (verdict: Row['result']['verdict']): number =>
      some.filter(({ result }) => result.verdict === verdict).length
    return [title, some.length, counted('passed'), counted('failed')]
  })
  return [
    renderTable(['topic', 'requirements', 'hold', 'violated'], table),
    ...(first === undefined ? ['Every requirement holds.'] : wanted(first, record)),
    '',
  ].join('\n')
}

function wanted({ id, result, evidence: [first] }: Row, record: RunRecord): string[] {
  const explain = explainCommand(result)
  const lines: readonly Line[] = [
    ...(first === undefined
      ? [
          { label: 'not judged', text: result.reason ?? result.verdict },
          { label: 'replay', text: replayCommand(record, id) },
        ]
      : linesOf(first)),
    ...present(explain !== undefined && { label: 'explain', text: explain }),
  ]
  return [
    `${id}  ${result.text}`,
    ...lines.map(({ label, text }) => `  ${label.padEnd(12)}${shownLine(text)}`),
  ]
}
