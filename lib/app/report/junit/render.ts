import { explainExitCode } from '../headline.ts'
import { FAILURES } from '../outcome.ts'
import type { RunView } from '../view/view.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import { messageLine, secondsIn, testCase } from './test-case.ts'
import { element, renderXml, type XmlElement } from './xml.ts'

/**
 * Renders a record as JUnit XML: one test case for each requirement, open points included, one suite for each part of
 * the specification.
 *
 * A requirement is the unit that the verdict counts, so the totals of a dashboard equal ours: `failures` are violated
 * requirements and unexpected passes, `errors` those with verdict `error`, `skipped` the inconclusive, disabled and
 * known failures, and open points with what was observed. A run that was cut short, or ends with exit code 1 or 2,
 * without any of these in its rows gets one more test case that says why, so that no reader shows it as green.
 *
 * The document is valid for Jenkins' junit-10.xsd. That schema has properties at suite level only, and no file or line
 * on a test case: the properties of a requirement are `[[PROPERTY|…]]` lines of its system-out.
 */
export function renderJUnit(view: RunView): string {
  const { record } = view
  const suites = [...partSuites(view), ...runSuite(view)]
  const sum = (name: 'failures' | 'errors'): number =>
    suites.reduce((total, { attributes }) => total + Number(attributes[name]), 0)
  const attributes = {
    name: record.tool.name,
    // No `tests`: Jenkins' schema has no `skipped` here, so a reader that subtracts would count skipped tests as
    // passed. Without it, readers add up the suites.
    failures: sum('failures'),
    errors: sum('errors'),
    time: secondsIn(record.durationMs),
  }
  return renderXml(element('testsuites', attributes, suites))
}

function partSuites(view: RunView): XmlElement[] {
  return [...groupBy(view.all, ({ result }) => result.part)]
    .toSorted(([a], [b]) => a - b)
    .map(([part, rows]) => {
      const tests = rows.map((row) => testCase(view, row))
      return suite(`conformance.part${part}`, tests, view, {
        part,
        title: view.record.api.parts[part - 1] ?? '',
      })
    })
}

/** One test case for the run itself, if no requirement explains its exit code. */
function runSuite(view: RunView): XmlElement[] {
  const { record, all, rows, headline } = view
  // Unless a run was cut short, its exit code 3 comes from rows that are shown as skipped.
  const isRed = rows.some(({ outcome }) => outcome === 'error' || FAILURES.some((one) => one === outcome))
  const isExplained = isRed || record.exitCode === 0 || (record.exitCode === 3 && record.cutShort !== true)
  if (all.length > 0 && isExplained) return []
  const kind = record.exitCode === 1 ? 'failure' : 'error'
  const message = messageLine(headline)
  const text = `${message}\n${explainExitCode(record)}\ntarget: ${record.target.baseUrl}`
  const test = element(
    'testcase',
    { name: 'the run judges its target', classname: 'conformance.run', time: secondsIn(0) },
    [element(kind, { message, type: 'run' }, [text])],
  )
  return [suite('conformance.run', [test], view)]
}

/** A suite with the figures of its test cases; its time is the sum of theirs. */
function suite(
  name: string,
  tests: readonly XmlElement[],
  view: RunView,
  ownProperties: Readonly<Record<string, string | number>> = {},
): XmlElement {
  const having = (child: string): number =>
    tests.filter(({ children }) => children.some((one) => typeof one !== 'string' && one.name === child))
      .length
  const attributes = {
    name,
    tests: tests.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: tests.reduce((sum, test) => sum + Number(test.attributes['time']), 0).toFixed(3),
    // Without fraction and zone: the only form of a time that every reader accepts.
    timestamp: view.record.startedAt.slice(0, 19),
  }
  const properties = Object.entries({ ...ownProperties, ...propertiesOf(view) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => element('property', { name, value }))
  return element('testsuite', attributes, [element('properties', {}, properties), ...tests])
}

/** What every suite says of the run. */
function propertiesOf({
  record,
  violations,
}: RunView): Readonly<Record<string, string | number | undefined>> {
  return {
    target: record.target.baseUrl,
    targetName: record.target.name,
    targetVersion: record.target.version,
    contract: record.api.digests.contract,
    rules: record.api.digests.rules,
    verdict: record.verdict,
    exitCode: record.exitCode,
    critical: violations.critical,
    violations: violations.total,
    profile: record.profile,
    seed: record.seed,
    requests: record.requests.total,
    toolVersion: record.tool.version,
  }
}
