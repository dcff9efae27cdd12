/**
 * Models of consumers that no registry offers as a package: their rules, taken from their public source and put into
 * our own words. What they ignore, the models ignore.
 */
import type { ParsedElement } from '../parse-xml.ts'
import type { CaseRead, Reader } from './reading.ts'
import { elementsNamed, parseXml } from '../parse-xml.ts'
import { counted } from './reading.ts'

function child(of: ParsedElement, name: string): ParsedElement | undefined {
  return of.children.find((one) => one.name === name)
}

function attribute(of: ParsedElement, name: string): string {
  const value = of.attributes[name]
  if (value === undefined) throw new Error(`<${of.name}> has no ${name}`)
  return value
}

/**
 * Jenkins, junit-plugin: a suite without test cases vanishes; `skipped` wins over a failure; only the first `error`,
 * else the first `failure`, is read; the class name up to its last dot is the package.
 */
export const jenkins: Reader = {
  name: 'Jenkins (model)',
  read(source) {
    const cases = elementsNamed(parseXml(source), 'testcase')
    return counted(
      cases.map((one): CaseRead => {
        const red = child(one, 'error') ?? child(one, 'failure')
        const skipped = child(one, 'skipped')
        const classname = attribute(one, 'classname')
        if (!classname.includes('.')) throw new Error(`${classname} is in the package (root)`)
        return {
          name: attribute(one, 'name'),
          classname,
          outcome: skipped !== undefined ? 'skipped' : red !== undefined ? 'red' : 'passed',
          seconds: Number(attribute(one, 'time').replaceAll(',', '')),
          message: skipped?.attributes['message'] ?? red?.attributes['message'],
          details: red?.text,
          retries: one.children.filter(({ name }) => name === 'flakyFailure').length,
        }
      }),
    )
  },
}

/** Words that Ruby on Rails' reader of XML takes for the type of a value, so that the text is read as another thing. */
const RAILS_TYPES =
  /^(?:symbol|date|datetime|dateTime|integer|float|decimal|boolean|string|yaml|base64Binary|hexBinary|duration|file|array)$/

/**
 * GitLab: suite, class name and name are the key of a case, and of those with one key and status only one is counted;
 * `failure` goes before `error` and `skipped`; one level of `testsuites`, any of `testsuite`.
 */
export const gitlab: Reader = {
  name: 'GitLab (model)',
  read(source) {
    const root = parseXml(source)
    if (Buffer.byteLength(source) > 30 * 1024 * 1024) throw new Error('larger than 30 MB')
    const found = new Map<string, CaseRead>()
    const walk = (node: ParsedElement): void => {
      for (const one of node.children) {
        if (one.name === 'testsuite') walk(one)
        if (one.name !== 'testcase') continue
        const red = child(one, 'failure') ?? child(one, 'error')
        const skipped = child(one, 'skipped')
        const telling = red ?? skipped
        const type = telling?.attributes['type'] ?? ''
        if (RAILS_TYPES.test(type)) throw new Error(`the type ${type} changes the text`)
        const [name, classname] = [attribute(one, 'name'), attribute(one, 'classname')]
        const outcome = red !== undefined ? 'red' : skipped !== undefined ? 'skipped' : 'passed'
        found.set(`${outcome}_${attribute(node, 'name')}_${classname}_${name}`, {
          name,
          classname,
          outcome,
          seconds: Number.parseFloat(attribute(one, 'time')),
          message: telling?.attributes['message'],
          details: red?.text,
        })
      }
    }
    walk(root)
    return counted([...found.values()])
  },
}

/**
 * dorny/test-reporter: trims the names of suites and cases, so both must be there; `failure` and `error` are one;
 * reads the text of the first only, and needs one; a case whose class is named like its suite loses its group.
 */
export const dorny: Reader = {
  name: 'dorny/test-reporter (model)',
  read(source) {
    const suites = parseXml(source).children.filter(({ name }) => name === 'testsuite')
    return counted(
      suites.flatMap((suite) => {
        const suiteName = attribute(suite, 'name').trim()
        return suite.children
          .filter(({ name }) => name === 'testcase')
          .map((one): CaseRead => {
            const red = child(one, 'failure') ?? child(one, 'error')
            if (red?.text.trim() === '') throw new Error('a failure without text')
            const skipped = child(one, 'skipped')
            const classname = attribute(one, 'classname')
            return {
              name: attribute(one, 'name').trim(),
              classname: classname === suiteName ? '' : classname,
              outcome: red !== undefined ? 'red' : skipped !== undefined ? 'skipped' : 'passed',
              seconds: Number.parseFloat(attribute(one, 'time')),
              message: red?.attributes['message'],
              details: red?.text,
            }
          })
      }),
    )
  },
}

/**
 * mikepenz/action-junit-report: cases of one suite with the same name, class and file are tries of one case; `skipped`
 * or a `status` of `disabled` excuses a failure; `flakyFailure` counts as a retry.
 */
export const mikepenz: Reader = {
  name: 'mikepenz/action-junit-report (model)',
  read(source) {
    const suites = elementsNamed(parseXml(source), 'testsuite')
    return counted(
      suites.flatMap((suite) => {
        const tries = new Map<string, CaseRead>()
        for (const one of suite.children.filter(({ name }) => name === 'testcase')) {
          const red = child(one, 'failure') ?? child(one, 'error')
          const skipped = child(one, 'skipped') !== undefined || one.attributes['status'] === 'disabled'
          const [name, classname] = [attribute(one, 'name'), attribute(one, 'classname')]
          const key = `${name}|${classname}|${one.attributes['file'] ?? ''}`
          tries.set(key, {
            name,
            classname,
            outcome: skipped ? 'skipped' : red !== undefined ? 'red' : 'passed',
            seconds: Number.parseFloat(attribute(one, 'time')),
            message: red?.attributes['message'],
            details: red?.text.trim(),
            retries: one.children.filter((part) => part.name === 'flakyFailure').length,
          })
        }
        return [...tries.values()]
      }),
    )
  },
}
