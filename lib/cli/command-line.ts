import { type Command, type CommanderError, Option } from 'commander'
import { type NamedOption, OPTIONS, optionsOf, usageOf } from './config/options.ts'
import type { CommandName } from './config/option.ts'
import type { Flags } from './config/reading.ts'
import type { CommandEntry } from './command.ts'
import { didYouMean } from '../util/text.ts'
import { ConfigurationError } from '../util/errors.ts'

/** Adds the flags from the table of options to a command. */
export function addFlags(command: Command, name: CommandName): void {
  for (const option of optionsOf(name)) {
    for (const flag of commanderOptions(option)) command.addOption(flag)
  }
}

/** The values on the command line, as text for the parsers of the table. */
export function flagsOf(command: Command, name: CommandName): Flags {
  const flags: Partial<Record<NamedOption['name'], string>> = {}
  for (const option of optionsOf(name)) {
    const [flag] = commanderOptions(option)
    if (flag === undefined || command.getOptionValueSource(flag.attributeName()) !== 'cli') continue
    flags[option.name] = textOf(command.getOptionValue(flag.attributeName()), flag.negate)
  }
  return flags
}

function commanderOptions(option: NamedOption): Option[] {
  const { flag, value, list, negatable, valueOptional, group } = option
  if (flag === undefined) return []
  const [open, close] = valueOptional === true ? ['[', ']'] : ['<', '>']
  const placeholder = value === undefined ? '' : ` ${open}${value}${list === true ? '...' : ''}${close}`
  const heading = `${group}:`
  const shown = new Option(`${flag}${placeholder}`, descriptionOf(option)).helpGroup(heading)
  if (negatable !== true) return [shown]
  return [
    shown,
    new Option(flag.replace('--', '--no-'), `the opposite of ${flag}`).helpGroup(heading).hideHelp(),
  ]
}

function descriptionOf(option: NamedOption): string {
  const notes = [
    option.fallback === undefined ? [] : [`default: ${option.fallback}`],
    option.variable === undefined ? [] : [`env: ${option.variable}`],
    option.negatable === true ? [`also ${usageOf(option)?.replace('[no-]', 'no-') ?? ''}`] : [],
  ].flat()
  return notes.length === 0 ? option.description : `${option.description} (${notes.join('; ')})`
}

function textOf(value: unknown, negated: boolean): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'boolean') return value === negated ? '0' : '1'
  return String(value)
}

const EXIT_CODES = `Exit codes:
  0  no requirement is violated
  1  a requirement is violated, or a known failure passed unexpectedly
  2  nothing could be judged: usage, configuration, an unreachable target, a fault of the tool
  3  incomplete, under --strict
`

/** The text of the program's help after the list of commands. */
export function programHelp(): string {
  return `
Without a command: run. "chat-agent-conformance <command> --help" shows the options of a command.

${examples([
  'chat-agent-conformance                                        # the embedded reference service',
  'CONFORMANCE_API_KEY=… chat-agent-conformance --base-url https://host/v1',
  'chat-agent-conformance plan --base-url https://host/v1 --profile smoke',
])}
${environmentVariables()}
${EXIT_CODES}`
}

/** The text of a command's help after its options. */
export function commandHelp(entry: CommandEntry): string {
  const environment = entry.name === 'run' ? `\n${keyVariables()}\n${EXIT_CODES}` : ''
  return `\n${examples(entry.examples)}${environment}`
}

function examples(lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  ${line}\n`).join('')}`
}

/** The variables without a flag; the help shows the others beside their flags. */
function keyVariables(): string {
  const rows = OPTIONS.flatMap(({ variable, flag, description }) =>
    variable === undefined || flag !== undefined ? [] : [`  ${variable.padEnd(31)}  ${description}\n`],
  )
  return `Keys, from the environment or .env only:\n${rows.join('')}`
}

/** Every variable with its meaning. Flags win over the environment, which wins over `.env`. */
function environmentVariables(): string {
  const rows = OPTIONS.flatMap(({ variable, flag, description }) =>
    variable === undefined ? [] : [[variable, flag ?? 'no flag', description] as const],
  )
  const width = Math.max(...rows.map(([variable]) => variable.length))
  const flagWidth = Math.max(...rows.map(([, flag]) => flag.length))
  const lines = rows.map(
    ([variable, flag, description]) =>
      `  ${variable.padEnd(width)}  ${flag.padEnd(flagWidth)}  ${description}\n`,
  )
  return `Environment variables (also read from .env in this folder; flags win):\n${lines.join('')}`
}

const PLAIN_FLAG = /^(--[a-z][a-z-]{0,30}|-[a-z])$/i
const PLAIN_WORD = /^[a-z][a-z-]{0,19}$/i
const KEY_FLAG = /^--(?:(?:other-|exhaustible-)?(?:api-?)?(?:key|token))(?:=|$)/i

/** Refuses keys on the command line, where any user of the machine can read them. */
export function refuseKeys(argv: readonly string[]): void {
  if (!argv.some((word) => KEY_FLAG.test(word))) return
  throw new ConfigurationError(
    'keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env',
  )
}

/** The error for a command line that commander rejects, in one line. */
export function usageError(error: CommanderError, command: CommandName): ConfigurationError {
  const named = /'([^']*)'/.exec(error.message)?.[1] ?? ''
  const hint = `see "chat-agent-conformance ${command} --help"`
  switch (error.code) {
    case 'commander.unknownOption':
      return new ConfigurationError(`${unknownOption(named, command)} (${hint})`)
    case 'commander.optionMissingArgument':
      return new ConfigurationError(`${named.split(' ')[0]} needs a value (${hint})`)
    case 'commander.missingArgument':
      return new ConfigurationError(`${command} needs ${named.toUpperCase()} (${hint})`)
    case 'commander.excessArguments':
      return new ConfigurationError(`${command} got too many arguments (${hint})`)
    case 'commander.help':
      return unknownCommand('', [])
    default:
      return new ConfigurationError(`the command line is not understood (${hint})`)
  }
}

/** The error for an unknown command. The word is shown only if it looks like a command, because people paste keys. */
export function unknownCommand(word: string, commands: readonly string[]): ConfigurationError {
  const shown = PLAIN_WORD.test(word) ? ` ${word}` : ''
  return new ConfigurationError(
    `unknown command${shown}${didYouMean(word, commands)} (see "chat-agent-conformance --help")`,
  )
}

function unknownOption(text: string, command: CommandName): string {
  const flag = text.split('=')[0] ?? ''
  if (!PLAIN_FLAG.test(flag)) return 'unknown option'
  if (OPTIONS.some((option) => option.flag === flag)) return `${command} has no option ${flag}`
  const known = optionsOf(command).flatMap((option) => option.flag ?? [])
  return `unknown option ${flag}${didYouMean(flag, known)}`
}
