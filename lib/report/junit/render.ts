import { type Lookup, lookup } from '../evidence.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { element, renderXml, type XmlElement } from './xml.ts'
import { violationsIn } from '../summary.ts'
import { dayOf, explainExitCode, totalsOf } from '../outcome.ts'
import { caseSeconds, messageLine, testCase } from './test-case.ts'
import { caseInWords, partsOf, partTitle } from '../wording.ts'
import { ownCases } from '../groups.ts'
import { capChars, oneLine } from '../../util/text.ts'

/** One suite with the figures of its attributes. */
interface Suite {
  readonly element: XmlElement
  readonly failures: number
  readonly errors: number
  readonly seconds: number
}

/**
 * Renders a record as JUnit XML: one test case for each requirement, one suite for each part of the specification.
 *
 * A requirement is the unit that the verdict counts, so the totals of a dashboard equal ours: `failures` are violated
 * requirements and unexpected passes, `errors` those with verdict `error`, `skipped` the inconclusive, not applicable,
 * disabled and known failures. A run that ends with exit code 1 or 2 without any of these in its rows gets one more
 * test case that says why, so that no reader shows it as green.
 *
 * The document is valid for Jenkins' junit-10.xsd. That schema has properties at suite level only, and no file or line
 * on a test case: the properties of a requirement are `[[PROPERTY|…]]` lines of its system-out.
 */
export function renderJUnit(record: RunRecord): string {
  const find = lookup(record)
  const suites = [
    ...partsOf(record)
      .map((part) => partSuite(record, part, find))
      .filter((suite) => suite !== undefined),
    ...ownSuite(record),
    ...runSuite(record),
  ]
  const sum = (pick: (suite: Suite) => number): number =>
    suites.reduce((total, suite) => total + pick(suite), 0)
  return renderXml(
    element(
      'testsuites',
      {
        name: record.tool.name,
        // No `tests`: Jenkins' schema has no `skipped` here, so a reader that subtracts would count skipped tests as
        // passed. Without it, readers add up the suites.
        failures: sum((suite) => suite.failures),
        errors: sum((suite) => suite.errors),
        // The duration of the run. The suites do not add up to it, because cases share requests.
        time: (record.durationMs / 1000).toFixed(3),
      },
      suites.map((suite) => suite.element),
    ),
  )
}

function partSuite(record: RunRecord, part: number, find: Lookup): Suite | undefined {
  const rows = record.requirements.filter((requirement) => requirement.part === part)
  if (rows.length === 0) return undefined
  const totals = totalsOf(rows, dayOf(record))
  const seconds = rows.reduce((total, row: RequirementResult) => total + caseSeconds(row, find), 0)
  const extra: Pair[] = [
    ['part', part],
    ['title', partTitle(record, part)],
  ]
  const children = [properties(record, extra), ...rows.map((row) => testCase(record, row, find))]
  return suite(record, `conformance.part${part}`, children, { ...totals, seconds })
}

/**
 * The operator's own cases. Their violations count with the requirements that they verify; so that none counts twice,
 * cases that did not pass are `skipped` here, with their verdict as the message.
 */
function ownSuite(record: RunRecord): Suite[] {
  const own = ownCases(record)
  if (own.length === 0) return []
  const tests = own.map((one) => {
    const message = messageLine(`${caseInWords(one)}; judged as ${one.requirements.join(', ')}`)
    return element(
      'testcase',
      {
        name: capChars(oneLine(`${one.id} ${one.title}`), 250),
        classname: 'conformance.own',
        time: '0.000',
      },
      one.verdict === 'passed' ? [] : [element('skipped', { message })],
    )
  })
  const skipped = own.filter(({ verdict }) => verdict !== 'passed').length
  const counts = { tests: own.length, failures: 0, errors: 0, skipped, seconds: 0 }
  return [suite(record, 'conformance.own', [properties(record, []), ...tests], counts)]
}

/** One test case for the run itself, if no requirement explains its exit code. */
function runSuite(record: RunRecord): Suite[] {
  const totals = totalsOf(record.requirements, dayOf(record))
  const red = totals.failures + totals.errors > 0
  const empty = totals.tests === 0
  if (!empty && (red || record.exitCode === 0 || record.exitCode === 3)) return []
  const failed = record.exitCode === 1
  const message = messageLine(record.problem ?? explainExitCode(record))
  const text = `${message}\n${explainExitCode(record)}\ntarget: ${record.target.baseUrl}`
  const result = element(failed ? 'failure' : 'error', { message, type: failed ? 'run' : 'error' }, [text])
  const test = element(
    'testcase',
    { name: 'the run judges its target', classname: 'conformance.run', time: '0.000' },
    [result],
  )
  const counts = { tests: 1, failures: failed ? 1 : 0, errors: failed ? 0 : 1, skipped: 0, seconds: 0 }
  return [suite(record, 'conformance.run', [properties(record, []), test], counts)]
}

function suite(
  record: RunRecord,
  name: string,
  children: XmlElement[],
  counts: Omit<Suite, 'element'> & { readonly tests: number; readonly skipped: number },
): Suite {
  const { tests, failures, errors, skipped, seconds } = counts
  const attributes = {
    name,
    tests,
    failures,
    errors,
    skipped,
    time: seconds.toFixed(3),
    // Without fraction and zone: the only form that every reader accepts.
    timestamp: record.startedAt.slice(0, 19),
  }
  return { element: element('testsuite', attributes, children), failures, errors, seconds }
}

type Pair = readonly [name: string, value: string | number | boolean]

function properties(record: RunRecord, extra: readonly Pair[]): XmlElement {
  const pairs: Pair[] = [
    ...extra,
    ['target', record.target.baseUrl],
    ['verdict', record.verdict],
    ['exitCode', record.exitCode],
    ['rootCauses', violationsIn(record).rootCauses],
    ['violations', violationsIn(record).total],
    ['profile', record.profile],
    ['seed', record.seed],
    ['requests', record.requests.total],
    ['toolVersion', record.tool.version],
  ]
  return element(
    'properties',
    {},
    pairs.map(([name, value]) => element('property', { name, value: String(value) })),
  )
}
