/** From red to green, one violation after the other, as a person works who repairs a server. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunRecord } from '../app/report/record.ts'
import { threeFindings } from '../app/report/testing/sample-records.ts'
import { runProgram } from './program.ts'
import { atServer } from './testing/at-server.ts'
import { fakeEngine } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

const target = { baseUrl: 'http://127.0.0.1:1/v1', embedded: false }

/** Statuses that break a row each: that of `GET /me`, and that of one chatbot's sources. */
const BROKEN = ['GET /me', 'GET /knowledge/sources', 'GET /chatbots'] as const

test('what failed stays on the list until it is judged again', async () => {
  const broken = new Set<string>(BROKEN)
  const { host, run, said, read } = await atServer(({ operation = '' }, answer) =>
    broken.has(operation) && answer.status === 200 ? { ...answer, status: 203 } : answer,
  )
  const record = async (): Promise<RunRecord> => JSON.parse(await read('reports/run.json')) as RunRecord

  expect(await run('--endpoint', ...BROKEN)).toBe(1)
  const failed = await record()
  expect(failed.settings.selection).toEqual({ endpoints: BROKEN })

  expect(await run('--last-failed', '--bail')).toBe(1)
  expect(said()).toMatch(/earlier violations? not judged again/)
  expect((await record()).open?.length).toBeGreaterThan(0)

  // One is fixed, and the loop goes on with what is open: nothing is forgotten.
  broken.delete('GET /me')
  expect(await run('--last-failed')).toBe(1)
  const { since, requirements } = await record()
  expect(since?.mended.length).toBeGreaterThan(0)
  const count = (rows: RunRecord['requirements']): number =>
    rows.filter(({ verdict }) => verdict === 'failed').length
  expect(count(requirements)).toBeLessThan(count(failed.requirements))

  broken.clear()
  expect(await run('--last-failed')).toBe(0)
  expect(await run('--last-failed')).toBe(2)
  expect(host.err()).toContain('--last-failed has nothing to repeat: nothing failed in the last run')
})

test('a target that is away for a moment is told by all reports, and what had failed stays on the list', async () => {
  const files = { 'reports/run.json': JSON.stringify({ ...threeFindings(), target }) }
  const away = { CONFORMANCE_BASE_URL: target.baseUrl, CONFORMANCE_API_KEY: 'cak_live_01234567' }
  const host = await fakeHost(away, files)
  const read = (name: string): Promise<string> => readFile(join(host.folder, 'reports', name), 'utf8')

  expect(await runProgram(['run', '--quiet'], host)).toBe(2)
  expect(await read('summary.md')).toContain('Nothing was judged')
  expect(await read('junit.xml')).toMatch(/errors="1"/)
  const engine = fakeEngine()
  await runProgram(['run', '--quiet', '--last-failed'], host, engine)
  expect(engine.asked).toMatchObject([{ only: ['TIME-01', 'LEAD-21'] }])
})
