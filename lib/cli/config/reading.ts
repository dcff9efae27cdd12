import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean } from '../../util/text.ts'
import { type CommandName, InvalidValue } from './option.ts'
import {
  type NamedOption,
  type OptionName,
  optionNamed,
  OPTIONS,
  optionsOf,
  type OptionValues,
} from './options.ts'

/** Flags as text: switches are `1` or `0`, lists are joined by commas. */
export type Flags = Readonly<Partial<Record<OptionName, string>>>

/** The sources of values. Flags win over the environment, which wins over `.env`. */
export interface Sources {
  readonly flags: Flags
  readonly environment: Environment
  readonly file: Environment
}

/** Parsed values with their sources. */
export interface Reading {
  readonly values: OptionValues
  /** The name of an option by its source: `--budget`, `CONFORMANCE_BUDGET` or `CONFORMANCE_BUDGET (in .env)`. */
  readonly origin: (name: OptionName) => string
  /** Warnings that do not stop a run, one line each. */
  readonly warnings: readonly string[]
}

/** Thrown if an option is invalid. It has the values of the others, for reports about the error. */
export class UnusableOptions extends ConfigurationError {
  readonly values: OptionValues
  readonly unread: ReadonlySet<OptionName>

  constructor(message: string, values: OptionValues, unread: ReadonlySet<OptionName>) {
    super(message)
    this.values = values
    this.unread = unread
  }
}

/**
 * Reads the options of one command. Throws {@link UnusableOptions} for the first invalid value, and for a variable
 * that is set but empty: a misspelt name in a CI file, or a secret that a fork does not get, must not change what is
 * verified.
 */
export function readOptions(command: CommandName, sources: Sources): Reading {
  const values: Record<string, unknown> = {}
  const origins = new Map<OptionName, string>()
  const problems = new Map<OptionName, string>()
  for (const option of optionsOf(command)) {
    try {
      const found = find(option, sources)
      if (found === undefined) continue
      origins.set(option.name, found.origin)
      values[option.name] = parsed(option, found)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.set(option.name, error.message)
    }
  }
  const [problem] = problems.values()
  if (problem !== undefined) throw new UnusableOptions(problem, values, new Set(problems.keys()))
  return {
    values,
    origin: (name) => origins.get(name) ?? optionNamed(name).flag ?? optionNamed(name).variable ?? name,
    warnings: unknownVariables(sources),
  }
}

interface Found {
  readonly text: string
  readonly origin: string
}

function find(
  { name, flag, variable }: NamedOption,
  { flags, environment, file }: Sources,
): Found | undefined {
  const given = flags[name]
  if (given !== undefined) return { text: given, origin: flag ?? name }
  if (variable === undefined) return undefined
  const exported = environment[variable]
  if (exported !== undefined) return { text: filled(exported, variable), origin: variable }
  const filed = file[variable]
  if (filed === undefined) return undefined
  return { text: filled(filed, `${variable} (in .env)`), origin: `${variable} (in .env)` }
}

function filled(text: string, origin: string): string {
  if (text.trim() !== '') return text
  throw new ConfigurationError(`${origin} is set but empty: give it a value, or unset it`)
}

function parsed(option: NamedOption, { text, origin }: Found): unknown {
  try {
    return option.parse(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new ConfigurationError(`${origin} ${error.message}`)
    throw error
  }
}

/** Warnings about variables with the prefix of this tool that no option has: probably mistyped. */
function unknownVariables({ environment, file }: Sources): string[] {
  const known = new Set(OPTIONS.flatMap((option) => option.variable ?? []))
  const given = new Set([...Object.keys(file), ...Object.keys(environment)])
  return [...given]
    .filter((name) => /^CONFORMANCE_[A-Z_]{1,40}$/.test(name) && !known.has(name))
    .map((name) => `${name} has no effect: no option has this variable${didYouMean(name, known)}`)
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An assignment as dotenv understands it, with the raw value, quotation marks included. */
const ASSIGNMENT =
  /^\s*(?:export\s+)?[\w.-]+(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm

/**
 * Reads `.env` in one folder, never in its parents; without one there are no values. Throws a one-line {@link
 * ConfigurationError} if it is unreadable or malformed, with the number of the line and never its content.
 */
export async function readEnvironmentFile(folder: string): Promise<Environment> {
  const text = await textOf(join(folder, '.env'))
  if (text === undefined) return {}
  refuseMalformed(text)
  const { parse } = await import('dotenv')
  return parse(text)
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    // Opening a pipe without a writer would block the process, and not even a signal would end it.
    if (!(await stat(file)).isFile())
      throw new ConfigurationError('.env is not a file: remove it, or replace it by one')
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
    if (text.includes('\0')) throw new ConfigurationError('.env is not a text file')
    return text
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT') return undefined
    if (code.startsWith('ERR_ENCODING')) throw new ConfigurationError('.env is not a text file in UTF-8')
    throw new ConfigurationError(`.env cannot be read (${code})`, { cause: error })
  }
}

/** dotenv skips what it does not understand; a mistyped line would silently change what is verified. */
function refuseMalformed(text: string): void {
  const lines = text.replace(/\r\n?/g, '\n')
  const rest = lines.replace(ASSIGNMENT, (assignment, raw: string | undefined, offset: number) => {
    const value = (raw ?? '').trim()
    if (/^['"`]/.test(value) && (value.length === 1 || value.at(-1) !== value[0])) {
      const blank = assignment.length - assignment.trimStart().length
      throw malformed(lines, offset + blank, 'has a quotation mark that is not closed')
    }
    return assignment.replace(/[^\n]/g, '')
  })
  const line = rest.split('\n').findIndex((content) => !/^\s*(#.*)?$/.test(content))
  if (line !== -1) throw new ConfigurationError(`.env line ${line + 1} is not of the form NAME=value`)
}

function malformed(text: string, offset: number, problem: string): ConfigurationError {
  return new ConfigurationError(`.env line ${text.slice(0, offset).split('\n').length} ${problem}`)
}
