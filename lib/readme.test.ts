import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { MUTANTS } from '../fixtures/mutants/index.ts'
import { VARIANTS } from '../fixtures/variants/index.ts'
import { CATALOGUE } from '../suites/index.ts'
import { PROFILE_DEFAULTS } from './app/run/options.ts'
import { TARGET } from './cli/settings/options.ts'
import { configSchema } from './cli/testing/config-schema.ts'
import { Setting } from './cli/settings/setting.ts'
import { idleProgram } from './cli/testing/call.ts'

const fileAt = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const README = fileAt('README.md')
const OPTIONS = fileAt('docs/options.md')

/**
 * The generated parts of the documentation: file, name of the block, content; `npm run update` writes them.
 */
const GENERATED: readonly (readonly [file: string, name: string, render: () => string])[] = [
  [README, 'figures', renderFigures],
  [OPTIONS, 'options', renderOptionTable],
  [fileAt('docs/target.md'), 'budgets', renderBudgets],
]

/** Rounded down, so that one more operation hardly ever alters the documentation. */
function roundly(count: number, step: number): string {
  return (Math.floor(count / step) * step).toLocaleString('en')
}

function renderFigures(): string {
  const judged = CATALOGUE.rows.filter(
    ({ strength, excluded }) => strength !== 'open' && excluded === undefined,
  )
  const open = CATALOGUE.rows.filter(({ strength }) => strength === 'open')
  const excluded = CATALOGUE.rows.filter((row) => row.excluded !== undefined)
  return `More than ${roundly(judged.length - 1, 100)} requirements are judged, by cases and by oracles that check every response, whichever case asked for it.
More than ${roundly(open.length - 1, 10)} open points are observed. More than ${roundly(excluded.length - 1, 10)} statements cannot be tested over HTTP; each says why (\`list\`).
The checks find more than ${roundly(MUTANTS.length, 250)} seeded faults, and raise no alarm on more than ${roundly(VARIANTS.length, 100)} uses of a freedom that the specification grants.
`
}

function renderBudgets(): string {
  const profiles = Object.entries(PROFILE_DEFAULTS)
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`
  return [
    line(profiles.map(([name]) => `\`${name}\``)),
    line(profiles.map(() => '---')),
    line(profiles.map(([, { budget }]) => budget)),
  ].join('')
}

const PROGRAM = await idleProgram()

/** The settings of all commands with the commands that take them, keys included. */
function renderOptionTable(): string {
  const commands = new Map<Setting, string[]>()
  for (const command of PROGRAM.commands)
    for (const option of command.options)
      if (option instanceof Setting && !option.hidden)
        commands.set(option, [...(commands.get(option) ?? []), command.name()])
  const keys = Object.values<Setting>(TARGET).filter(({ hidden }) => hidden)
  const rows = [...keys.map((key) => [key, ['run', 'doctor']] as const), ...commands].map(
    ([setting, names]) => [
      setting.hidden
        ? '(no flag: keys do not belong on a command line)'
        : code(setting.negated !== undefined ? setting.flags.replace('--', '--[no-]') : setting.flags),
      code(setting.variable) ?? '',
      setting.fallback ?? '',
      names.map((name) => `\`${name}\``).join(', '),
      setting.description,
    ],
  )
  const header = ['Flag', 'Environment variable', 'Default', 'Commands', 'Meaning']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function code(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `\`${text}\``
}

function block(name: string): RegExp {
  return new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`)
}

describe('the documentation', () => {
  test.each(GENERATED)('%s has its generated part %s as it is', async (file, name, render) => {
    const fresh = readFileSync(file, 'utf8').replace(
      block(name),
      (_, open: string, __, close: string) => `${open}\n${render()}\n${close}`,
    )
    await expect(fresh, 'npm run update writes it').toMatchFileSnapshot(file)
  })

  test('has the JSON Schema of the settings file as it is', async () => {
    await expect(
      `${JSON.stringify(configSchema(), null, 2)}\n`,
      'npm run update writes it',
    ).toMatchFileSnapshot(fileAt('lib/cli/settings/conformance.config.schema.json'))
  })

  test('names every command', () => {
    const text = readFileSync(OPTIONS, 'utf8')
    expect(
      PROGRAM.commands
        .map((command) => command.name())
        .filter((command) => !new RegExp(`^\\| .*\`${command}\\b`, 'm').test(text)),
    ).toEqual([])
  })
})
