import type { RunRecord } from '../record.ts'
import { explainExitCode } from '../headline.ts'
import { type Totals, totalsOf } from '../outcome.ts'
import { type RunView, viewOf } from '../view/view.ts'
import { caseInWords } from '../wording.ts'
import { groupBy } from '../../util/collections.ts'
import { durationOf, messageLine, nameLine, seconds, testCase } from './test-case.ts'
import { element, renderXml, type XmlElement } from './xml.ts'

type Counts = Pick<Totals, 'tests' | 'failures' | 'errors' | 'skipped'>

/** One suite with the figures of its attributes. */
interface Suite {
  readonly name: string
  readonly counts: Counts
  /** How long its cases took in all, in milliseconds: they run side by side. */
  readonly ms: number
  readonly tests: readonly XmlElement[]
  readonly properties?: Readonly<Record<string, string | number>>
}

/**
 * Renders a record as JUnit XML: one test case for each requirement, open points included, one suite for each part of
 * the specification.
 *
 * A requirement is the unit that the verdict counts, so the totals of a dashboard equal ours: `failures` are violated
 * requirements and unexpected passes, `errors` those with verdict `error`, `skipped` the inconclusive, not applicable,
 * disabled and known failures. A run that ends with exit code 1 or 2 without any of these in its rows gets one more
 * test case that says why, so that no reader shows it as green.
 *
 * The document is valid for Jenkins' junit-10.xsd. That schema has properties at suite level only, and no file or line
 * on a test case: the properties of a requirement are `[[PROPERTY|…]]` lines of its system-out.
 */
export function renderJUnit(record: RunRecord, view: RunView = viewOf(record)): string {
  const suites = [...partSuites(view), ...ownSuite(view), ...runSuite(view)]
  const attributes = {
    name: record.tool.name,
    // No `tests`: Jenkins' schema has no `skipped` here, so a reader that subtracts would count skipped tests as
    // passed. Without it, readers add up the suites.
    failures: suites.reduce((sum, { counts }) => sum + counts.failures, 0),
    errors: suites.reduce((sum, { counts }) => sum + counts.errors, 0),
    time: seconds(record.durationMs),
  }
  return renderXml(
    element(
      'testsuites',
      attributes,
      suites.map((one) => suite(one, view)),
    ),
  )
}

function partSuites(view: RunView): Suite[] {
  return [...groupBy(view.all, ({ result }) => result.part)]
    .toSorted(([a], [b]) => a - b)
    .map(([part, rows]) => ({
      name: `conformance.part${part}`,
      counts: totalsOf(rows.map(({ outcome }) => outcome)),
      ms: rows.reduce((sum, row) => sum + durationOf(view, row), 0),
      tests: rows.map((row) => testCase(view, row)),
      properties: { part, title: view.record.api?.parts[part - 1] ?? '' },
    }))
}

/**
 * The operator's own cases. Their violations count with the requirements that they verify; so that none counts twice,
 * cases that did not pass are `skipped` here, with their verdict as the message.
 */
function ownSuite({ record }: RunView): Suite[] {
  const ownCases = record.cases.filter(({ own }) => own === true)
  if (ownCases.length === 0) return []
  const skipped = ownCases.filter(({ verdict }) => verdict !== 'passed')
  const tests = ownCases.map((one) => {
    const message = messageLine(`${caseInWords(one)}; judged as ${one.requirements.join(', ')}`)
    const name = nameLine(`${one.id} ${one.title}`)
    return element(
      'testcase',
      { name, classname: 'conformance.own', time: seconds(0) },
      skipped.includes(one) ? [element('skipped', { message })] : [],
    )
  })
  const counts = { tests: tests.length, failures: 0, errors: 0, skipped: skipped.length }
  return [{ name: 'conformance.own', counts, ms: 0, tests }]
}

/** One test case for the run itself, if no requirement explains its exit code. */
function runSuite({ record, all }: RunView): Suite[] {
  const { tests, failures, errors } = totalsOf(all.map(({ outcome }) => outcome))
  const isExplained = failures + errors > 0 || record.exitCode === 0 || record.exitCode === 3
  if (tests > 0 && isExplained) return []
  const isFailed = record.exitCode === 1
  const message = messageLine(record.problem ?? explainExitCode(record))
  const text = `${message}\n${explainExitCode(record)}\ntarget: ${record.target.baseUrl}`
  const result = element(isFailed ? 'failure' : 'error', { message, type: isFailed ? 'run' : 'error' }, [
    text,
  ])
  const test = element(
    'testcase',
    { name: 'the run judges its target', classname: 'conformance.run', time: seconds(0) },
    [result],
  )
  const counts = { tests: 1, failures: isFailed ? 1 : 0, errors: isFailed ? 0 : 1, skipped: 0 }
  return [{ name: 'conformance.run', counts, ms: 0, tests: [test] }]
}

function suite({ name, counts, ms, tests, properties }: Suite, { record, violations }: RunView): XmlElement {
  const { failures, errors, skipped } = counts
  const pairs = {
    ...properties,
    target: record.target.baseUrl,
    verdict: record.verdict,
    exitCode: record.exitCode,
    rootCauses: violations.rootCauses,
    violations: violations.total,
    profile: record.profile,
    seed: record.seed,
    requests: record.requests.total,
    toolVersion: record.tool.version,
  }
  // Without fraction and zone: the only form of a time that every reader accepts.
  const timestamp = record.startedAt.slice(0, 19)
  return element(
    'testsuite',
    { name, tests: counts.tests, failures, errors, skipped, time: seconds(ms), timestamp },
    [
      element(
        'properties',
        {},
        Object.entries(pairs).map(([key, value]) => element('property', { name: key, value })),
      ),
      ...tests,
    ],
  )
}
