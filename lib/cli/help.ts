import type { Command, CommanderError } from 'commander'
import { ConfigurationError } from '../engine/util/errors.ts'
import { oneLine } from '../engine/util/text.ts'
import { quoted } from '../engine/util/address.ts'
import { TARGET } from './settings/options.ts'
import { Setting } from './settings/setting.ts'

/** The exit codes of `run`, for its help. */
export const EXIT_CODES = `Exit codes:
  0  no requirement is violated
  1  a requirement is violated, or a listed known failure now passes
  2  not judged: usage, settings, an unreachable server, or a fault of the tool
  3  incomplete: under --strict, or something of --last-failed was not judged
`

/** The keys, which have no flag. */
export function keyVariables(): string {
  const rows = Object.values<Setting>(TARGET)
    .filter(({ hidden }) => hidden)
    .map(({ variable = '', description }) => `  ${variable.padEnd(31)}  ${description}\n`)
  return `Keys, from the environment or .env only:\n${rows.join('')}`
}

/** The text of the program's help after the list of commands: both together fit on one screen. */
export function programHelp(): string {
  return `
Without a command: run. "chat-agent-conformance run --help" shows its options.

${examples([
  'chat-agent-conformance                                # the embedded service',
  'chat-agent-conformance init',
  'chat-agent-conformance --base-url https://host/v1     # the key: see below',
])}
A flag wins over its variable in the environment, this over .env, and this over
the settings file conformance.config.json. "run --print-config" shows them all.

${keyVariables()}
${EXIT_CODES}`
}

function examples(lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  ${line}\n`).join('')}`
}

/** Adds examples and notes to a command's help, and defaults and variables to its options. */
export function addHelp(
  command: Command,
  { examples: lines, notes = '' }: { readonly examples: readonly string[]; readonly notes?: string },
): void {
  command
    .configureHelp({
      optionDescription: (option) => (option instanceof Setting ? option.describe() : option.description),
    })
    .addHelpText('after', `\n${examples(lines)}${notes === '' ? '' : `\n${notes}`}`)
}

const KEY_FLAG = /^--(?:(?:other-|exhaustible-)?(?:api-?)?(?:key|token))(?:=|$)/i

/** Refuses keys on the command line, where any user of the machine can read them. */
export function refuseKeys(argv: readonly string[]): void {
  if (!argv.some((word) => KEY_FLAG.test(word))) return
  throw new ConfigurationError(
    'keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env',
  )
}

/**
 * The error for a command line that commander rejects, in one line. It shows the operator's words only if
 * they are unlike a key, because people paste keys into the wrong place.
 */
export function usageError({ message }: CommanderError, command: string | undefined): ConfigurationError {
  const said = oneLine(message.replace(/^error: /, '')).replaceAll(/'([^']*)'/g, (_, word: string) =>
    shownWord(word),
  )
  return new ConfigurationError(
    `${said} (see "chat-agent-conformance ${command === undefined ? '' : `${command} `}--help")`,
  )
}

/** A word of the command line: a flag as it is defined; any other word if it is short and unlike a key. */
function shownWord(word: string): string {
  const [plain = ''] = word.split('=')
  // A name from commander itself: an option with or without its value.
  return /^--?[a-z][a-z-]{0,30}(?: [<[][^ ]+)?$/.test(plain) ? plain : quoted(plain)
}
