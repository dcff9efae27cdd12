import type { Finding } from '../../verdict/finding.ts'
import type { Lookup } from '../lookup.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { exchangeLine, sourceOf, tellingExchange } from '../lookup.ts'
import { endpointName } from '../parts.ts'
import { replayCommand } from '../replay.ts'
import { count, oneLine } from '../text.ts'

/** Findings that are written out in full below one failure; the rest are counted. */
const SHOWN = 10

/** One line for the `message` attribute: the first finding, and how many there are. */
export function failureMessage(requirement: RequirementResult): string {
  const [first] = requirement.findings
  if (first === undefined) return `${requirement.id} ${requirement.text}`
  const more = requirement.findings.length - 1
  const line = oneLine(`${first.where}: expected ${first.expected}, received ${first.received}`)
  return more === 0 ? line : `${line} (and ${more} more)`
}

/** The text of a failure: the source position where it is known, the requirement, then each finding. */
export function failureText(record: RunRecord, requirement: RequirementResult, find: Lookup): string {
  const shown = requirement.findings.slice(0, SHOWN)
  const rest = requirement.findings.length - shown.length
  const [first] = shown
  const source = first === undefined ? undefined : sourceOf(first, find)
  return [
    ...(source === undefined ? [] : [source]),
    requiredLine(requirement),
    ...shown.map((finding) => findingText(record, finding, find)),
    ...(rest === 0 ? [] : [`… and ${count(rest, 'more finding')}; run.json has all of them`]),
  ].join('\n')
}

/** `required: LEAD-21 (must, part 4, POST /leads) returns the existing lead …`. */
export function requiredLine({ id, strength, part, endpoint, text }: RequirementResult): string {
  return `required: ${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`
}

function findingText(record: RunRecord, finding: Finding, find: Lookup): string {
  const exchange = tellingExchange(finding, find)
  return [
    '',
    `where:    ${finding.where}${finding.pointer === undefined ? '' : ` at ${finding.pointer}`}`,
    `expected: ${finding.expected}`,
    `received: ${finding.received}${finding.count > 1 ? ` (seen ${finding.count} times)` : ''}`,
    ...(exchange === undefined
      ? []
      : [`exchange: #${exchange.id} ${exchangeLine(exchange)}`, `curl:     ${exchange.curl}`]),
    `replay:   ${replayCommand(record, finding.requirement, finding)}`,
  ].join('\n')
}
