import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeToString } from 'junit-report-merger'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { parse as parseJunit2Json } from 'junit2json'
import { parse as parseTestBeats } from 'test-results-parser'
import { elementsNamed, type ParsedElement, parseXml } from './parse-xml.ts'

/** What a dashboard knows of one test case after it has read a JUnit file. */
export interface CaseRead {
  readonly name: string
  /** Absent where the reader keeps none. */
  readonly classname?: string
  /** Most readers show errors as failures: both are `red`. */
  readonly outcome: 'passed' | 'red' | 'skipped'
  readonly seconds: number
  /** Why it is red or skipped, where the reader keeps that. */
  readonly message?: string
  readonly details?: string
  /** Tries that failed before the one that counts, where the reader knows of them. */
  readonly retries?: number
}

/** A JUnit file as one consumer reads it. */
export interface Reading {
  /** As the consumer itself counts. */
  readonly totals: {
    readonly tests: number
    readonly red: number
    readonly skipped: number
  }
  readonly cases: readonly CaseRead[]
}

/** One consumer: a published parser, or a model of the rules in its public source. */
export interface Reader {
  readonly name: string
  readonly read: (source: string) => Reading | Promise<Reading>
}

/** Totals of a reader that counts its test cases. */
export function counted(cases: readonly CaseRead[]): Reading {
  const having = (outcome: CaseRead['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length
  return { cases, totals: { tests: cases.length, red: having('red'), skipped: having('skipped') } }
}

/**
 * Models of consumers that no registry offers as a package: their rules, taken from their public source and put into
 * our own words. What they ignore, the models ignore.
 */

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
        const element = red ?? skipped
        const type = element?.attributes['type'] ?? ''
        if (RAILS_TYPES.test(type)) throw new Error(`the type ${type} changes the text`)
        const [name, classname] = [attribute(one, 'name'), attribute(one, 'classname')]
        const outcome = red !== undefined ? 'red' : skipped !== undefined ? 'skipped' : 'passed'
        found.set(`${outcome}_${attribute(node, 'name')}_${classname}_${name}`, {
          name,
          classname,
          outcome,
          seconds: Number.parseFloat(attribute(one, 'time')),
          message: element?.attributes['message'],
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

/** Published parsers of JUnit files, as dashboards use them. */

/** Calls a parser that reads a file by its path. */
async function withFile<T>(source: string, read: (path: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'junit-'))
  const file = join(folder, 'junit.xml')
  writeFileSync(file, source)
  try {
    return await read(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** junit2json: a typed tree, for scripts and pull request bots. */
export const junit2json: Reader = {
  name: 'junit2json',
  async read(source) {
    const root = await parseJunit2Json(source)
    const suites = root !== undefined && root !== null && 'testsuite' in root ? (root.testsuite ?? []) : []
    return counted(
      suites
        .flatMap(({ testcase }) => testcase ?? [])
        .map((one): CaseRead => {
          const red = one.failure?.[0] ?? one.error?.[0]
          return {
            name: one.name ?? '',
            classname: one.classname,
            outcome: red !== undefined ? 'red' : one.skipped !== undefined ? 'skipped' : 'passed',
            seconds: one.time ?? Number.NaN,
            message: red?.message ?? one.skipped?.[0]?.message,
            details: red?.inner,
          }
        }),
    )
  },
}

const TESTBEATS = { PASS: 'passed', FAIL: 'red', SKIP: 'skipped' } as const

/** test-results-parser: what TestBeats shows. Its totals leave skipped cases out. */
export const testBeats: Reader = {
  name: 'test-results-parser',
  async read(source) {
    const result = await withFile(source, (path) => parseTestBeats({ type: 'junit', files: [path] }))
    const cases = result.suites
      .flatMap((suite) => suite.cases)
      .map((one): CaseRead => ({
        name: one.name,
        outcome: TESTBEATS[one.status as keyof typeof TESTBEATS],
        seconds: one.duration / 1000,
        message: one.failure || undefined,
        details: one.stack_trace || undefined,
      }))
    const { total, failed, errors, skipped } = result
    return { cases, totals: { tests: total + skipped, red: failed + errors, skipped } }
  },
}

/** junit-to-ctrf: the Common Test Report Format, from which its own reports and job summaries are made. */
export const ctrf: Reader = {
  name: 'junit-to-ctrf',
  async read(source) {
    const report = await withFile(source, (path) => convertJUnitToCTRFReport(path))
    if (report === null) return counted([])
    const { summary, tests } = report.results
    return {
      totals: { tests: summary.tests, red: summary.failed, skipped: summary.skipped },
      cases: tests.map((one): CaseRead => ({
        name: one.name,
        outcome: one.status === 'failed' ? 'red' : one.status === 'skipped' ? 'skipped' : 'passed',
        seconds: one.duration / 1000,
        message: one.message,
        details: one.trace,
        retries: one.retries ?? 0,
      })),
    }
  },
}

/** junit-report-merger: joins the files of several jobs, and writes the sums of their attributes. */
export const merger: Reader = {
  name: 'junit-report-merger',
  async read(source) {
    const merged: unknown = await mergeToString([source], { sumTime: true })
    const { tests, failures, errors, skipped } = parseXml(String(merged)).attributes
    return {
      cases: [],
      totals: { tests: Number(tests), red: Number(failures) + Number(errors), skipped: Number(skipped) },
    }
  },
}
