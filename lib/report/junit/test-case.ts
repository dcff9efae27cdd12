import { exchangeLine, type Lookup, replayCommand, sourceOf, decisiveExchange } from '../evidence.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { element, type XmlElement } from './xml.ts'
import { dayOf, outcomeOf } from '../outcome.ts'
import { endpointName, endpointSlug, statedIn } from '../wording.ts'
import { capChars, count, oneLine } from '../../util/text.ts'
import type { Finding } from '../../judge/finding.ts'

/** The test case of one requirement. */
export function testCase(record: RunRecord, requirement: RequirementResult, find: Lookup): XmlElement {
  const { id, text, part, endpoint } = requirement
  return element(
    'testcase',
    {
      name: capChars(oneLine(`${id} ${text}`), 250),
      classname: `conformance.part${part}.${endpointSlug(endpoint)}`,
      time: caseSeconds(requirement, find).toFixed(3),
    },
    [
      ...outcomeElements(record, requirement, find),
      element('system-out', {}, [properties(record, requirement, find)]),
    ],
  )
}

/**
 * The duration of a requirement's cases in seconds. A case that verifies several requirements counts only for the
 * first, so that nothing counts twice.
 */
export function caseSeconds(requirement: RequirementResult, find: Lookup): number {
  const own = requirement.cases
    .map((id) => find.case(id))
    .filter((found) => found?.requirements[0] === requirement.id)
  return own.reduce((sum, found) => sum + (found?.durationMs ?? 0), 0) / 1000
}

/** At most one of failure, error and skipped; a pass that needed a second try has a flakyFailure. */
function outcomeElements(record: RunRecord, requirement: RequirementResult, find: Lookup): XmlElement[] {
  const outcome = outcomeOf(requirement, dayOf(record))
  const reason = requirement.reason ?? 'no reason is recorded'
  switch (outcome) {
    case 'failed':
      return [
        element('failure', { message: failureMessage(requirement), type: requirement.strength }, [
          failureText(record, requirement, find),
        ]),
      ]
    case 'unexpected-pass': {
      const message = messageLine(
        `unexpected pass: a known failure is no longer one: ${requirement.known?.reason ?? ''}`,
      )
      return [
        element('failure', { message, type: 'unexpected-pass' }, [
          `${message}\n${requiredLine(requirement)}`,
        ]),
      ]
    }
    case 'expired-excuse': {
      const message = messageLine(`expired excuse: ${knownReason(requirement)}; not exercised: ${reason}`)
      return [
        element('failure', { message, type: 'expired-excuse' }, [`${message}\n${requiredLine(requirement)}`]),
      ]
    }
    case 'error':
      return [
        element('error', { message: messageLine(reason), type: 'error' }, [
          `${reason}\n${requiredLine(requirement)}`,
        ]),
      ]
    case 'known-failure':
      return [skipped(`known failure: ${knownReason(requirement)}`, failureText(record, requirement, find))]
    case 'inconclusive':
      return [skipped(`inconclusive: ${reason}`)]
    case 'not-applicable':
      return [skipped(`not applicable: ${reason}`)]
    case 'disabled':
      return [skipped(`disabled: ${reason}`)]
    case 'passed':
      break
  }
  return flakyFailures(requirement, find)
}

function skipped(message: string, text?: string): XmlElement {
  return element('skipped', { message: messageLine(message) }, text === undefined ? [] : [text])
}

function knownReason({ known }: RequirementResult): string {
  return [known?.reason, known?.link, known?.until === undefined ? undefined : `until ${known.until}`]
    .filter((part) => part !== undefined)
    .join(', ')
}

function flakyFailures(requirement: RequirementResult, find: Lookup): XmlElement[] {
  return requirement.cases
    .map((id) => find.case(id))
    .filter((found) => found?.flaky === true)
    .map((found) => {
      const message = messageLine(`failed at first and passed when tried again: ${found?.title ?? ''}`)
      return element('flakyFailure', { message, type: 'flaky' }, [element('stackTrace', {}, [message])])
    })
}

/**
 * The properties of a requirement as `[[PROPERTY|name=value]]` lines: Jenkins' schema has no properties in a test
 * case, and some readers know this convention.
 */
function properties(record: RunRecord, requirement: RequirementResult, find: Lookup): string {
  const { id, part, endpoint, strength, verdict, judgements, evidence, cases, mutants } = requirement
  const [firstCase] = cases
  const source = firstCase === undefined ? undefined : find.case(firstCase)
  const pairs: [string, string | number | undefined][] = [
    ['requirement', id],
    ['part', part],
    ['endpoint', endpoint],
    ['strength', strength],
    ['source', requirement.source === undefined ? undefined : statedIn(requirement)],
    ['because', requirement.because],
    ['verdict', verdict],
    ['outcome', outcomeOf(requirement, dayOf(record))],
    ['consequenceOf', requirement.consequenceOf?.join(' ')],
    ['judgements', judgements],
    ['seed', record.seed],
    ['evidence', evidence.length === 0 ? undefined : evidence.join(' ')],
    ['cases', cases.length === 0 ? undefined : cases.join(' ')],
    ['mutants', mutants === undefined || mutants.length === 0 ? undefined : mutants.join(' ')],
    ['file', source?.file],
    ['line', source?.line],
  ]
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `[[PROPERTY|${name}=${value}]]`)
    .join('\n')
}

/** The most findings written out per failure; the rest is counted. */
const SHOWN = 10

/** The longest `message` attribute: dashboards show it as a title. */
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
    ...(requirement.source === undefined ? [] : [`stated:   ${statedIn(requirement)}`]),
    ...(requirement.own === true ? [] : [`explain:  npx chat-agent-conformance explain ${requirement.id}`]),
    ...(requirement.consequenceOf === undefined
      ? []
      : [`follows:  probably from ${requirement.consequenceOf.join(', ')}`]),
    ...shown.map((finding) => findingText(record, finding, find)),
    ...(rest === 0 ? [] : [`… and ${count(rest, 'more finding')}; run.json has all of them`]),
  ].join('\n')
}

/** `required: THING-21 (must, part 4, POST /things) returns the existing thing …`. */
export function requiredLine({ id, strength, part, endpoint, text }: RequirementResult): string {
  return `required: ${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`
}

function findingText(record: RunRecord, finding: Finding, find: Lookup): string {
  const exchange = decisiveExchange(finding, find)
  return [
    '',
    `where:    ${finding.where}${finding.pointer === undefined ? '' : ` at ${finding.pointer}`}`,
    `expected: ${finding.expected}`,
    `received: ${finding.received}${finding.count > 1 ? ` (seen ${finding.count} times)` : ''}`,
    ...(exchange === undefined
      ? []
      : [
          `exchange: #${exchange.id} ${exchangeLine(exchange)}`,
          `curl:     ${exchange.shortCurl ?? exchange.curl}`,
        ]),
    `replay:   ${replayCommand(record, finding.requirement, finding)}`,
  ].join('\n')
}
