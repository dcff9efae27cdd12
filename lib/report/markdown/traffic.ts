import type { RunView } from '../view/view.ts'
import { countsInWords } from '../wording.ts'
import { code, details, prose, value } from './escape.ts'

/** What the traffic of clients showed: the requirements on them that were violated, and what each operation was asked. */
export function clientTraffic({ record: { clients = [], traffic = [] } }: RunView): string[] {
  const failed = clients.filter(({ verdict }) => verdict === 'failed')
  const lines = failed.flatMap(({ id, text, findings }) => [
    `- **${id}** ${prose(text)}`,
    ...findings.map(
      ({ where, received, count: times }) =>
        `  - ${code(where)}${times > 1 ? ` (${times} times)` : ''}: ${value(received)}`,
    ),
  ])
  const used = traffic.filter(({ exchanges }) => exchanges > 0)
  const rows = used.map(
    ({ operation, exchanges, statuses, parameters, fields }) =>
      `| ${[operation, exchanges, countsInWords(statuses), countsInWords(parameters), countsInWords(fields)].map((cell) => code(String(cell) || '–')).join(' | ')} |`,
  )
  const head = '| Operation | Exchanges | Statuses | Parameters | Body fields |\n|:--|--:|:--|:--|:--|'
  return [
    ...(lines.length === 0 ? [] : ['## Clients', lines.join('\n')]),
    ...(rows.length === 0 ? [] : [details('What was asked', [head, ...rows].join('\n'))]),
  ]
}
