/** From red to green, one violation after the other, as a person works who mends a server. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import type { RunRecord } from '../app/report/record.ts'
import { runProgram } from './program.ts'
import { call } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

/** Statuses that break a row each: that of `GET /me`, and that of one chatbot's sources. */
const BROKEN = ['GET /me', 'GET /knowledge/sources', 'GET /chatbots'] as const

test('what failed stays on the list until it is judged again, and the record of the whole run stays', async () => {
  const broken = new Set<string>(BROKEN)
  const service = await startReference({
    seams: {
      respond: ({ operation = '' }, answer) =>
        broken.has(operation) && answer.status === 200 ? { ...answer, status: 203 } : answer,
    },
  })
  onTestFinished(() => service.close())
  const host = await fakeHost({
    CONFORMANCE_BASE_URL: service.baseUrl,
    CONFORMANCE_API_KEY: service.keys.main,
  })
  const reports = join(host.folder, 'reports')
  let said = ''
  const run = async (...words: readonly string[]): Promise<number> => {
    service.reset()
    const before = host.out().length
    const code = await runProgram(['run', '--quiet', ...words], host)
    said = host.out().slice(before)
    return code
  }
  const recordOf = async (folder: string): Promise<RunRecord> =>
    JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')) as RunRecord

  expect(await run('--endpoint', ...BROKEN)).toBe(1)
  const whole = await readFile(join(reports, 'run.json'), 'utf8')
  // The folder has the record of a part now; a whole one takes its place.
  expect((await recordOf(reports)).settings.selection).toEqual({ endpoints: BROKEN })
  const failed = JSON.parse(whole) as RunRecord
  const count = failed.requirements.filter(({ verdict }) => verdict === 'failed').length
  await writeFile(
    join(reports, 'run.json'),
    JSON.stringify({ ...failed, settings: { ...failed.settings, selection: undefined } }),
  )
  const kept = await readFile(join(reports, 'run.json'), 'utf8')

  expect(await run('--last-failed', '--bail')).toBe(1)
  expect(said).toMatch(/earlier violations? not judged again/)
  expect(await readFile(join(reports, 'run.json'), 'utf8')).toBe(kept)
  const first = await recordOf(join(reports, 'partial'))
  const open = first.open?.length ?? 0
  expect(open).toBeGreaterThan(0)

  // One is mended, and the loop goes on with what is open: nothing is forgotten.
  broken.delete('GET /me')
  expect(await run('--last-failed')).toBe(1)
  const second = await recordOf(join(reports, 'partial'))
  expect(second.since?.mended.length).toBeGreaterThan(0)
  expect(second.requirements.filter(({ verdict }) => verdict === 'failed').length).toBeLessThan(count)

  broken.clear()
  expect(await run('--last-failed')).toBe(0)
  expect(await run('--last-failed')).toBe(2)
  expect(host.err()).toContain('--last-failed has nothing to repeat: nothing failed in the last run')
  expect(await readFile(join(reports, 'summary.md'), 'utf8')).toContain('nothing failed in the last run')
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
  const { hostname } = await import('node:os')
  const lock = JSON.stringify({ process: process.ppid, host: hostname() })
  const { code, err, folder } = await call(['run'], { files: { 'reports/.lock': lock } })
  expect([code, err]).toEqual([
    2,
    `error: another run (process ${process.ppid}) writes into FOLDER/reports: wait for it, or choose another folder with --reports\n`,
  ])
  expect(await readdir(join(folder, 'reports'))).toEqual(['.lock'])
})

test('a lock that a killed run left behind is no obstacle', async () => {
  const files = { 'reports/.lock': JSON.stringify({ process: 2 ** 22 + 1, host: 'another machine' }) }
  expect((await call(['run', '--quiet'], { files })).code).toBe(0)
})
