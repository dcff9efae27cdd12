import { OPTIONS } from './options.ts'
import type { NamedOption } from './options.ts'

/** `--base-url URL`, `--only ID…`, `--[no-]writes`; undefined for what has no flag. */
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
