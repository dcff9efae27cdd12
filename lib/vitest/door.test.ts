import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import { packageRoot } from '../engine/util/package.ts'

test('a file and a title run these cases alone, at their lines, against the target of the environment', async () => {
  const broken = await startReference({
    seams: { respond: ({ path }, answer) => (path === '/me' ? { ...answer, status: 203 } : answer) },
  })
  const reports = await mkdtemp(join(tmpdir(), 'door '))
  onTestFinished(async () => {
    await broken.close()
    await rm(reports, { recursive: true })
  })
  const { code, text } = await vitest(['run', 'suites/me.ts', '-t', 'the key in use'], {
    CONFORMANCE_BASE_URL: broken.baseUrl,
    CONFORMANCE_API_KEY: broken.keys.main,
    CONFORMANCE_REPORTS: reports,
  })
  expect(code).toBe(1)
  expect(text).toMatch(/FAIL .*suites\/me\.ts:\d+:\d+ > .*returns the workspace and the key in use/)
  expect(text).toContain('GET-ME-01')
  const record = JSON.parse(await readFile(join(reports, 'partial/run.json'), 'utf8'))
  expect(record).toMatchObject({ verdict: 'failed', exitCode: 1, cases: [{ file: 'suites/me.ts' }] })
}, 60_000)

test('tests that are only listed send nothing, and a filter that leaves no case is no success', async () => {
  // Nobody listens at this address: every request fails.
  const nowhere = { CONFORMANCE_BASE_URL: 'http://127.0.0.1:9/v1', CONFORMANCE_API_KEY: 'key-12345' }
  const [listed, none] = await Promise.all([
    vitest(['list', 'suites/me.ts'], nowhere),
    vitest(['run', 'suites/me.ts', '-t', 'no such case', '--reporter=json'], nowhere),
  ])
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('the key in use') })
  expect(listed.text).not.toContain('Conformance:')
  expect(none.code).toBe(2)
  expect(none.text).toContain('Conformance: no case was run')
  expect(JSON.parse(none.out)).toMatchObject({ numPassedTests: 0 })
}, 60_000)

function vitest(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: unknown; out: string; text: string }> {
  const cli = join(packageRoot(), 'node_modules', 'vitest', 'vitest.mjs')
  const { VITEST: _v, VITEST_POOL_ID: _p, VITEST_WORKER_ID: _w, ...own } = process.env
  const env = { ...own, NO_COLOR: '1', ...environment }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...words, '--project', 'conformance'],
      { cwd: packageRoot(), env },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, text: out + err }),
    )
  })
}
