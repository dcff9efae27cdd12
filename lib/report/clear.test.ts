import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearReports } from './clear.ts'

test('what an earlier run left goes, other files stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reports to clear '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const put = async (...names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => writeFile(join(folder, name), '')))
  }
  await mkdir(join(folder, 'capsules'))
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
  await put(
    'capsules/LIST-LEADS-20.json',
    'capsules/notes.json',
    'requirements/AUTH-01.html',
    'kill-matrix.json',
  )

  await clearReports(folder)

  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'README.md',
    'capsules',
    'capsules/notes.json',
    'kill-matrix.json',
    'requirements',
  ])
})

test('a folder that is not there is as clear as one can be', async () => {
  await expect(clearReports('/nowhere/at/all')).resolves.toBeUndefined()
})
