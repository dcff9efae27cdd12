import { describe, expect, test } from 'vitest'
import { RUN_SETTINGS } from './settings/options.ts'
import { packageVersion } from '../engine/util/package.ts'
import { call } from './testing/call.ts'

test('--version prints the version alone', async () => {
  expect(await call(['--version'])).toMatchObject({ code: 0, out: `${packageVersion()}\n`, err: '' })
})

describe('--help', () => {
  test('shows commands, examples, keys and exit codes', async () => {
    const { code, out, err } = await call(['--help'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Usage: chat-agent-conformance')
    expect(out).toMatch(/^ {2}run +verify a server; without an address, the embedded service$/m)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(out).toMatch(/CONFORMANCE_API_KEY +key of the workspace under test/)
    expect(out).toContain('3  incomplete: under --strict')
  })

  test('of run shows every setting with its default and variable, in groups', async () => {
    const { code, out } = await call(['run', '--help'])
    expect(code).toBe(0)
    for (const { hidden, variable, long } of Object.values(RUN_SETTINGS))
      expect(out).toContain(hidden ? variable : long)
    const text = out.replaceAll(/\s+/g, ' ')
    expect(text).toContain('(default: 100; env: CONFORMANCE_FLOOR)')
    expect(text).toContain('also --no-writes')
    expect(out.match(/^[A-Z].*:$/gm)).toEqual(
      expect.arrayContaining(['Target:', 'Selection:', 'Spending:', 'Output:', 'Settings:']),
    )
  })
})
