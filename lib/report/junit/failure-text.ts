import type { Finding } from '../../judge/finding.ts'
import type { Lookup } from '../lookup.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { exchangeLine, sourceOf, tellingExchange } from '../lookup.ts'
import { endpointName } from '../parts.ts'
import { replayCommand } from '../replay.ts'
import { capChars, count, oneLine } from '../../util/text.ts'

/** Findings that are written out in full below one failure; the rest are counted. */
const SHOWN = 10

/** Longest `message` attribute: dashboards show it as a title, and the text below it has the rest. */
const MESSAGE_CHARS = 1000

/** A text as `message` attribute: one line, capped. */
export function messageLine(text: string): string {
  return capChars(oneLine(text), MESSAGE_CHARS)
}

/** One line for the `message` attribute: the first finding, and how many there are. */
export function failureMessage(requirement: RequirementResult): string {
  const [first] = requirement.findings
  if (first === undefined) return messageLine(`${requirement.id} ${requirement.text}`)
  const more = requirement.findings.length - 1
  const rest = more === 0 ? '' : ` (and ${more} more)`
  const line = oneLine(`${first.where}: expected ${first.expected}, received ${first.received}`)
  return `${capChars(line, MESSAGE_CHARS - rest.length)}${rest}`
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
    ...(requirement.consequenceOf === undefined
      ? []
      : [`follows:  probably from ${requirement.consequenceOf.join(', ')}`]),
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
