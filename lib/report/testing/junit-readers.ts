import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { parse, type TestSuites } from 'junit2json'
import { parse as parseTestBeats } from 'test-results-parser'

/** A JUnit file as a tree, by junit2json, which throws where it is not well-formed. */
export async function treeOf(source: string): Promise<TestSuites> {
  return (await parse(source)) as TestSuites
}

/** A test case as `passed NAME`, `skipped NAME` or `red NAME`: most readers show errors as failures. */
type CaseRead = string

/** Published parsers of JUnit files, as dashboards and bots use them, with what they read. */
export const READERS: Readonly<Record<string, (source: string) => Promise<readonly CaseRead[]>>> = {
  async junit2json(source) {
    const { testsuite = [] } = await treeOf(source)
    return testsuite
      .flatMap(({ testcase = [] }) => testcase)
      .map(({ name, failure, error, skipped }) => {
        const other = skipped === undefined ? 'passed' : 'skipped'
        return `${(failure ?? error) === undefined ? other : 'red'} ${name}`
      })
  },
  async 'test-results-parser'(source) {
    const { suites } = await withFile(source, (path) => parseTestBeats({ type: 'junit', files: [path] }))
    return suites
      .flatMap(({ cases }) => cases)
      .map(({ status, name }) => `${STATES[status] ?? 'red'} ${name}`)
  },
  async 'junit-to-ctrf'(source) {
    const report = await withFile(source, (path) => convertJUnitToCTRFReport(path))
    return (report?.results.tests ?? []).map(({ status, name }) => `${STATES[status] ?? 'red'} ${name}`)
  },
}

const STATES: Readonly<Record<string, string>> = {
  PASS: 'passed',
  SKIP: 'skipped',
  passed: 'passed',
  skipped: 'skipped',
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
