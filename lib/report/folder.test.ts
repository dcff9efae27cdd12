import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { clearReports, makeFolder } from './folder.ts'

let base = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'make-folder-'))
})
afterEach(() => rm(base, { recursive: true }))

test('creates a folder with those above it, and accepts one that is there', async () => {
  const folder = join(base, 'a', 'b', 'c')
  await makeFolder(folder)
  await makeFolder(folder)

  expect((await stat(folder)).isDirectory()).toBe(true)
})

test('rejects where a file is in the way', async () => {
  await writeFile(join(base, 'file'), '')

  await expect(makeFolder(join(base, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(base, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')('ends where nothing can be created', async () => {
  await expect(makeFolder('/proc/nowhere/below')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('what an earlier run left goes, other files stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reports to clear '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const put = async (...names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => writeFile(join(folder, name), '')))
  }
  await mkdir(join(folder, 'requirements'))
  await put(
    'run.json',
    'junit.xml',
    'index.html',
    'summary.md',
    'badge.json',
    'traffic.har',
    'run.json.17.tmp',
    'README.md',
  )
  await put('requirements/AUTH-01.html', 'kill-matrix.json')

  await clearReports(folder)

  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'README.md',
    'kill-matrix.json',
    'requirements',
  ])
})

test('keeps the files that are of this run already', async () => {
  for (const name of ['run.json', 'junit.xml']) await writeFile(join(base, name), '')
  await clearReports(base, new Set(['run.json']))

  expect(await readdir(base)).toEqual(['run.json'])
})

test('a folder that is not there is as clear as one can be', async () => {
  await expect(clearReports('/nowhere/at/all')).resolves.toBeUndefined()
})
