/** From red to green, one violation after the other, as a person works who repairs a server. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunRecord } from '../app/report/record.ts'
import { runProgram } from './program.ts'
import { atServer } from './testing/at-server.ts'
import { call } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

/** Statuses that break a row each: that of `GET /me`, and that of one chatbot's sources. */
const BROKEN = ['GET /me', 'GET /knowledge/sources', 'GET /chatbots'] as const

test('what failed stays on the list until it is judged again, and the record of the whole run stays', async () => {
  const broken = new Set<string>(BROKEN)
  const { host, run, said, read } = await atServer(({ operation = '' }, answer) =>
    broken.has(operation) && answer.status === 200 ? { ...answer, status: 203 } : answer,
  )
  const recordIn = async (folder: string): Promise<RunRecord> =>
    JSON.parse(await read(`${folder}/run.json`)) as RunRecord

  expect(await run('--endpoint', ...BROKEN)).toBe(1)
  const { settings, ...failed } = await recordIn('reports')
  expect(settings.selection).toEqual({ endpoints: BROKEN })
  // The folder has the record of a part now; a whole one takes its place.
  const kept = JSON.stringify({ ...failed, settings: { ...settings, selection: undefined } })
  await writeFile(join(host.folder, 'reports/run.json'), kept)

  expect(await run('--last-failed', '--bail')).toBe(1)
  expect(said()).toMatch(/earlier violations? not judged again/)
  expect(await read('reports/run.json')).toBe(kept)
  expect((await recordIn('reports/partial')).open?.length).toBeGreaterThan(0)

  // One is fixed, and the loop goes on with what is open: nothing is forgotten.
  broken.delete('GET /me')
  expect(await run('--last-failed')).toBe(1)
  const { since, requirements } = await recordIn('reports/partial')
  expect(since?.mended.length).toBeGreaterThan(0)
  const count = (rows: RunRecord['requirements']): number =>
    rows.filter(({ verdict }) => verdict === 'failed').length
  expect(count(requirements)).toBeLessThan(count(failed.requirements))

  broken.clear()
  expect(await run('--last-failed')).toBe(0)
  expect(await run('--last-failed')).toBe(2)
  expect(host.err()).toContain('--last-failed has nothing to repeat: nothing failed in the last run')
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
    expect(await head('unjudged.json')).toContain('{')
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
