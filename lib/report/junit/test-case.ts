import { type Evidence, exchangeLine } from '../view/evidence.ts'
import type { Row } from '../view/causes.ts'
import type { RunView } from '../view/view.ts'
import type { RequirementResult } from '../record.ts'
import { element, type XmlElement } from './xml.ts'
import { endpointName, endpointSlug, statedIn } from '../wording.ts'
import { capChars, count, oneLine } from '../../util/text.ts'

/** The test case of one requirement. */
export function testCase(view: RunView, row: Row): XmlElement {
  const { id, text, part, endpoint } = row.result
  return element(
    'testcase',
    {
      name: capChars(oneLine(`${id} ${text}`), 250),
      classname: `conformance.part${part}.${endpointSlug(endpoint)}`,
      time: secondsOf(view, row.result).toFixed(3),
    },
    [...outcomeElements(view, row), element('system-out', {}, [properties(view, row)])],
  )
}

/** The duration of a requirement's cases in seconds. A case counts only for the first requirement that it verifies. */
function secondsOf({ find }: RunView, { id, cases }: RequirementResult): number {
  const own = cases.flatMap((one) => find.case(one) ?? []).filter(({ requirements: [first] }) => first === id)
  return own.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000
}

/** At most one of failure, error and skipped; a pass that needed a second try has a flakyFailure. */
function outcomeElements(view: RunView, row: Row): XmlElement[] {
  const { result } = row
  const reason = result.reason ?? 'no reason is recorded'
  const stale = (type: string, text: string): XmlElement[] => {
    const message = messageLine(text)
    return [element('failure', { message, type }, [`${message}\n${requiredLine(result)}`])]
  }
  switch (row.outcome) {
    case 'failed':
      return [element('failure', { message: failureMessage(row), type: result.strength }, [failureText(row)])]
    case 'unexpected-pass':
      return stale(
        'unexpected-pass',
        `unexpected pass: it holds now, so take it out of the known-failures file: ${result.known?.reason ?? ''}`,
      )
    case 'expired-excuse':
      return stale('expired-excuse', `expired excuse: ${knownReason(result)}; not exercised: ${reason}`)
    case 'error':
      return [
        element('error', { message: messageLine(reason), type: 'error' }, [
          `${reason}\n${requiredLine(result)}`,
        ]),
      ]
    case 'known-failure':
      return [skipped(`known failure: ${knownReason(result)}`, failureText(row))]
    case 'inconclusive':
      return [skipped(`inconclusive: ${reason}`)]
    case 'not-applicable':
      return [skipped(`not applicable: ${reason}`)]
    case 'disabled':
      return [skipped(`disabled: ${reason}`)]
    case 'passed':
      break
  }
  return flakyFailures(view, result)
}

function skipped(message: string, text?: string): XmlElement {
  return element('skipped', { message: messageLine(message) }, text === undefined ? [] : [text])
}

function knownReason({ known }: RequirementResult): string {
  const until = known?.until === undefined ? undefined : `until ${known.until}`
  return [known?.reason, known?.link, until].filter((part) => part !== undefined).join(', ')
}

function flakyFailures({ find }: RunView, { cases }: RequirementResult): XmlElement[] {
  return cases
    .flatMap((id) => find.case(id) ?? [])
    .filter(({ flaky }) => flaky === true)
    .map(({ title }) => {
      const message = messageLine(`failed at first and passed when tried again: ${title}`)
      return element('flakyFailure', { message, type: 'flaky' }, [element('stackTrace', {}, [message])])
    })
}

/**
 * The properties of a requirement as `[[PROPERTY|name=value]]` lines: Jenkins' schema has no properties in a test
 * case, and some readers know this convention.
 */
function properties({ record, find }: RunView, { result, outcome }: Row): string {
  const { id, part, endpoint, strength, verdict, judgements, evidence, cases, mutants = [] } = result
  const [firstCase] = cases
  const position = firstCase === undefined ? undefined : find.case(firstCase)
  const pairs: [string, string | number | undefined][] = [
    ['requirement', id],
    ['part', part],
    ['endpoint', endpoint],
    ['strength', strength],
    ['source', result.source === undefined ? undefined : statedIn(result)],
    ['because', result.because],
    ['verdict', verdict],
    ['outcome', outcome],
    ['consequenceOf', result.consequenceOf?.join(' ')],
    ['judgements', judgements],
    ['seed', record.seed],
    ['evidence', evidence.length === 0 ? undefined : evidence.join(' ')],
    ['cases', cases.length === 0 ? undefined : cases.join(' ')],
    ['mutants', mutants.length === 0 ? undefined : mutants.join(' ')],
    ['file', position?.file],
    ['line', position?.line],
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
function failureMessage({ id, result, evidence: [first, ...others] }: Row): string {
  if (first === undefined) return messageLine(`${id} ${result.text}`)
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`
  const line = oneLine(`${first.finding.where}: expected ${first.expected}, received ${first.received}`)
  return `${capChars(line, MESSAGE_CHARS - rest.length)}${rest}`
}

/** The text of a failure: the source position where it is known, the requirement, then each finding. */
function failureText({ result, evidence }: Row): string {
  const shown = evidence.slice(0, SHOWN)
  const rest = evidence.length - shown.length
  const source = shown[0]?.source
  return [
    ...(source === undefined ? [] : [source]),
    requiredLine(result),
    ...(result.source === undefined ? [] : [`stated:   ${statedIn(result)}`]),
    ...(result.own === true ? [] : [`explain:  npx chat-agent-conformance explain ${result.id}`]),
    ...(result.consequenceOf === undefined ? [] : [`follows:  from ${result.consequenceOf.join(', ')}`]),
    ...shown.map(findingText),
    ...(rest === 0 ? [] : [`… and ${count(rest, 'more finding')}; run.json has all of them`]),
  ].join('\n')
}

/** `required: THING-21 (must, part 4, POST /things) returns the existing thing …`. */
function requiredLine({ id, strength, part, endpoint, text }: RequirementResult): string {
  return `required: ${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`
}

function findingText({ place, expected, received, times, exchanges: [decisive], replay }: Evidence): string {
  return [
    '',
    `where:    ${place}`,
    `expected: ${expected}`,
    `received: ${received}${times === undefined ? '' : ` (seen ${times})`}`,
    ...(decisive === undefined
      ? []
      : [
          `exchange: #${decisive.id} ${exchangeLine(decisive)}`,
          `curl:     ${decisive.shortCurl ?? decisive.curl}`,
        ]),
    `replay:   ${replay}`,
  ].join('\n')
}
