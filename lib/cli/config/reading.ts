import { ConfigurationError } from '../../util/errors.ts'
import type { Environment } from './environment-file.ts'
import { didYouMean } from './nearest.ts'
import { InvalidValue } from './option.ts'
import type { CommandName } from './option.ts'
import type { NamedOption, OptionName, OptionValues } from './options.ts'
import { OPTIONS, optionNamed, optionsOf } from './options.ts'

/** Flags as text: switches are `1` or `0`, lists are joined by commas. */
export type Flags = Readonly<Partial<Record<OptionName, string>>>

/** Where values come from; a later one wins: `.env`, environment, flags. */
export interface Sources {
  readonly flags: Flags
  readonly environment: Environment
  readonly file: Environment
}

/** Parsed values, and where each comes from. */
export interface Reading {
  readonly values: OptionValues
  /** What the operator would have to change: `--budget`, `CONFORMANCE_BUDGET` or `CONFORMANCE_BUDGET (in .env)`. */
  readonly origin: (name: OptionName) => string
  /** Oddities that do not stop a run, one line each. */
  readonly warnings: readonly string[]
}

/** Thrown for options of which at least one cannot be read; the others can be used to say so where the operator looks. */
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
 * Reads the options of one command. Throws {@link UnusableOptions} for the first value that its option does not take, and for a variable
 * that is set but empty: a misspelt name in a CI file, or a secret that a fork does not get, must not change what is verified.
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
    warnings: strangers(sources),
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

/** Variables with our prefix that no option knows: most likely mistyped, and silently without effect. */
function strangers({ environment, file }: Sources): string[] {
  const known = new Set(OPTIONS.flatMap((option) => option.variable ?? []))
  const given = new Set([...Object.keys(file), ...Object.keys(environment)])
  return [...given]
    .filter((name) => /^CONFORMANCE_[A-Z_]{1,40}$/.test(name) && !known.has(name))
    .map((name) => `${name} has no effect: no option has this variable${didYouMean(name, known)}`)
}
