import pc from 'picocolors'
import type { Finding } from '../judge/finding.ts'
import { idList } from '../report/console/layout.ts'
import type { OperationTraffic, RequirementResult, RunRecord } from '../report/record.ts'
import { countsInWords, endpointName } from '../report/wording.ts'
import { count, renderTable, visible } from '../util/text.ts'

/** Columns of what is printed. */
export const WIDTH = 100

/** What traffic showed, as text: the violations of target and clients, the rows, and what each operation was asked. */
export function renderTraffic(
  record: RunRecord,
  style: { readonly color: boolean; readonly verbose: boolean },
): string {
  const paint = pc.createColors(style.color)
  const side = (title: string, results: readonly RequirementResult[]): string[] => {
    const failed = results.filter(({ verdict }) => verdict === 'failed')
    return failed.length === 0
      ? []
      : [
          paint.bold(title),
          '',
          ...failed.flatMap((one) => violationLines(one, one.findings, 'exchange', paint)),
        ]
  }
  const { requirements, clients = [], traffic = [], requests, settings } = record
  const failed = [...requirements, ...clients].filter(({ verdict }) => verdict === 'failed').length
  return `${[
    ...side('The target', requirements),
    ...side('The clients', clients),
    `${paint.bold('Target')}   ${rows(requirements)}`,
    `${paint.bold('Clients')}  ${rows(clients)}`,
    ...(style.verbose ? [`         never exercised: ${idList(never(clients), WIDTH - 26)}`] : []),
    '',
    ...trafficLines(traffic, style.verbose),
    ...settings.warnings.map((warning) => `  note  ${visible(warning)}`),
    '',
    `${count(requests.total, 'exchange')} with ${visible(record.target.baseUrl)}`,
    record.exitCode === 0
      ? paint.green('✓ no violation in this traffic  exit code 0')
      : paint.red(
          `✗ ${record.problem ?? `${count(failed, 'requirement')} violated`}  exit code ${record.exitCode}`,
        ),
  ].join('\n')}\n`
}

/** What traffic showed of the clients alone, for a sandbox. */
export function renderClients(record: RunRecord, style: { readonly color: boolean }): string {
  const paint = pc.createColors(style.color)
  const { clients = [], traffic = [] } = record
  const failed = clients.filter(({ verdict }) => verdict === 'failed')
  return `${[
    '',
    ...failed.flatMap((one) => violationLines(one, one.findings, 'exchange', paint)),
    `${paint.bold('Clients')}  ${rows(clients)}`,
    ...trafficLines(traffic, false),
  ].join('\n')}\n`
}

function rows(results: readonly RequirementResult[]): string {
  const judged = results.filter(({ strength }) => strength !== 'open')
  const of = (verdict: string): number => judged.filter((one) => one.verdict === verdict).length
  return `${of('passed')} held, ${of('failed')} violated, ${never(judged).length} never exercised`
}

function never(results: readonly RequirementResult[]): string[] {
  return results.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)
}

/**
 * A violated requirement with its findings.
 * @param noun - what a number stands for: an exchange, or an entry of a file
 */
export function violationLines(
  row: Pick<RequirementResult, 'id' | 'strength' | 'part' | 'endpoint' | 'text' | 'consequenceOf'>,
  findings: readonly Finding[],
  noun: string,
  paint: ReturnType<typeof pc.createColors>,
): string[] {
  const { id, strength, part, endpoint, text, consequenceOf } = row
  return [
    `${paint.bold(paint.red(`✗ ${id}`))}  ${paint.dim(`${strength} · part ${part} · ${endpointName(endpoint)}`)}`,
    `  required  ${text}`,
    ...(consequenceOf === undefined ? [] : [`  follows from ${consequenceOf.join(', ')}`]),
    ...findings.flatMap(({ where, pointer, expected, received, exchanges, count: times }) => [
      `  where     ${visible(where)}${pointer === undefined ? '' : ` at ${visible(pointer)}`}, ${noun} ${exchanges.join(', ')}${times > 1 ? ` (${times} times)` : ''}`,
      `  expected  ${visible(expected)}`,
      `  received  ${visible(received)}`,
    ]),
    '',
  ]
}

/** Each operation with its statuses, parameters and body fields; those that nobody used show a 0. */
export function trafficLines(traffic: readonly OperationTraffic[], verbose: boolean): string[] {
  const used = traffic.filter(({ exchanges }) => exchanges > 0)
  const unused = traffic.filter(({ exchanges }) => exchanges === 0).map(({ operation }) => operation)
  const list = (counts: Readonly<Record<string, number>>): string => {
    const shown = Object.entries(counts).filter(([, times]) => verbose || times > 0)
    return visible(countsInWords(Object.fromEntries(shown)))
  }
  const shown = used.map(({ operation, exchanges, statuses, parameters, fields }) => [
    operation,
    String(exchanges),
    list(statuses),
    [list(parameters), list(fields)].filter((text) => text !== '').join('; '),
  ])
  return [
    ...(shown.length === 0
      ? []
      : [renderTable(['operation', 'exchanges', 'statuses', 'parameters; fields'], shown)]),
    ...(unused.length === 0 ? [] : [`never asked: ${unused.join(', ')}`]),
  ]
}
