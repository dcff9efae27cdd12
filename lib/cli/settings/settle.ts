import { resolve } from 'node:path'
import type { Command } from 'commander'
import { KEY_VARIABLES } from '../../engine/http/keys.ts'
import { LONGEST_WORDS } from '../../engine/util/bounds.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { nearest } from '../../engine/util/nearest.ts'
import { capChars, renderTable, shownLine } from '../../engine/util/text.ts'
import type { Host } from '../host.ts'
import type { Environment } from './environment.ts'
import { type NamedTargets, readConfigFile, type WrittenSetting } from './file.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './options.ts'
import { path } from './parsers.ts'
import type { Setting, Settings, ValuesOf } from './setting.ts'

/** The settings of a command, and the source of each. Names of files are absolute. */
export interface Reading<V = object> {
  readonly values: V
  /** `--budget`, `CONFORMANCE_BUDGET`, `CONFORMANCE_BUDGET (in .env)` or `budget in conformance.config.json`. */
  readonly origin: (name: string) => string
  /** The targets in the settings file; absent: there is no file, or it names no target. */
  readonly targets?: NamedTargets | undefined
}

type SettingSource = (name: string, setting: Setting) => WrittenSetting | undefined

const FLAG = 'cli'

/**
 * Adds the values that the command line leaves out to commander's own. The order of precedence: a flag, its
 * variable in the environment, the variable in `.env`, the settings file, and at last the default, which
 * `completeOptions` adds. Throws a one-line {@link ConfigurationError}.
 */
export async function settle<S extends Settings>(
  command: Command,
  settings: S,
  { folder, environment, dotenv: readDotenv }: Pick<Host, 'folder' | 'environment' | 'dotenv'>,
): Promise<Reading<ValuesOf<S>>> {
  const dotenv = await readDotenv()
  takeFrom(variablesOf(environment), command, settings)
  takeFrom(variablesOf(dotenv, ' (in .env)'), command, settings)
  let targets: NamedTargets | undefined
  if ('config' in settings) {
    const { config, env } = command.opts<ValuesOf<typeof SOURCES>>()
    const file = await readConfigFile(folder, config, env)
    takeFrom((name) => file.values.get(name), command, settings)
    targets = file.targets
  }
  resolvePaths(command, settings, folder)
  return {
    targets,
    // Sound: each name is commander's name for the setting's value, and its parser made the value.
    values: command.opts<ValuesOf<S>>(),
    origin: (name) => {
      const source = command.getOptionValueSource(name) ?? FLAG
      return source === FLAG ? (settings[name]?.long ?? name) : source
    },
  }
}

/** Gives a command the settings that it lacks and the source has. */
function takeFrom(source: SettingSource, command: Command, settings: Settings): void {
  for (const [name, setting] of Object.entries(settings)) {
    if (command.getOptionValueSource(name) !== undefined) continue
    const written = source(name, setting)
    if (written === undefined) continue
    const { text, origin } = written
    command.setOptionValueWithSource(name, setting.read(text, origin), origin)
  }
}

/** Files are named relative to the working folder; the settings file has named its own already. */
function resolvePaths(command: Command, settings: Settings, folder: string): void {
  for (const [name, { parse }] of Object.entries(settings)) {
    const value: unknown = command.getOptionValue(name)
    if (parse === path && typeof value === 'string')
      command.setOptionValueWithSource(
        name,
        resolve(folder, value),
        command.getOptionValueSource(name) ?? FLAG,
      )
  }
}

/**
 * A variable that is set but empty is an error: a misspelt name in a CI file, or a secret that a fork does not get, must
 * not change what is verified.
 */
function variablesOf(environment: Environment, where = ''): SettingSource {
  return (_, { variable = '' }) => {
    const text = environment[variable]
    if (text === undefined) return undefined
    const origin = `${variable}${where}`
    if (text.trim() === '')
      throw new ConfigurationError(`${origin} is set but empty: give it a value, or unset it`)
    return { text, origin }
  }
}

/** Warns of variables that have no effect, and refuses variables whose name is nearly right. */
export async function checkVariables({
  dotenv: readDotenv,
  environment,
  stderr,
}: Pick<Host, 'dotenv' | 'environment' | 'stderr'>): Promise<void> {
  const dotenv = await readDotenv()
  const warnings = [
    ...unknownVariables(environment, dotenv),
    ...onlyInEnvironment(environment, dotenv),
    ...keysOfWords({ ...dotenv, ...environment }),
  ]
  for (const warning of warnings) stderr.write(`warning: ${warning}\n`)
}

/**
 * Warnings about variables with the prefix of this tool that belong to no setting. Throws a {@link
 * ConfigurationError} for a name that is nearly right: a run without the intended setting would verify
 * something else.
 */
function unknownVariables(...environments: readonly Environment[]): string[] {
  const all: readonly Setting[] = Object.values({ ...RUN_SETTINGS, ...OUTPUT, ...SOURCES })
  const known = all.flatMap(({ variable }) => variable?.slice(PREFIX.length) ?? [])
  return [...new Set(environments.flatMap(Object.keys))].flatMap((name) => {
    const [, given = ''] = /^CONFORMANCE_([A-Z_.-]{1,40})$/i.exec(name) ?? []
    if (given === '' || (name.startsWith(PREFIX) && known.includes(given))) return []
    const meant = nearest(given, known) ?? known.find((one) => lastWord(one) === lastWord(given))
    if (meant === undefined) return [`${name} has no effect: no option has this variable`]
    throw new ConfigurationError(`${name} is no variable of this tool; did you mean ${PREFIX}${meant}?`)
  })
}

const PREFIX = 'CONFORMANCE_'

/** The last word of a variable's name, which names its content: the `URL` of `TARGET_URL`. */
function lastWord(name: string): string | undefined {
  return name.toUpperCase().split(/[_.-]/).at(-1)
}

/** Variables that Node or a proxy reads from the environment only. */
const NOT_IN_FILE = /^(?:NODE_\w+|(?:https?|all|no)_proxy)$/i

function onlyInEnvironment(environment: Environment, dotenv: Environment): string[] {
  return Object.keys(dotenv)
    .filter((name) => NOT_IN_FILE.test(name) && environment[name] === undefined)
    .map((name) => `${name} has no effect in .env: set it in the environment`)
}

/**
 * Whether a word makes up half of a key, and would be masked in reports: `requirement` in
 * `sk_live_requirement`. A random key mixes letters and digits; a shorter key is refused.
 */
function isWord(key: string): boolean {
  const [longest = ''] = key.split(/[-_.]/).toSorted((one, other) => other.length - one.length)
  return (
    key.length >= 8 &&
    /^[a-z]+$|^[A-Z]+$|^[A-Z][a-z]+$/.test(longest) &&
    longest.length < 20 &&
    2 * longest.length >= key.length
  )
}

/** Warnings about keys that a text may contain by chance: reports mask a key wherever it occurs. */
function keysOfWords(environment: Environment): string[] {
  return Object.values(KEY_VARIABLES)
    .filter((name) => isWord(environment[name] ?? ''))
    .map(
      (name) =>
        `half of the key in ${name} is a word: the reports mask it wherever the target says that word`,
    )
}

/** Every setting with its value and its source, as a table. Keys and headers are not shown. */
export function renderSettings(
  settings: Settings,
  { values, origin }: Reading<Readonly<Record<string, unknown>>>,
): string {
  const rows = Object.entries(settings).flatMap(([name, { hidden, fallback }]) => {
    if (name in SOURCES) return []
    const value = values[name]
    if (value === undefined) return [[name, fallback ?? '-', 'default']]
    const shown = capChars(shownLine(JSON.stringify(value)), LONGEST_WORDS)
    return [[name, hidden || name === 'header' ? '(set, not shown)' : shown, origin(name)]]
  })
  return renderTable(['setting', 'value', 'from'], rows)
}
