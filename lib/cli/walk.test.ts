/** The way of a person with a server: from an empty folder to the last line. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import { runProgram } from './program.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

interface Person {
  readonly folder: string
  readonly types: (...words: readonly string[]) => Promise<readonly [code: number, last: string]>
  readonly read: () => string
}

async function person(): Promise<Person> {
  const host = await fakeHost()
  return {
    folder: host.folder,
    read: host.out,
    types: async (...words) => {
      const code = await runProgram(words, host)
      return [code, host.out().trimEnd().split('\n').at(-1) ?? '']
    },
  }
}

test('a server is set up with init and doctor, verified with run, and compared with itself', async () => {
  const service = await startReference({})
  onTestFinished(() => service.close())
  const { folder, types, read } = await person()
  expect(await types('init')).toEqual([0, '  npx chat-agent-conformance doctor --env staging'])
  const config = join(folder, 'conformance.config.json')
  const text = await readFile(config, 'utf8')
  await writeFile(config, text.replace('https://staging.example.com/v1', service.baseUrl))
  await writeFile(join(folder, '.env'), `CONFORMANCE_API_KEY=${service.keys.main}\n`)

  const [code, next] = await types('doctor', '--env', 'staging')
  expect([code, next]).toEqual([0, expect.stringContaining('run --env staging --writes')])
  const smoke = ['run', '--env', 'staging', '--profile', 'smoke']
  expect(await types(...smoke)).toEqual([0, 'Report: reports/index.html'])
  const record = join(folder, 'reports/run.json')
  expect(await types('compare', record, record)).toEqual([
    0,
    'no regression, 0 fixed, 0 still broken, 0 not judged this time',
  ])
  // The recorded traffic is judged again, without a request.
  expect((await types('judge', 'reports/traffic.har'))[0]).toBe(0)
  expect(read()).not.toContain(service.keys.main)
})
