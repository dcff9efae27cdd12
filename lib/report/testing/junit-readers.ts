import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { parse as parseJunit2Json } from 'junit2json'
import { parse as parseTestBeats } from 'test-results-parser'

/** A test case as a dashboard shows it after it has read a JUnit file. Most show errors as failures: both are red. */
export interface CaseRead {
  readonly name: string
  readonly outcome: 'passed' | 'red' | 'skipped'
  /** Why it is red or skipped, where the reader keeps that. */
  readonly message?: string
  readonly details?: string
}

/** A published parser of JUnit files. */
type Reader = (source: string) => Promise<readonly CaseRead[]>

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

const STATES: Readonly<Record<string, CaseRead['outcome']>> = {
  PASS: 'passed',
  SKIP: 'skipped',
  passed: 'passed',
  skipped: 'skipped',
}

/** Published parsers, as dashboards and bots use them. */
export const READERS: Readonly<Record<string, Reader>> = {
  async junit2json(source) {
    const root = await parseJunit2Json(source)
    const suites = root && 'testsuite' in root ? (root.testsuite ?? []) : []
    return suites
      .flatMap(({ testcase }) => testcase ?? [])
      .map(({ name = '', failure, error, skipped }) => {
        const red = failure?.[0] ?? error?.[0]
        const outcome = red !== undefined ? 'red' : skipped !== undefined ? 'skipped' : 'passed'
        return { name, outcome, message: red?.message ?? skipped?.[0]?.message, details: red?.inner }
      })
  },
  async 'test-results-parser'(source) {
    const { suites } = await withFile(source, (path) => parseTestBeats({ type: 'junit', files: [path] }))
    return suites
      .flatMap(({ cases }) => cases)
      .map((one) => ({
        name: one.name,
        outcome: STATES[one.status] ?? 'red',
        message: one.failure,
        details: one.stack_trace,
      }))
  },
  async 'junit-to-ctrf'(source) {
    const report = await withFile(source, (path) => convertJUnitToCTRFReport(path))
    return (report?.results.tests ?? []).map(({ name, status, message, trace }) => ({
      name,
      outcome: STATES[status] ?? 'red',
      message,
      details: trace,
    }))
  },
}
