import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeToString } from 'junit-report-merger'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { parse as parseJunit2Json } from 'junit2json'
import { parse as parseTestBeats } from 'test-results-parser'
import { parseXml } from './parse-xml.ts'

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

/** One consumer: a published parser of JUnit files, as dashboards use them. */
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
