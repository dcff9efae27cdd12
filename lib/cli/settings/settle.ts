import type { Command } from 'commander'
import { LONGEST_WORDS } from '../../util/bounds.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean } from '../../util/nearest.ts'
import { capChars, renderTable, shownLine } from '../../util/text.ts'
import type { Host } from '../host.ts'
import { type Environment, readEnvironmentFile } from './environment.ts'
import { readConfigFile } from './file.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './options.ts'
import type { Setting, Settings, ValuesOf, Written } from './setting.ts'

/** The settings of a command, with where each of them comes from. Names of files are absolute. */
export interface Reading<V = object> {
  readonly values: V
  /** `--budget`, `CONFORMANCE_BUDGET`, `CONFORMANCE_BUDGET (in .env)` or `budget in conformance.config.json`. */
  readonly origin: (name: keyof V & string) => string
  /** The first reason why settings cannot be used; `values` holds the others. */
  readonly problem?: ConfigurationError
}

/** What a source has for a setting. */
type Source = (name: string, setting: Setting) => Written | undefined

/**
 * Reads the settings of a command. This is their precedence: a flag wins over its variable in the environment, this over
 * the variable in `.env`, this over the settings file; where none of them says anything, the default holds, which
 * `completeOptions` adds. A variable that is set but empty is a problem: a misspelt name in a CI file, or a secret that
 * a fork does not get, must not change what is verified.
 */
export async function settle<S extends Settings>(
  command: Command,
  settings: S,
  { folder, environment, stderr }: Pick<Host, 'folder' | 'environment'> & { readonly stderr: Warned },
): Promise<Reading<ValuesOf<S>>> {
  const dotenv = await readEnvironmentFile(folder)
  const warn = (warning: string): unknown => stderr.write(`warning: ${warning}\n`)
  unknownVariables(environment, dotenv).forEach(warn)

  const settling = new Settling(command, settings)
  settling.locate(folder)
  settling.take(variablesOf(environment, folder))
  settling.take(variablesOf(dotenv, folder, ' (in .env)'))
  if ('config' in settings) {
    const { config, env } = command.opts<ValuesOf<typeof SOURCES>>()
    const file = await readConfigFile(folder, config, env).catch((error: unknown) => settling.note(error))
    settling.take((name) => file?.values.get(name))
    const unused = file?.unused ?? []
    if (unused.length > 0 && 'baseUrl' in settings && !settling.isGiven('baseUrl'))
      warn(`no target is chosen; the settings file has --env ${unused.map(shownLine).join(', --env ')}`)
  }
  return {
    // Sound: each name is the one that commander gives the setting's value, and its parser made the value.
    values: command.opts<ValuesOf<S>>(),
    origin: (name) => settling.originOf(name),
    problem: settling.problem,
  }
}

/** Fills in, in commander's own values, what the command line leaves out. */
class Settling {
  private readonly command: Command
  private readonly settings: Settings
  /** The first reason why settings cannot be used. */
  problem: ConfigurationError | undefined

  constructor(command: Command, settings: Settings) {
    this.command = command
    this.settings = settings
  }

  isGiven(name: string): boolean {
    return this.command.getOptionValueSource(name) !== undefined
  }

  originOf(name: string): string {
    const source = this.command.getOptionValueSource(name) ?? FLAG
    return source === FLAG ? (this.settings[name]?.shownName ?? name) : source
  }

  /** Makes the files that flags name absolute. */
  locate(folder: string): void {
    for (const [name, setting] of Object.entries(this.settings)) {
      if (!this.isGiven(name)) continue
      const value: unknown = this.command.getOptionValue(name)
      this.command.setOptionValueWithSource(name, setting.located(value, folder), FLAG)
    }
  }

  /** Takes from one source what those before it do not give. */
  take(source: Source): void {
    for (const [name, setting] of Object.entries(this.settings)) {
      if (this.isGiven(name)) continue
      try {
        const written = source(name, setting)
        if (written !== undefined)
          this.command.setOptionValueWithSource(name, setting.valueFrom(written), written.origin)
      } catch (error) {
        this.note(error)
      }
    }
  }

  note(error: unknown): undefined {
    if (!(error instanceof ConfigurationError)) throw error
    this.problem ??= error
  }
}

interface Warned {
  readonly write: (text: string) => unknown
}

/** How commander names the command line as a source. */
const FLAG = 'cli'

function variablesOf(environment: Environment, folder: string, where = ''): Source {
  return (_, { variable = '' }) => {
    const text = environment[variable]
    if (text === undefined) return undefined
    const origin = `${variable}${where}`
    if (text.trim() === '')
      throw new ConfigurationError(`${origin} is set but empty: give it a value, or unset it`)
    return { texts: [text], origin, folder }
  }
}

/** Warnings about variables with the prefix of this tool that no setting has: probably mistyped. */
function unknownVariables(...environments: readonly Environment[]): string[] {
  const all: readonly Setting[] = Object.values({ ...RUN_SETTINGS, ...OUTPUT, ...SOURCES })
  const known = new Set(all.flatMap(({ variable }) => variable ?? []))
  return [...new Set(environments.flatMap(Object.keys))]
    .filter((name) => /^CONFORMANCE_[A-Z_]{1,40}$/.test(name) && !known.has(name))
    .map((name) => `${name} has no effect: no option has this variable${didYouMean(name, known)}`)
}

/** Every setting with its value and where it comes from, as a table. Keys and headers are not shown. */
export function renderSettings(
  settings: Settings,
  { values, origin }: Reading<Readonly<Record<string, unknown>>>,
): string {
  const rows = Object.entries(settings).flatMap(([name, { hidden, fallback, kind }]) => {
    if (name in SOURCES) return []
    const value = values[name]
    if (value === undefined) return [[name, fallback ?? '-', 'default']]
    const written = kind.schema['type'] === 'number' ? `${Number(value) / 1000} s` : JSON.stringify(value)
    const isSecret = hidden || name === 'header'
    return [[name, isSecret ? '(set, not shown)' : capChars(shownLine(written), LONGEST_WORDS), origin(name)]]
  })
  return renderTable(['setting', 'value', 'from'], rows)
}
