/** The file of known failures as its owner works with it: from a red server to a green pipeline, twice in a row. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { KnownFailure } from '../app/run/options.ts'
import { runProgram } from './program.ts'
import { atServer } from './testing/at-server.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

const FILE = 'known-failures.json'
const WRITES = ['--writes', '--only', 'CREATE-LEAD-01', 'CREATE-LEAD-33']

test('from red to green, with every profile, and down again when something is fixed', async () => {
  let isBroken = true
  const { run, said, read } = await atServer(
    ({ operation }, answer) =>
      isBroken && operation === 'POST /leads' && answer.status === 200 ? { ...answer, status: 201 } : answer,
    { CONFORMANCE_KNOWN_FAILURES: FILE },
  )
  const entries = async (): Promise<KnownFailure[]> => JSON.parse(await read(FILE)) as KnownFailure[]

  expect(await run(...WRITES, '--update-known-failures')).toBe(1)
  expect(said()).toContain('added CREATE-LEAD-01 at POST /leads: replace its reason')
  const listed = await entries()
  expect(listed.map(({ id }) => id)).toContain('CREATE-LEAD-01')
  expect(listed.every(({ cases = [] }) => cases.length > 0)).toBe(true)

  // What a smaller run does not try neither holds nor fails, and stays in the file.
  for (const words of [WRITES, ['--profile', 'smoke', '--update-known-failures']])
    expect([words, await run(...words)]).toEqual([words, 0])
  expect(await entries()).toEqual(listed)

  isBroken = false
  expect(await run(...WRITES, '--update-known-failures')).toBe(1)
  expect(said()).toContain('removed CREATE-LEAD-01: it holds now')
  expect(await entries()).toEqual([])
})

test('a run that judges nothing leaves the file as it is', async () => {
  const host = await fakeHost()
  await writeFile(join(host.folder, FILE), '[{ "id": "AUTH-01", "reason": "ours" }]')
  const base = ['--base-url', 'http://127.0.0.1:1/v1']
  const words = ['run', '--update-known-failures', '--known-failures', FILE, ...base]
  const environment = { CONFORMANCE_API_KEY: 'cak_live_0123456789' }
  expect(await runProgram(words, { ...host, environment })).toBe(2)
  expect(await readFile(join(host.folder, FILE), 'utf8')).toContain('ours')
})
