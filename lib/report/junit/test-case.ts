import type { Evidence } from '../view/evidence.ts'
import { exchangeLine } from '../view/exchange.ts'
import type { Row } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import type { CaseResult } from '../record.ts'
import { element, type XmlElement } from './xml.ts'
import { endpointSlug, requirementLine, statedIn } from '../wording.ts'
import { capChars, count, oneLine } from '../../util/text.ts'

/** The test case of one requirement. Its name and class never change: dashboards know it by them. */
export function testCase({ record, find }: RunView, row: Row): XmlElement {
  const { id, text, part, endpoint } = row.result
  const cases = row.result.cases.flatMap((one) => find.case(one) ?? [])
  // A case counts only for the first requirement that it verifies.
  const own = cases.filter(({ requirements: [first] }) => first === id)
  return element(
    'testcase',
    {
      name: nameLine(`${id} ${text}`),
      classname: `conformance.part${part}.${endpointSlug(endpoint)}`,
      time: (own.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000).toFixed(3),
    },
    [
      ...(row.outcome === 'passed' ? flakyFailures(cases) : [outcomeElement(row)]),
      element('system-out', {}, [properties(row, record.seed)]),
    ],
  )
}

/** What makes a test case red, or skipped. */
function outcomeElement(row: Row): XmlElement {
  const { result, outcome, excuse, evidence } = row
  const reason = result.reason ?? 'no reason is recorded'
  const required = `required: ${requirementLine(result)}`
  switch (outcome) {
    case 'failed':
      return element('failure', { message: failureMessage(row), type: result.strength }, [failureText(row)])
    case 'unexpected-pass':
    case 'expired-excuse': {
      const message = messageLine(excuse ?? '')
      return element('failure', { message, type: outcome }, [`${message}\n${required}`])
    }
    case 'error':
      return element('error', { message: messageLine(reason), type: outcome }, [`${reason}\n${required}`])
    case 'known-failure':
      return element(
        'skipped',
        { message: messageLine(excuse ?? '') },
        evidence.length === 0 ? [] : [failureText(row)],
      )
    default:
      return element('skipped', { message: messageLine(`${outcome}: ${reason}`) })
  }
}

/** A pass that needed a second try, in the form that some readers know. */
function flakyFailures(cases: readonly CaseResult[]): XmlElement[] {
  return cases
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
function properties({ result, outcome, position }: Row, seed: number): string {
  const { id, part, endpoint, strength, verdict, judgements } = result
  const pairs = {
    requirement: id,
    part,
    endpoint,
    strength,
    source: result.source && statedIn(result),
    because: result.because,
    verdict,
    outcome,
    consequenceOf: result.consequenceOf?.join(' '),
    judgements,
    seed,
    evidence: result.evidence.join(' '),
    cases: result.cases.join(' '),
    mutants: result.mutants?.join(' '),
    file: position?.file,
    line: position?.line,
  }
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `[[PROPERTY|${name}=${value}]]`)
    .join('\n')
}

/** A text as the name of a test case. */
export function nameLine(text: string): string {
  return capChars(oneLine(text), 250)
}

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

/** The most findings written out per failure; the rest is counted. */
const SHOWN = 10

/** The text of a failure: the source position where it is known, the requirement, then each finding. */
function failureText({ result, evidence }: Row): string {
  const shown = evidence.slice(0, SHOWN)
  const rest = evidence.length - shown.length
  const source = shown[0]?.source
  return [
    ...(source === undefined ? [] : [source]),
    `required: ${requirementLine(result)}`,
    ...(result.source === undefined ? [] : [`stated:   ${statedIn(result)}`]),
    ...(result.own === true ? [] : [`explain:  npx chat-agent-conformance explain ${result.id}`]),
    ...(result.consequenceOf === undefined ? [] : [`follows:  from ${result.consequenceOf.join(', ')}`]),
    ...shown.map(findingText),
    ...(rest === 0 ? [] : [`… and ${count(rest, 'more finding')}; run.json has all of them`]),
  ].join('\n')
}

function findingText({ place, expected, received, times, sent, curl, replay }: Evidence): string {
  return [
    '',
    `where:    ${place}`,
    `expected: ${expected}`,
    `received: ${received}${times === undefined ? '' : ` (seen ${times})`}`,
    ...sent.map((exchange) => `exchange: #${exchange.id} ${exchangeLine(exchange)}`),
    ...(curl === undefined ? [] : [`curl:     ${curl}`]),
    `replay:   ${replay}`,
  ].join('\n')
}
