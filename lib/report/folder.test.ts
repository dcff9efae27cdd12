import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './folder.ts'

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
