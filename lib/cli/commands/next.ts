import { join } from 'node:path'
import { type Topic, topicOf } from '../../judge/requirement.ts'
import { decisiveExchange, lookup } from '../../report/view/evidence.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'
import { shownLine } from '../../util/text.ts'
import { command } from '../command.ts'
import { readRecord } from '../records.ts'
import { OUTPUT, SOURCES } from '../settings/options.ts'
import { resolveOutput } from '../settings/run-options.ts'

/**
 * For developers of an API: prints the topics in the order of building, the progress of each, and the first
 * requirement that is not met. Sends nothing: it reads the record of the last run, or the given one.
 */
export const next = command({
  name: 'next',
  summary: 'for an API in the making: what to build next, out of the last run',
  operands: '[record]',
  settings: { reports: OUTPUT.reports, ...SOURCES },
  examples: ['chat-agent-conformance run --quiet; chat-agent-conformance next'],
  action: async ({ host, operands, dependencies, values }) => {
    const [file = join(resolveOutput(values, host).reports, 'run.json')] = operands
    const record = await readRecord(host.folder, file)
    const { withRequirements } = await import('../../run/scope.ts')
    const { topics } = withRequirements(await dependencies.scope(), record.requirements)
    host.stdout.write(renderNext(record, topics))
    return 0
  },
})

/** The steps as text, ending with a newline. */
export function renderNext(record: RunRecord, topics: readonly Topic[]): string {
  if (record.cases.length === 0)
    return `The last run judged nothing: ${shownLine(record.problem ?? 'it has no case')}\nRun again, then next.\n`
  const known = record.requirements.filter(
    ({ strength, verdict }) => strength !== 'open' && verdict !== 'disabled',
  )
  const steps = topics
    .map((topic) => ({
      topic,
      rows: known.filter(({ id }) => topicOf(topics, id) === topic),
    }))
    .filter(({ rows }) => rows.length > 0)
  const width = Math.max(0, ...steps.map(({ topic }) => topic.title.length))
  const [first, wanting] = firstWith(steps, ['failed', 'error']) ?? firstWith(steps, ['inconclusive']) ?? []
  const lines = steps.map(({ topic, rows }) => {
    const held = rows.filter(({ verdict }) => verdict === 'passed').length
    const failed = rows.filter(({ verdict }) => verdict === 'failed').length
    const open = failed > 0 ? '✗' : '·'
    const sign = held === rows.length ? '✓' : open
    const mark = topic === first?.topic ? '  ← next' : ''
    const broken = failed === 0 ? '' : `, ${failed} violated`
    return `${sign} ${topic.title.padEnd(width)}  ${held} of ${rows.length} hold${broken}${mark}`
  })
  return [
    ...lines,
    '',
    ...(wanting === undefined ? ['Every requirement holds.'] : wanted(wanting, record)),
    '',
  ].join('\n')
}

interface Step {
  readonly topic: Topic
  readonly rows: readonly RequirementResult[]
}

/** The first step with a requirement of one of these verdicts, and that requirement. */
function firstWith(
  steps: readonly Step[],
  verdicts: readonly RequirementResult['verdict'][],
): [Step, RequirementResult] | undefined {
  for (const step of steps) {
    const found = step.rows.find(({ verdict }) => verdicts.includes(verdict))
    if (found !== undefined) return [step, found]
  }
  return undefined
}

function wanted(row: RequirementResult, record: RunRecord): string[] {
  const [finding] = row.findings
  const exchange = finding === undefined ? undefined : decisiveExchange(finding, lookup(record))
  return [
    `${row.id}  ${row.text}`,
    ...(finding === undefined
      ? [`  not judged  ${shownLine(row.reason ?? row.verdict)}`]
      : [
          `  where       ${shownLine(finding.where)}`,
          `  expected    ${shownLine(finding.expected)}`,
          `  received    ${shownLine(finding.received)}`,
        ]),
    ...(exchange === undefined ? [] : [`  curl        ${shownLine(exchange.shortCurl ?? exchange.curl)}`]),
    ...(row.own === true ? [] : [`  explain     npx chat-agent-conformance explain ${row.id}`]),
    `  again       npx chat-agent-conformance run --only ${row.id}${record.settings.writes && !record.target.embedded ? ' --writes' : ''}${row.own === true ? ` --suite ${shownLine(record.settings.suite ?? 'FILE')}` : ''}`,
  ]
}
