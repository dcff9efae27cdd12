import { expect, test } from 'vitest'
import { COMMANDS } from './option.ts'
import { OPTIONS, optionsOf, renderOptionTable } from './options.ts'

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
    '| `--budget N` | `CONFORMANCE_BUDGET` | smoke 60, standard 350, full 900; with one key only smoke 80, standard 650 | `run`, `plan` | wire requests that the run may spend on the key under test |',
  )
  expect(lines).toContain(
    '| (no flag: keys do not belong on a command line) | `CONFORMANCE_OTHER_API_KEY` |  | `run`, `doctor`, `plan`, `replay` | key of a second workspace, for isolation |',
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
