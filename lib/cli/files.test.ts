import { describe, expect, test, vi } from 'vitest'
import { SETUP } from '../composition.ts'
import { CHATBOTS, entry, ME } from '../run/testing/har-entries.ts'
import { BASE, harFile } from '../run/testing/har-file.ts'
import { judgeFile } from './files.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import type { FakeHost } from './testing/fake-host.ts'
import { fakeHost } from './testing/fake-host.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const dependencies = fakeDependencies({
  dependencies: {
    judge: (...call) => judgeFile(SETUP, ...call),
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
  ])('%j is refused in one line', async (argv, problem) => {
    const host = await fakeHost({}, { 'text.har': 'not JSON' })
    expect(await program(host, ...argv)).toBe(2)
    expect(host.err().replaceAll(host.folder, 'FOLDER')).toBe(`error: ${problem}\n`)
  })
})
