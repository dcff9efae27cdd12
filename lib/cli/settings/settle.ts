import type { Command } from 'commander'
import { ConfigurationError } from '../../util/errors.ts'
import { capChars, didYouMean, renderTable, shownLine } from '../../util/text.ts'
import type { Host } from '../host.ts'
import { type Environment, readEnvironmentFile } from './environment.ts'
import { type ConfigFile, readConfigFile, type Written } from './file.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './options.ts'
import type { Setting, Settings, ValuesOf } from './setting.ts'

/** The settings of a command, with where each of them comes from. */
export interface Reading<V = object> {
  readonly values: V
  /** `--budget`, `CONFORMANCE_BUDGET`, `CONFORMANCE_BUDGET (in .env)` or `budget in conformance.config.json`. */
  readonly origin: (name: keyof V & string) => string
  /** Why settings cannot be used; `values` holds the others. */
  readonly problem?: UnusableSettings
}

/** The first problem with the settings of a command. */
export class UnusableSettings extends ConfigurationError {
  /** The names of the settings that could not be read. */
  readonly unread: ReadonlySet<string>

  constructor(message: string, unread: ReadonlySet<string>) {
    super(message)
    this.unread = unread
  }
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
  host: Pick<Host, 'folder' | 'environment'> & {
    readonly stderr: { readonly write: (text: string) => unknown }
  },
): Promise<Reading<ValuesOf<S>>> {
  const dotenv = await readEnvironmentFile(host.folder)
  const warn = (warning: string): unknown => host.stderr.write(`warning: ${warning}\n`)
  unknownVariables(host.environment, dotenv).forEach(warn)
  const origins = new Map<string, string>()
  const problems = new Map<string, string>()
  const note = (name: string, error: unknown): void => {
    if (!(error instanceof ConfigurationError)) throw error
    problems.set(name, error.message)
  }
  /** Takes from one source what those before it do not give. */
  const take = (source: Source): void => {
    for (const [name, setting] of Object.entries(settings)) {
      if (origins.has(name) || problems.has(name)) continue
      try {
        const found = source(name, setting)
        if (found === undefined) continue
        const [first, ...others] = found.texts.map((text) => setting.read(text, found.origin))
        const value = others.length === 0 ? first : [first, ...others].flat()
        command.setOptionValueWithSource(name, value, found.origin)
        origins.set(name, found.origin)
      } catch (error) {
        note(name, error)
      }
    }
  }

  for (const [name, { long }] of Object.entries(settings))
    if (command.getOptionValueSource(name) === 'cli') origins.set(name, long ?? name)
  take(variablesOf(host.environment))
  take(variablesOf(dotenv, ' (in .env)'))
  const { config, env } = command.opts<ValuesOf<typeof SOURCES>>()
  let file: ConfigFile | undefined
  try {
    if ('config' in settings) file = await readConfigFile(host.folder, config, env)
  } catch (error) {
    note('config', error)
  }
  take((name) => file?.values.get(name))

  const unused = file?.unused ?? []
  if (unused.length > 0 && 'baseUrl' in settings && !origins.has('baseUrl'))
    warn(
      `no target is chosen; the settings file has --env ${unused.map((name) => shownLine(name)).join(', --env ')}`,
    )
  const [problem] = problems.values()
  return {
    // Sound: each name is the one that commander gives the setting's value, and its parser made the value.
    values: command.opts<ValuesOf<S>>(),
    origin: (name) => origins.get(name) ?? nameOf(settings[name]) ?? name,
    problem: problem === undefined ? undefined : new UnusableSettings(problem, new Set(problems.keys())),
  }
}

function nameOf(setting: Setting | undefined): string | undefined {
  return setting?.hidden === true ? setting.variable : setting?.long
}

function variablesOf(environment: Environment, where = ''): Source {
  return (_, { variable = '' }) => {
    const text = environment[variable]
    if (text === undefined) return undefined
    const origin = `${variable}${where}`
    if (text.trim() === '')
      throw new ConfigurationError(`${origin} is set but empty: give it a value, or unset it`)
    return { texts: [text], origin }
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
    return [[name, isSecret ? '(set, not shown)' : capChars(shownLine(written), 120), origin(name)]]
  })
  return renderTable(['setting', 'value', 'from'], rows)
}
