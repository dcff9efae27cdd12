/** The file of known failures as its owner works with it: from a red server to a green pipeline, twice in a row. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import type { KnownFailure } from '../app/run/options.ts'
import { runProgram } from './program.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

const FILE = 'known-failures.json'
const WRITES = ['--writes', '--endpoint', 'POST /leads']

test('from red to green, with every profile, and down again when something is fixed', async () => {
  let isBroken = true
  const service = await startReference({
    seams: {
      respond: ({ operation }, answer) =>
        isBroken && operation === 'POST /leads' && answer.status === 200
          ? { ...answer, status: 201 }
          : answer,
    },
  })
  onTestFinished(() => service.close())
  const host = await fakeHost({
    CONFORMANCE_BASE_URL: service.baseUrl,
    CONFORMANCE_API_KEY: service.keys.main,
    CONFORMANCE_KNOWN_FAILURES: FILE,
  })
  let said = ''
  const run = async (...words: readonly string[]): Promise<number> => {
    // A new hour, as it were.
    service.reset()
    const before = host.out().length
    const code = await runProgram(['run', '--quiet', ...words], host)
    said = host.out().slice(before)
    return code
  }
  const entries = async (): Promise<KnownFailure[]> =>
    JSON.parse(await readFile(join(host.folder, FILE), 'utf8')) as KnownFailure[]

  expect(await run(...WRITES, '--update-known-failures')).toBe(1)
  expect(said).toContain('added CREATE-LEAD-01 at POST /leads: replace its reason')
  const listed = await entries()
  expect(listed.map(({ id }) => id)).toContain('CREATE-LEAD-01')
  expect(listed.every(({ cases = [] }) => cases.length > 0)).toBe(true)

  // What a smaller run does not try neither holds nor fails, and stays in the file.
  for (const words of [WRITES, WRITES, ['--profile', 'smoke', '--update-known-failures']])
    expect([words, await run(...words)]).toEqual([words, 0])
  expect(await entries()).toEqual(listed)

  isBroken = false
  expect(await run('--profile', 'smoke')).toBe(0)
  expect(await run(...WRITES, '--update-known-failures')).toBe(1)
  expect(said).toContain('removed CREATE-LEAD-01: it holds now')
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
