import type { Lookup } from '../lookup.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import type { XmlElement } from './xml.ts'
import { dayOf, outcomeOf } from '../outcome.ts'
import { endpointSlug, statedIn } from '../parts.ts'
import { capChars, oneLine } from '../../util/text.ts'
import { failureMessage, failureText, messageLine, requiredLine } from './failure-text.ts'
import { element } from './xml.ts'

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
 * Seconds that the cases of a requirement took. A case that verifies several requirements counts for its first one
 * only, so that the sum over a file is not more than the work done.
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
 * What identifies the requirement, as `[[PROPERTY|name=value]]` lines. Jenkins' schema has no properties inside a test
 * case, and readers that know the convention take them from its output.
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
