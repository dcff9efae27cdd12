import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { suite } from '../api/case.ts'
import { SETUP } from '../composition.ts'
import { verify } from '../index.ts'
import { CHATBOTS, entry, ME } from '../api/testing/har-entries.ts'
import { BASE, harFile } from '../replay/testing/har-file.ts'
import { judgeFile, replayFile } from './files.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import type { FakeHost } from './testing/fake-host.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const dependencies = fakeDependencies({
  dependencies: {
    judge: (...call) => judgeFile(SETUP, ...call),
    replay: (...call) => replayFile(SETUP, ...call),
  },
})

function program(host: FakeHost, ...argv: readonly string[]): Promise<number> {
  return runProgram(argv, host, dependencies)
}

describe('judge', () => {
  test('prints what a recording shows, and ends with 1 on a violation', async () => {
    const broken = { data: { ...ME.data, key_name: 5 } }
    const host = await fakeHost(
      {},
      {
        'good.har': harFile([entry('/me', ME), entry('/chatbots', CHATBOTS)]),
        'bad.har': harFile([entry('/me', broken)]),
      },
    )
    expect(await program(host, 'judge', 'good.har')).toBe(0)
    expect(host.out()).toContain('no violation in this recording')
    expect(await program(host, 'judge', 'bad.har', '--base-url', BASE, '--verbose')).toBe(1)
    expect(host.out()).toContain('✗ ME-03')
  })

  test('prints JSON for tools', async () => {
    const host = await fakeHost({}, { 'good.har': harFile([entry('/me', ME)]) })
    expect(await program(host, 'judge', 'good.har', '--json')).toBe(0)
    expect(JSON.parse(host.out())).toMatchObject({
      baseUrl: BASE,
      entries: { total: 1, judged: 1 },
      violations: [],
    })
  })

  test.each([
    [['judge', 'none.har'], 'FOLDER/none.har cannot be read (ENOENT)'],
    [['judge', 'text.har'], 'FOLDER/text.har is not JSON'],
    [['replay', 'none.json'], 'FOLDER/none.json cannot be read (ENOENT)'],
    [
      ['replay', 'empty.json'],
      'FOLDER/empty.json is not a capsule: a run writes them to capsules/ in its reports folder',
    ],
  ])('%j is refused in one line', async (argv, problem) => {
    const host = await fakeHost({}, { 'text.har': 'not JSON', 'empty.json': '{}' })
    expect(await program(host, ...argv)).toBe(2)
    expect(host.err().replaceAll(host.folder, 'FOLDER')).toBe(`error: ${problem}\n`)
  })
})

/** A host whose folder holds the capsule of a case that can only fail. */
async function hostWithCapsule(): Promise<FakeHost> {
  const host = await fakeHost()
  const ours = suite('ours', {}, (define) => {
    define('GET-ME-01', 'names another team', { cost: 0 }, async ({ api, expect: check }) => {
      check(await api.me()).toShow('team_name', 'another team')
    })
  })
  await verify({ only: ['GET-ME-01'], suites: [ours], reports: join(host.folder, 'reports') })
  return host
}

describe('replay', () => {
  test('shows a capsule, and sends its requests again to the embedded service', async () => {
    const host = await hostWithCapsule()
    const capsule = 'reports/capsules/GET-ME-01.json'

    expect(await program(host, 'replay', capsule)).toBe(1)
    expect(host.out()).toContain('✗ GET-ME-01')
    expect(host.out()).toContain('asserted by a case; the answer on file: status 200')
    expect(await program(host, 'replay', capsule, '--target')).toBe(1)
    expect(host.out()).toContain('The symptom is still there (exit code 1).')
  })

  test('does not follow the address in a file', async () => {
    const host = await hostWithCapsule()
    const file = join(host.folder, 'reports/capsules/GET-ME-01.json')
    const elsewhere = (await readFile(file, 'utf8')).replace('"embedded": true', '"embedded": false')
    const other = await fakeHost({}, { 'capsule.json': elsewhere })

    expect(await program(other, 'replay', 'capsule.json', '--target')).toBe(2)
    expect(other.err()).toMatch(
      /^error: the capsule was recorded on .*: set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY\n$/,
    )
  })
})
