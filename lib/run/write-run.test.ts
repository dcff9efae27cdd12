import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TOY_SETUP } from '../testing/toy-api.ts'
import { recordOfShelf } from '../testing/toy-run.ts'
import { writeRun } from './write-run.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const same = (text: string): string => text

test('explains each violated requirement on a page that the report links to', async () => {
  const { failed } = await writeRun(TOY_SETUP, folder, await recordOfShelf('fields/untitled'), [], same)
  expect(failed).toEqual([])
  expect((await readdir(join(folder, 'requirements'))).toSorted()).toEqual(['BOOK-1.html'])
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('href="requirements/BOOK-1.html"')
})

test('takes away the pages of an earlier run, and nothing else', async () => {
  await mkdir(join(folder, 'requirements'))
  await writeFile(join(folder, 'requirements', 'mine.txt'), 'mine')
  await writeRun(TOY_SETUP, folder, await recordOfShelf('status/down'), [], same)
  await writeRun(TOY_SETUP, folder, await recordOfShelf(), [], same)
  expect(await readdir(join(folder, 'requirements'))).toEqual(['mine.txt'])
})

test('says which pages could not be written, and writes the reports', async () => {
  await writeFile(join(folder, 'requirements'), '')
  const { written, failed } = await writeRun(TOY_SETUP, folder, await recordOfShelf('status/down'), [], same)
  expect(failed.map(({ file }) => file)).toEqual([join(folder, 'requirements')])
  expect(written).toContain(join(folder, 'run.json'))
})

test('names a history that cannot be written, and explains nevertheless', async () => {
  await mkdir(join(folder, 'history.jsonl'))
  const { failed } = await writeRun(TOY_SETUP, folder, await recordOfShelf('status/down'), [], same)
  expect(failed.map(({ file }) => file)).toEqual([join(folder, 'history.jsonl')])
  expect(await readdir(join(folder, 'requirements'))).toEqual(['STATUS-2.html'])
})
