import { describe, expect, test } from 'vitest'
import { optionsOf } from './config/options.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'

async function said(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const host = await fakeHost()
  const code = await runProgram(argv, host, fakeDependencies())
  return { code, out: host.out(), err: host.err() }
}

test('--version prints the version alone', async () => {
  expect(await said('--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' })
})

describe('--help', () => {
  test('shows commands, examples, variables and exit codes', async () => {
    const { code, out, err } = await said('--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Usage: chat-agent-conformance')
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'run [options] verify a target; without a base URL, the embedded reference service',
    )
    expect(out).toContain('Examples:')
    expect(out).toMatch(/CONFORMANCE_API_KEY +no flag +key of the workspace under test/)
    expect(out).toMatch(/CONFORMANCE_BUDGET +--budget +wire requests/)
    expect(out).toContain('3  incomplete, under --strict')
  })

  test('of run shows every flag with its default and variable, and every variable', async () => {
    const { code, out } = await said('run', '--help')
    expect(code).toBe(0)
    for (const { flag, variable } of optionsOf('run')) {
      expect(out).toContain(flag ?? '')
      expect(out).toContain(variable ?? '')
    }
    const text = out.replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      '(default: smoke 80, standard 600, full 900; with one key only smoke 100, standard 850; env: CONFORMANCE_BUDGET)',
    )
    expect(text).toContain('also --no-writes')
    expect(out).toMatch(/^Target:$/m)
  })

  test('of a command is asked for in two ways', async () => {
    expect(await said('help', 'compare')).toEqual(await said('compare', '--help'))
    expect((await said('compare', '--help')).out).toContain('<OLD> [NEW]')
  })
})
