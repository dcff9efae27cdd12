import { describe, expect, test } from 'vitest'
import { RUN_SETTINGS } from './settings/options.ts'
import { packageVersion } from '../util/package.ts'
import { call } from './testing/call.ts'

async function said(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const { code, out, err } = await call(argv)
  return { code, out, err }
}

test('--version prints the version alone', async () => {
  expect(await said('--version')).toEqual({ code: 0, out: `${packageVersion()}\n`, err: '' })
})

describe('--help', () => {
  test('shows commands, examples, keys and exit codes', async () => {
    const { code, out, err } = await said('--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Usage: chat-agent-conformance')
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'run [options] verify a target; without a base URL, the embedded reference service',
    )
    expect(out).toMatch(/CONFORMANCE_API_KEY +key of the workspace under test/)
    expect(out).toContain('3  incomplete, under --strict')
  })

  test('of run shows every setting with its default and variable, in groups', async () => {
    const { code, out } = await said('run', '--help')
    expect(code).toBe(0)
    for (const setting of Object.values(RUN_SETTINGS)) {
      expect(out).toContain(setting.hidden ? setting.variable : setting.long)
      expect(out).toContain(setting.variable)
    }
    const text = out.replaceAll(/\s+/g, ' ')
    expect(text).toContain('(default: 100; env: CONFORMANCE_FLOOR)')
    expect(text).toContain('also --no-writes')
    expect(out.match(/^[A-Z].*:$/gm)).toEqual(
      expect.arrayContaining(['Target:', 'Selection:', 'Spending:', 'Output:', 'Settings:']),
    )
  })

  test('of a command is asked for in two ways', async () => {
    expect(await said('help', 'compare')).toEqual(await said('compare', '--help'))
    expect((await said('compare', '--help')).out).toContain('<old> [new]')
  })
})
