import type { CaseResult, RunRecord } from '../record.ts'
import { dayOf, explainExitCode, outcomeOf, type Totals, totalsOf } from '../outcome.ts'
import type { Row } from '../view/causes.ts'
import { type RunView, viewOf } from '../view/view.ts'
import { caseInWords, partsOf, partTitle } from '../wording.ts'
import { capChars, oneLine } from '../../util/text.ts'
import { messageLine, testCase } from './test-case.ts'
import { element, renderXml, type XmlElement } from './xml.ts'

type Counts = Pick<Totals, 'tests' | 'failures' | 'errors' | 'skipped'>

/** One suite with the figures of its attributes. */
interface Suite {
  readonly element: XmlElement
  readonly counts: Counts
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
  const sum = (pick: (counts: Counts) => number): number =>
    suites.reduce((total, { counts }) => total + pick(counts), 0)
  return renderXml(
    element(
      'testsuites',
      {
        name: record.tool.name,
        // No `tests`: Jenkins' schema has no `skipped` here, so a reader that subtracts would count skipped tests as
        // passed. Without it, readers add up the suites.
        failures: sum(({ failures }) => failures),
        errors: sum(({ errors }) => errors),
        time: (record.durationMs / 1000).toFixed(3),
      },
      suites.map((suite) => suite.element),
    ),
  )
}

function partSuites(view: RunView): Suite[] {
  const { record, find } = view
  const day = dayOf(record)
  const known = new Map(view.rows.map((row) => [row.id, row]))
  return partsOf(record).flatMap((part) => {
    const results = record.requirements.filter((one) => one.part === part)
    if (results.length === 0) return []
    const rows = results.map(
      (result): Row =>
        known.get(result.id) ?? { id: result.id, result, outcome: outcomeOf(result, day), evidence: [] },
    )
    const cases = [...new Set(results.flatMap((result) => result.cases))].flatMap((id) => find.case(id) ?? [])
    const extra: Pair[] = [
      ['part', part],
      ['title', partTitle(record, part)],
    ]
    const children = [properties(view, extra), ...rows.map((row) => testCase(view, row))]
    return [suite(record, `conformance.part${part}`, children, totalsOf(results, day), elapsed(cases))]
  })
}

/** The time in which at least one of these cases ran, in milliseconds: cases run side by side. */
export function elapsed(cases: readonly CaseResult[]): number {
  const spans = cases
    .flatMap(({ startedAt, durationMs }) =>
      startedAt === undefined ? [] : [[Date.parse(startedAt), durationMs] as const],
    )
    .toSorted(([a], [b]) => a - b)
  let total = 0
  let reached = Number.NEGATIVE_INFINITY
  for (const [start, length] of spans) {
    const end = start + length
    total += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  return total
}

/**
 * The operator's own cases. Their violations count with the requirements that they verify; so that none counts twice,
 * cases that did not pass are `skipped` here, with their verdict as the message.
 */
function ownSuite(view: RunView): Suite[] {
  const { record, ownCases: own } = view
  if (own.length === 0) return []
  const tests = own.map((one) => {
    const message = messageLine(`${caseInWords(one)}; judged as ${one.requirements.join(', ')}`)
    const name = capChars(oneLine(`${one.id} ${one.title}`), 250)
    return element(
      'testcase',
      { name, classname: 'conformance.own', time: '0.000' },
      one.verdict === 'passed' ? [] : [element('skipped', { message })],
    )
  })
  const skipped = own.filter(({ verdict }) => verdict !== 'passed').length
  const counts = { tests: own.length, failures: 0, errors: 0, skipped }
  return [suite(record, 'conformance.own', [properties(view, []), ...tests], counts, 0)]
}

/** One test case for the run itself, if no requirement explains its exit code. */
function runSuite(view: RunView): Suite[] {
  const { record } = view
  const totals = totalsOf(record.requirements, dayOf(record))
  const red = totals.failures + totals.errors > 0
  if (totals.tests > 0 && (red || record.exitCode === 0 || record.exitCode === 3)) return []
  const failed = record.exitCode === 1
  const message = messageLine(record.problem ?? explainExitCode(record))
  const text = `${message}\n${explainExitCode(record)}\ntarget: ${record.target.baseUrl}`
  const result = element(failed ? 'failure' : 'error', { message, type: failed ? 'run' : 'error' }, [text])
  const test = element(
    'testcase',
    { name: 'the run judges its target', classname: 'conformance.run', time: '0.000' },
    [result],
  )
  const counts = { tests: 1, failures: failed ? 1 : 0, errors: failed ? 0 : 1, skipped: 0 }
  return [suite(record, 'conformance.run', [properties(view, []), test], counts, 0)]
}

function suite(
  record: RunRecord,
  name: string,
  children: XmlElement[],
  { tests, failures, errors, skipped }: Counts,
  ms: number,
): Suite {
  const attributes = {
    name,
    tests,
    failures,
    errors,
    skipped,
    time: (ms / 1000).toFixed(3),
    // Without fraction and zone: the only form that every reader accepts.
    timestamp: record.startedAt.slice(0, 19),
  }
  return { element: element('testsuite', attributes, children), counts: { tests, failures, errors, skipped } }
}

type Pair = readonly [name: string, value: string | number | boolean]

function properties({ record, violations }: RunView, extra: readonly Pair[]): XmlElement {
  const pairs: Pair[] = [
    ...extra,
    ['target', record.target.baseUrl],
    ['verdict', record.verdict],
    ['exitCode', record.exitCode],
    ['rootCauses', violations.rootCauses],
    ['violations', violations.total],
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
