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

test('leaves a capsule for each violated requirement, scrubbed', async () => {
  const scrub = (text: string): string => text.replaceAll('shelf.test', '…')
  const { written } = await writeRun(TOY_SETUP, folder, await recordOfShelf('status/down'), [], scrub)
  expect(written).toContain(join(folder, 'capsules'))
  expect(await readdir(join(folder, 'capsules'))).toEqual(['STATUS-2.json'])
  const text = await readFile(join(folder, 'capsules', 'STATUS-2.json'), 'utf8')
  expect(text).toContain('…')
  expect(text).not.toContain('shelf.test')
})

test('takes away the capsules of an earlier run, and nothing else', async () => {
  await mkdir(join(folder, 'capsules'))
  for (const name of ['STATUS-1.json', 'STATUS-1', 'notes.txt'])
    await writeFile(join(folder, 'capsules', name), '{}')
  await writeRun(TOY_SETUP, folder, await recordOfShelf(), [], same)
  expect((await readdir(join(folder, 'capsules'))).toSorted()).toEqual(['STATUS-1', 'notes.txt'])
})

test('says that capsules could not be written, and writes the rest', async () => {
  await writeFile(join(folder, 'capsules'), 'a file where a folder should be')
  const { written, failed } = await writeRun(TOY_SETUP, folder, await recordOfShelf('status/down'), [], same)
  expect(failed.map(({ file }) => file)).toEqual([join(folder, 'capsules')])
  expect(written).toContain(join(folder, 'requirements'))
})
