import { accountOf } from '../view/account.ts'
import type { RuleRow } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import { element, type XmlElement } from './xml.ts'
import { endpointName } from '../wording.ts'
import { capChars, oneLine } from '../../../engine/util/text.ts'

/** The test case of one requirement. Its name and class never change: dashboards know it by them. */
export function testCase(view: RunView, row: RuleRow): XmlElement {
  const { id, text, part, endpoint } = row.result
  return element(
    'testcase',
    {
      name: nameLine(`${id} ${text}`),
      classname: `conformance.part${part}.${endpointSlug(endpoint)}`,
      time: secondsIn(Math.floor(durationOf(view, row) * shareOf(view))),
    },
    [...outcomeElements(view, row), element('system-out', {}, [properties(row, view.record.seed)])],
  )
}

/** How long the cases of a requirement took, in milliseconds. A case counts for the first requirement that it verifies. */
function durationOf({ find }: RunView, row: RuleRow): number {
  return row.result.cases
    .flatMap((id) => find.case(id) ?? [])
    .filter(({ requirements: [first] }) => first === row.id)
    .reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** Cases run side by side: if their times add up to more than the run, each counts for a share. */
function shareOf({ record: { cases, durationMs } }: RunView): number {
  const sum = cases.reduce((total, one) => total + one.durationMs, 0)
  return sum > durationMs ? durationMs / sum : 1
}

/** Milliseconds as JUnit writes a time. */
export function secondsIn(ms: number): string {
  return (ms / 1000).toFixed(3)
}

function outcomeElements(view: RunView, row: RuleRow): XmlElement[] {
  const { strength, newer, verdict } = row.result
  if (strength === 'open') return [skipped(openPoint(view, row))]
  if (newer === true && verdict !== 'passed')
    return [skipped(`a newer rule, which does not count: ${row.message || verdict}`, accountOf(row))]
  return row.outcome === 'passed' ? [] : [outcomeElement(row, view.sameAs.get(row.id))]
}

/** The observation on an open point: it is not a passed test. */
function openPoint({ record: { observations } }: RunView, { id, result }: RuleRow): string {
  const seen = observations.filter(({ requirement }) => requirement === id).map(({ text }) => text)
  return seen.length > 0
    ? `open point, observed: ${seen.join('; ')}`
    : `open point: ${result.reason ?? 'not observed'}`
}

/** A test that was not judged. Some readers show only the message, others only the text. */
function skipped(reason: string, account = reason): XmlElement {
  return element('skipped', { message: messageLine(reason) }, [account])
}

/** The element that makes a test case red, or skipped. */
function outcomeElement(row: RuleRow, sameAs: string | undefined): XmlElement {
  const { result, outcome, excuse = '' } = row
  const reason = result.reason ?? 'no reason is recorded'
  const account = accountOf(row, sameAs)
  const same = sameAs === undefined ? '' : `the same as ${sameAs}: `
  switch (outcome) {
    case 'failed':
      return element('failure', { message: messageLine(same + row.message), type: result.strength }, [
        account,
      ])
    case 'unexpected-pass':
      return element('failure', { message: messageLine(excuse), type: outcome }, [account])
    case 'error':
      return element('error', { message: messageLine(reason), type: outcome }, [`${reason}\n${account}`])
    case 'known-failure':
      return skipped(excuse, account)
    default:
      return skipped(`${outcome}: ${reason}`)
  }
}

/**
 * The properties of a requirement as `[[PROPERTY|name=value]]` lines: Jenkins' schema has no properties in a test
 * case, and some readers know this convention.
 */
function properties({ result, outcome, position }: RuleRow, seed: number): string {
  const { id, part, endpoint, strength, verdict, evidence } = result
  const pairs = {
    requirement: id,
    part,
    endpoint,
    strength,
    verdict,
    outcome,
    seed,
    evidence: evidence.join(' '),
    ...position,
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

/** An endpoint as a word of a class name: `POST /things/{id}` gives `post-things-id`. */
export function endpointSlug(endpoint: string): string {
  return endpointName(endpoint)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
