import type { CommandName, OptionDefinition, OptionGroup } from './option.ts'
import { COMMAND_OPTIONS } from './options/commands.ts'
import { GENERATED_OPTIONS, SPENDING_OPTIONS } from './options/spending.ts'
import { OUTPUT_OPTIONS } from './options/output.ts'
import { SELECTION_OPTIONS } from './options/selection.ts'
import { TARGET_OPTIONS } from './options/target.ts'

/** The table of options, from which flags, environment variables, help and documentation are made. */
const TABLE = {
  ...TARGET_OPTIONS,
  ...SELECTION_OPTIONS,
  ...SPENDING_OPTIONS,
  ...GENERATED_OPTIONS,
  ...OUTPUT_OPTIONS,
  ...COMMAND_OPTIONS,
} as const

export type OptionName = keyof typeof TABLE

/** The values of the given options. */
export type OptionValues = { readonly [K in OptionName]?: ReturnType<(typeof TABLE)[K]['parse']> }

/** An option with its name. */
export interface NamedOption extends OptionDefinition<unknown> {
  readonly name: OptionName
  readonly group: OptionGroup
}

/** Every option, in the order of the documentation. */
export const OPTIONS: readonly NamedOption[] = [
  ...grouped('Target', TARGET_OPTIONS),
  ...grouped('Selection', SELECTION_OPTIONS),
  ...grouped('Spending', SPENDING_OPTIONS),
  ...grouped('Generated tests', GENERATED_OPTIONS),
  ...grouped('Output', OUTPUT_OPTIONS),
  ...grouped('Command', COMMAND_OPTIONS),
]

/** The options of one command. */
export function optionsOf(command: CommandName): readonly NamedOption[] {
  return OPTIONS.filter((option) => option.commands.includes(command))
}

/** One option by its name. */
export function optionNamed(name: OptionName): OptionDefinition<unknown> {
  return TABLE[name]
}

function grouped(
  group: OptionGroup,
  table: Readonly<Record<string, OptionDefinition<unknown>>>,
): NamedOption[] {
  return Object.entries(table).flatMap(([name, option]) =>
    isOptionName(name) ? [{ ...option, name, group }] : [],
  )
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(TABLE, name)
}

/** `--base-url URL`, `--only ID…`, `--[no-]writes`; undefined without a flag. */
export function usageOf(
  option: Pick<NamedOption, 'flag' | 'value' | 'list' | 'negatable' | 'valueOptional'>,
): string | undefined {
  if (option.flag === undefined) return undefined
  const flag = option.negatable === true ? option.flag.replace('--', '--[no-]') : option.flag
  if (option.value === undefined) return flag
  if (option.valueOptional === true) return `${flag} [${option.value}]`
  return `${flag} ${option.value}${option.list === true ? '…' : ''}`
}

/** The table of all options for the documentation, as Markdown. */
export function renderOptionTable(): string {
  const rows = OPTIONS.map((option) => [
    code(usageOf(option)) ?? '(no flag: keys do not belong on a command line)',
    code(option.variable) ?? '',
    option.fallback ?? '',
    option.commands.map((command) => `\`${command}\``).join(', '),
    option.description,
  ])
  const header = ['Flag', 'Environment variable', 'Default', 'Commands', 'Meaning']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function code(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `\`${text}\``
}
