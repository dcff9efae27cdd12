import { describe, expect, test } from 'vitest'
import { COMMANDS, quote } from './option.ts'
import { OPTIONS, optionsOf, renderOptionTable } from './options.ts'
import { readOptions } from './reading.ts'
import { resolveRun, type RunSettings } from './resolve.ts'

const INTERFACE = [
  ['CONFORMANCE_BASE_URL', '--base-url'],
  ['CONFORMANCE_API_KEY', undefined],
  ['CONFORMANCE_OTHER_API_KEY', undefined],
  ['CONFORMANCE_EXHAUSTIBLE_API_KEY', undefined],
  ['CONFORMANCE_APEX_URL', '--apex-url'],
  ['CONFORMANCE_WEBHOOK_PORT', '--webhook-port'],
  ['CONFORMANCE_WRITES', '--writes'],
  ['CONFORMANCE_BUDGET', '--budget'],
  ['CONFORMANCE_PROFILE', '--profile'],
  ['CONFORMANCE_SEED', '--seed'],
  ['CONFORMANCE_FUZZ_RUNS', '--fuzz-runs'],
  ['CONFORMANCE_KNOWN_FAILURES', '--known-failures'],
  ['CONFORMANCE_REPORTS', '--reports'],
] as const

test.each(INTERFACE)('%s is an option of run, with the flag %s', (variable, flag) => {
  expect(optionsOf('run').find((option) => option.variable === variable)?.flag).toBe(flag)
})

test('the table has a row for each option', () => {
  const lines = renderOptionTable().trimEnd().split('\n')
  expect(lines).toHaveLength(OPTIONS.length + 2)
  expect(lines[0]).toBe('| Flag | Environment variable | Default | Commands | Meaning |')
  expect(lines).toContain(
    '| `--budget N` | `CONFORMANCE_BUDGET` | smoke 80, standard 600, full 900; with one key only smoke 100, standard 850 | `run`, `plan` | wire requests that the run may spend on the key under test |',
  )
  expect(lines).toContain(
    '| (no flag: keys do not belong on a command line) | `CONFORMANCE_OTHER_API_KEY` |  | `run`, `doctor`, `plan` | key of a second workspace, for isolation |',
  )
  expect(lines.every((line) => line.split(' | ').length === 5)).toBe(true)
})

test('no flag and no variable stands for two options', () => {
  for (const column of ['flag', 'variable'] as const) {
    const given = OPTIONS.flatMap((option) => option[column] ?? [])
    expect(new Set(given).size).toBe(given.length)
  }
})

test.each(COMMANDS)('%s has only options with a flag or a variable', (command) => {
  expect(optionsOf(command).every(({ flag, variable }) => flag !== undefined || variable !== undefined)).toBe(
    true,
  )
})

test.each([
  ['fast', '"fast"'],
  ['', 'an empty value'],
  ['x'.repeat(21), 'a value of 21 characters'],
  ['\u001b[2J', 'a value of 4 characters'],
  ['\n', 'a value of 1 character'],
  ['cak_live_1', 'a value of 10 characters'],
  ['sk-1234', 'a value of 7 characters'],
])('%j is shown as %s', (text, shown) => {
  expect(quote(text)).toBe(shown)
})

function settings(header: string, environment: Record<string, string> = {}): Promise<RunSettings> {
  const reading = readOptions('run', { flags: { header }, environment: {}, file: {} })
  const requirementIds = (): Promise<Set<string>> => Promise.resolve(new Set())
  return resolveRun(reading, { folder: '/', requirementIds, environment })
}

describe('--header', () => {
  test('takes values as they are, or from the environment', async () => {
    expect((await settings('X-Env: staging,X-Token:$TOKEN', { TOKEN: 's3cret' })).headers).toEqual([
      ['X-Env', 'staging'],
      ['X-Token', 's3cret'],
    ])
  })

  test.each([
    ['X-Token:$NOWHERE', '--header wants $NOWHERE for X-Token, which the environment does not have'],
    ['Authorization: x', '--header must not set Authorization'],
    ['no colon', '--header is not of the form NAME:VALUE'],
    ['X-Empty:', '--header is not of the form NAME:VALUE'],
  ])('refuses %j', async (header, message) => {
    await expect((async () => settings(header))()).rejects.toThrow(message)
  })
})
