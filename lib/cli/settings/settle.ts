import type { Command } from 'commander'
import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean, renderTable, shownLine } from '../../util/text.ts'
import type { Host } from '../host.ts'
import { type Environment, readEnvironmentFile } from './environment.ts'
import { type ConfigFile, readConfigFile } from './file.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './options.ts'
import type { Setting, Settings, ValuesOf } from './setting.ts'

/** The settings of a command, with where each of them comes from. */
export interface Reading<V = object> {
  readonly values: V
  /** `--budget`, `CONFORMANCE_BUDGET`, `CONFORMANCE_BUDGET (in .env)` or `budget in conformance.config.json`. */
  readonly origin: (name: keyof V & string) => string
  /** Known failures that stand in the settings file itself, unchecked. */
  readonly knownFailures?: ConfigFile['knownFailures']
}

/** Thrown if a setting is invalid. It has the values of the others, for reports about the error. */
export class UnusableSettings extends ConfigurationError {
  readonly values: object
  readonly unread: ReadonlySet<string>

  constructor(message: string, values: object, unread: ReadonlySet<string>) {
    super(message)
    this.values = values
    this.unread = unread
  }
}

/**
 * Completes what a command line gives from the environment, from `.env` and from the settings file, in this order, as
 * commander's values with their sources. Throws {@link UnusableSettings} for the first invalid value, and for a
 * variable that is set but empty: a misspelt name in a CI file, or a secret that a fork does not get, must not change
 * what is verified.
 */
export async function settle<S extends Settings>(
  command: Command,
  settings: S,
  host: Pick<Host, 'folder' | 'environment'> & {
    readonly stderr: { readonly write: (text: string) => unknown }
  },
): Promise<Reading<ValuesOf<S>>> {
  const dotenv = await readEnvironmentFile(host.folder)
  for (const warning of unknownVariables(host.environment, dotenv)) host.stderr.write(`warning: ${warning}\n`)
  const origins = new Map<string, string>()
  const problems = new Map<string, string>()

  const complete = (all: Settings, source: string, find: Find): void => {
    for (const [name, setting] of Object.entries(all)) {
      if (origins.has(name) || problems.has(name)) continue
      if (command.getOptionValueSource(name) === 'cli') {
        origins.set(name, setting.long ?? name)
        continue
      }
      try {
        const found = find(name, setting)
        if (found === undefined) continue
        const read = found.texts.map((text) => setting.read(text, found.origin))
        const value = read.length === 1 ? read[0] : read.flat()
        command.setOptionValueWithSource(name, value, source)
        origins.set(name, found.origin)
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error
        problems.set(name, error.message)
      }
    }
  }

  complete(settings, 'env', (_, { variable }) => variableOf(variable, host.environment, dotenv))
  const { config, env } = command.opts<ValuesOf<typeof SOURCES>>()
  let file: ConfigFile = { values: new Map() }
  try {
    if ('config' in settings) file = await readConfigFile(host.folder, config, env)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    problems.set('config', error.message)
  }
  complete(settings, 'config', (name) => file.values.get(name))

  // Sound: each name is the one that commander gives the setting's value, and its parser made the value.
  const values = command.opts<ValuesOf<S>>()
  const [problem] = problems.values()
  if (problem !== undefined) throw new UnusableSettings(problem, values, new Set(problems.keys()))
  const { unused = [] } = file
  if (unused.length > 0 && 'baseUrl' in settings && !origins.has('baseUrl'))
    host.stderr.write(
      `warning: no target is chosen; the settings file has --env ${unused.map((name) => shownLine(name)).join(', --env ')}\n`,
    )
  const isGivenElsewhere = origins.get('knownFailures') !== undefined
  return {
    values,
    origin: (name) => origins.get(name) ?? nameOf(settings[name]) ?? name,
    knownFailures: isGivenElsewhere ? undefined : file.knownFailures,
  }
}

type Find = (
  name: string,
  setting: Setting,
) => { readonly texts: readonly string[]; readonly origin: string } | undefined

function nameOf(setting: Setting | undefined): string | undefined {
  return setting?.hasFlag === false ? setting.variable : setting?.long
}

function variableOf(
  variable: string | undefined,
  environment: Environment,
  dotenv: Environment,
): ReturnType<Find> {
  if (variable === undefined) return undefined
  const exported = environment[variable]
  const text = exported ?? dotenv[variable]
  if (text === undefined) return undefined
  const origin = exported === undefined ? `${variable} (in .env)` : variable
  if (text.trim() === '')
    throw new ConfigurationError(`${origin} is set but empty: give it a value, or unset it`)
  return { texts: [text], origin }
}

/** Warnings about variables with the prefix of this tool that no setting has: probably mistyped. */
function unknownVariables(...environments: readonly Environment[]): string[] {
  const known = new Set(
    Object.values<Setting>({ ...RUN_SETTINGS, ...OUTPUT, ...SOURCES }).flatMap(
      ({ variable }) => variable ?? [],
    ),
  )
  return [...new Set(environments.flatMap(Object.keys))]
    .filter((name) => /^CONFORMANCE_[A-Z_]{1,40}$/.test(name) && !known.has(name))
    .map((name) => `${name} has no effect: no option has this variable${didYouMean(name, known)}`)
}

/** Every setting with its value and where it comes from, as a table. Keys and headers are not shown. */
export function renderSettings(
  settings: Settings,
  { values, origin, knownFailures }: Reading<Readonly<Record<string, unknown>>>,
): string {
  const rows = Object.entries(settings).flatMap(([name, { hasFlag, fallback, kind }]) => {
    if (name in SOURCES) return []
    const value = values[name]
    if (value === undefined && name === 'knownFailures' && knownFailures !== undefined)
      return [[name, `${knownFailures.entries.length} entries`, knownFailures.name]]
    if (value === undefined) return [[name, fallback ?? '-', 'default']]
    const isSecret = !hasFlag || name === 'header'
    const written = kind.schema['type'] === 'number' ? `${Number(value) / 1000} s` : JSON.stringify(value)
    return [[name, isSecret ? '(set, not shown)' : shownLine(written), origin(name)]]
  })
  return renderTable(['setting', 'value', 'from'], rows)
}
