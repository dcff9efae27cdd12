import type { CommanderError } from 'commander'
import { didYouMean } from './config/nearest.ts'
import type { CommandName } from './config/option.ts'
import { OPTIONS, optionsOf } from './config/options.ts'
import { ConfigurationError } from '../util/errors.ts'

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

/** Says in one line what is wrong with a command line that commander refuses. */
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

/** A word where a command was expected. It is shown only where it looks like a command: people paste keys. */
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
