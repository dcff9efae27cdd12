import type { ParsedElement } from './parse-xml.ts'

interface Rule {
  readonly children?: readonly string[]
  /** Text between the children is allowed. */
  readonly text?: true
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
}

const words = (list: string): readonly string[] => list.split(' ')

const OUTCOME: Rule = { text: true, optional: ['type', 'message'] }
const RERUN: Rule = {
  text: true,
  children: ['stackTrace', 'system-out', 'system-err'],
  required: ['type'],
  optional: ['message'],
}
const OUTPUT: Rule = { text: true }

/**
 * What `junit-10.xsd` of Jenkins' xunit plugin allows, element by element, in our own words. Notable: no `properties`,
 * `file` or `line` on a test case, and no `skipped` on `testsuites`.
 */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { children: ['testsuite'], optional: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: {
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
    required: ['name', 'tests', 'failures', 'errors'],
    optional: words('group time skipped timestamp hostname id package file log url'),
  },
  properties: { children: ['property'] },
  property: { required: ['name', 'value'] },
  testcase: {
    children: words(
      'skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err',
    ),
    required: ['name'],
    optional: ['time', 'classname', 'group'],
  },
  skipped: OUTCOME,
  error: OUTCOME,
  failure: OUTCOME,
  rerunFailure: RERUN,
  rerunError: RERUN,
  flakyFailure: RERUN,
  flakyError: RERUN,
  stackTrace: OUTPUT,
  'system-out': OUTPUT,
  'system-err': OUTPUT,
}

const TIME = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d*)?$/

/** Every place where a document breaks the schema, as `testsuite: has no name`; empty: it is valid. */
export function schemaProblems(element: ParsedElement): string[] {
  const rule = RULES[element.name]
  if (rule === undefined) return [`${element.name}: unknown element`]
  const { children = [], required = [], optional = [], text } = rule
  const given = Object.keys(element.attributes)
  const time = element.attributes['time']
  const suite = element.name.startsWith('testsuite')
  return [
    ...required.filter((name) => !given.includes(name)).map((name) => `${element.name}: has no ${name}`),
    ...given
      .filter((name) => ![...required, ...optional].includes(name))
      .map((name) => `${element.name}: ${name} is not allowed`),
    ...(suite && time !== undefined && !TIME.test(time) ? [`${element.name}: time ${time}`] : []),
    ...(text !== true && element.text.trim() !== '' ? [`${element.name}: text is not allowed`] : []),
    ...element.children.flatMap((child) =>
      children.includes(child.name)
        ? schemaProblems(child)
        : [`${element.name}: ${child.name} is not allowed`],
    ),
  ]
}
