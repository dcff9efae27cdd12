import { SETUP } from '../composition.ts'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CATALOGUE } from '../api/catalogue/index.ts'
import { sampleFinding } from '../report/testing/sample-parts.ts'
import { cleanRun } from '../report/testing/sample-records.ts'
import type { RunRecord } from '../report/record.ts'
import { writeRun } from './write-run.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const same = (text: string): string => text

/** A record in which requirements of the catalogue are violated. */
function violating(...ids: readonly string[]): RunRecord {
  const record = cleanRun()
  const [sample] = record.requirements
  if (sample === undefined) throw new Error('the sample has requirements')
  return {
    ...record,
    verdict: 'failed',
    exitCode: 1,
    requirements: CATALOGUE.rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, part, endpoint, strength, text }) => ({
        ...sample,
        id,
        part,
        endpoint,
        strength,
        text,
        verdict: 'failed',
        findings: [sampleFinding(id)],
      })),
  }
}

test('explains each violated requirement on a page that the report links to', async () => {
  const { failed } = await writeRun(SETUP, folder, violating('AUTH-02', 'TIME-01'), [], same)
  expect(failed).toEqual([])
  expect((await readdir(join(folder, 'requirements'))).toSorted()).toEqual(['AUTH-02.html', 'TIME-01.html'])
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('href="requirements/AUTH-02.html"')
})

test('takes away the pages of an earlier run, and nothing else', async () => {
  await mkdir(join(folder, 'requirements'))
  await writeFile(join(folder, 'requirements', 'mine.txt'), 'mine')
  await writeRun(SETUP, folder, violating('AUTH-02'), [], same)
  await writeRun(SETUP, folder, cleanRun(), [], same)
  expect(await readdir(join(folder, 'requirements'))).toEqual(['mine.txt'])
})

test('says which pages could not be written, and writes the reports', async () => {
  await writeFile(join(folder, 'requirements'), '')
  const { written, failed } = await writeRun(SETUP, folder, violating('AUTH-02'), [], same)
  expect(failed.map(({ file }) => file)).toEqual([join(folder, 'requirements')])
  expect(written).toContain(join(folder, 'run.json'))
})

test('names a history that cannot be written, and explains nevertheless', async () => {
  await mkdir(join(folder, 'history.jsonl'))
  const { failed } = await writeRun(SETUP, folder, violating('AUTH-02'), [], same)
  expect(failed.map(({ file }) => file)).toEqual([join(folder, 'history.jsonl')])
  expect(await readdir(join(folder, 'requirements'))).toEqual(['AUTH-02.html'])
})
