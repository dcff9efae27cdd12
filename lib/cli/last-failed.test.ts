/** From red to green, one violation after the other, like a person who repairs a server. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunRecord } from '../app/report/record.ts'
import { failedIn } from '../app/report/since.ts'
import { runProgram } from './program.ts'
import { atServer } from './testing/at-server.ts'
import { call } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

const STATUSES = ['GET /me', 'GET /knowledge/sources', 'GET /chatbots'] as const

test('only a whole run changes what failed: each round says how much of it passes now', async () => {
  const broken = new Set<string>(STATUSES)
  const { host, run, said, read } = await atServer(
    ({ operation = '' }, answer) =>
      broken.has(operation) && answer.status === 200 ? { ...answer, status: 203 } : answer,
    { CONFORMANCE_PROFILE: 'smoke' },
  )
  const recordIn = async (folder: string): Promise<RunRecord> =>
    JSON.parse(await read(`${folder}/run.json`)) as RunRecord

  expect(await run()).toBe(1)
  const whole = await read('reports/run.json')
  const failed = failedIn(await recordIn('reports'))
  expect(failed.length).toBeGreaterThan(STATUSES.length)

  // A run without enough budget, a stopped run and a run of a part do not replace the last whole run.
  for (const words of [['--budget', '30'], ['--bail'], ['GET-ME-01'], ['--last-failed', '--bail']]) {
    expect([words, await run(...words)]).toEqual([words, 1])
    expect(await read('reports/run.json')).toBe(whole)
    expect(await read('reports/partial/run.json')).not.toBe(whole)
  }

  // One operation is fixed: the list stays, and shows the progress.
  broken.delete('GET /me')
  expect(await run('--last-failed')).toBe(1)
  const { since, requirements } = await recordIn('reports/partial')
  expect(since).toMatchObject({ broke: [], failed: failed.map(({ id }) => id) })
  expect(since?.fixed.length).toBeGreaterThan(0)
  // The status of another operation is still wrong: none of its requirements counts as fixed.
  for (const id of since?.fixed ?? [])
    expect(requirements.find((row) => row.id === id)).toMatchObject({ verdict: 'passed' })
  const ofThem = `of the ${failed.length} rows that failed at \\d\\d:\\d\\d pass now`
  expect(said()).toMatch(
    new RegExp(`FAILED .*; ${since?.fixed.length} ${ofThem}; \\d+ others were not judged`),
  )

  broken.clear()
  for (const round of [1, 2]) {
    expect([round, await run('--last-failed')]).toEqual([round, 0])
    expect(said()).toMatch(new RegExp(`PASSED  ${failed.length} ${ofThem}; \\d+ others were not judged`))
  }
  // The fixed server, judged in part: nothing is violated, and nothing passed.
  expect(await run('--budget', '30')).toBe(3)
  expect(said()).toMatch(/INCOMPLETE {2}no violation in the \d+ of \d+ that were judged; .*budget of 30/)
  expect(await read('reports/junit.xml')).toContain('errors="1"')
  expect(await read('reports/run.json')).toBe(whole)

  expect(await run()).toBe(0)
  const mended = await recordIn('reports')
  expect(mended.since).toMatchObject({ broke: [], fixed: failed.map(({ id }) => id) })
  expect(existsSync(join(host.folder, 'reports/partial'))).toBe(false)
  expect(await run('--last-failed')).toBe(2)
  expect(host.err()).toContain('--last-failed has nothing to repeat: nothing failed in the last whole run')
})

const KEPT = { 'kept/junit.xml': '<testsuites/>', 'kept/summary.md': '✅ Passed' }
const GONE = 'http://127.0.0.1:1/v1'

test.each([
  ['a wrong argument', ['--bugdet', '5'], {}, 'The embedded reference service'],
  ['an empty variable', [], { CONFORMANCE_BUDGET: '' }, 'The embedded reference service'],
  ['a wrong argument beside a target', ['--env', 'eu', '--bugdet', '5'], {}, '`https://eu.test/v1`'],
  ['an unreachable address', ['--base-url', GONE], { CONFORMANCE_API_KEY: 'cak_live_01234567' }, GONE],
])(
  'after %s over a kept folder, what CI reads says that nothing was judged',
  async (_, words, environment, target) => {
    const { cleanRun } = await import('../app/report/testing/sample-records.ts')
    const environments = { eu: { baseUrl: 'https://eu.test/v1' } }
    const files = {
      ...KEPT,
      'kept/run.json': JSON.stringify(cleanRun()),
      'conformance.config.json': JSON.stringify({ reports: 'kept', environments }),
    }
    const host = await fakeHost(environment, files)
    expect(await runProgram(['run', '--quiet', ...words], host)).toBe(2)
    const head = async (name: string): Promise<string> =>
      (await readFile(join(host.folder, 'kept', name), 'utf8')).split('\n').slice(0, 4).join('\n')

    expect(await head('summary.md')).toMatch(/error|nothing was judged/i)
    expect(await head('summary.md')).not.toContain('Passed')
    expect(await head('summary.md')).toContain(target)
    expect(await head('junit.xml')).toMatch(/errors="1"/)
    expect(await head('partial/run.json')).toContain('{')
    expect(JSON.parse(await readFile(join(host.folder, 'kept/run.json'), 'utf8'))).toEqual(cleanRun())
  },
)

test('two runs in one reports folder are noticed', async () => {
  const files = { 'reports/.lock': `${hostname()} ${process.ppid}` }
  const { code, err, folder } = await call(['run'], { files })
  expect([code, err]).toEqual([
    2,
    `error: another run (process ${process.ppid}) writes into FOLDER/reports: wait for it, or choose another folder with --reports (its lock: FOLDER/reports/.lock)\n`,
  ])
  expect(await readdir(join(folder, 'reports'))).toEqual(['.lock'])
})

test.skipIf(process.platform !== 'linux')(
  'a lock of a process whose number lives again is no obstacle',
  async () => {
    const files = { 'reports/.lock': `${hostname()} ${process.ppid} 1` }
    expect((await call(['--quiet'], { files })).code).toBe(0)
  },
)

test('a lock that a killed run left behind is no obstacle', async () => {
  const files = { 'reports/.lock': `${hostname()} ${2 ** 22 + 1}` }
  expect((await call(['run', '--quiet'], { files })).code).toBe(0)
})
