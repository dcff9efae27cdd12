import { dirname, relative, resolve } from 'node:path'
import { lilconfig, type LilconfigResult } from 'lilconfig'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { didYouMean } from '../../util/nearest.ts'
import { shownLine } from '../../util/text.ts'
import { quote, type Schema } from './kinds.ts'
import { OUTPUT, RUN_SETTINGS } from './options.ts'
import type { Setting, Settings, ValuesOf, Written } from './setting.ts'

/** What the settings file may hold: the settings of all commands, but no key. */
const FILE_SETTINGS: Settings = Object.fromEntries(
  Object.entries<Setting>({ ...RUN_SETTINGS, ...OUTPUT }).filter(([, { hidden }]) => !hidden),
)

type Keys = 'apiKey' | 'otherApiKey' | 'exhaustibleApiKey'

/** Settings as they are written in the file: seconds are numbers, headers `NAME:VALUE`. */
export type FileSettings = Omit<ValuesOf<typeof RUN_SETTINGS & typeof OUTPUT>, Keys | 'header'> & {
  readonly header?: readonly string[]
}

/** The content of `conformance.config.json`, and what `conformance.config.mjs` exports. */
export interface Config extends FileSettings {
  readonly $schema?: string
  /** Settings of single targets, chosen by `--env NAME`; they win over the ones beside them. */
  readonly environments?: Readonly<Record<string, FileSettings>>
}

/** A settings file that was read. */
export interface ConfigFile {
  readonly values: ReadonlyMap<string, Written>
  /** The names of its environments, if none of them is used. */
  readonly unused: readonly string[]
}

/** The names of the file; the first one found counts. */
const NAMES = ['conformance.config.json', 'conformance.config.mjs']

/**
 * Reads the settings file: the named one, or the nearest one upwards from a folder; undefined without one. Throws a
 * one-line {@link ConfigurationError} that names the mistake.
 * @param environment - the name of one of its `environments`
 */
export async function readConfigFile(
  folder: string,
  named: string | undefined,
  environment: string | undefined,
): Promise<ConfigFile | undefined> {
  const found = await load(folder, named)
  if (found === null) {
    if (environment === undefined) return undefined
    throw new ConfigurationError(
      `--env ${quote(environment)} needs a settings file, and there is no ${NAMES.join(' or ')} in this folder or above it`,
    )
  }
  const file = relative(folder, found.filepath) || found.filepath
  const home = dirname(found.filepath)
  const { environments = {}, ...common } = objectOf(found.config, file)
  const all = objectOf(environments, `environments in ${file}`)
  const names = Object.keys(all)
  const values = writtenIn(common, file, home)
  if (environment === undefined) return { values: new Map(values), unused: names }
  if (!Object.hasOwn(all, environment))
    throw new ConfigurationError(
      `${file} has no environment ${quote(environment)}${didYouMean(environment, names)}`,
    )
  // Later entries win.
  const own = writtenIn(all[environment], `${file} (${environment})`, home)
  return { values: new Map([...values, ...own]), unused: [] }
}

async function load(folder: string, named: string | undefined): Promise<LilconfigResult> {
  const loader = lilconfig('conformance', { searchPlaces: NAMES, cache: false })
  try {
    return await (named === undefined ? loader.search(folder) : loader.load(resolve(folder, named)))
  } catch (error) {
    const problem = error instanceof SyntaxError ? `is not valid: ${error.message}` : `(${errorCode(error)})`
    const name = named === undefined ? '' : relative(folder, named)
    throw new ConfigurationError(shownLine(`the settings file ${name} cannot be read ${problem}`), {
      cause: error,
    })
  }
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ConfigurationError(`${name} is not an object of settings`)
}

function writtenIn(
  content: unknown,
  where: string,
  folder: string,
): (readonly [name: string, written: Written])[] {
  return Object.entries(objectOf(content, where))
    .filter(([name, value]) => name !== '$schema' && value !== undefined)
    .map(([name, value]) => {
      const origin = `${name} in ${where}`
      const { variadic } = settingNamed(name, where)
      const items: readonly unknown[] = variadic && Array.isArray(value) ? value : [value]
      if (items.some((item) => typeof item === 'object'))
        throw new ConfigurationError(
          `${origin} must be a text, a number, true or false, or a list where it names more`,
        )
      return [name, { texts: items.map(String), origin, folder }]
    })
}

function settingNamed(name: string, where: string): Setting {
  const setting = FILE_SETTINGS[name]
  if (setting !== undefined) return setting
  if (/key|token|secret/i.test(name))
    throw new ConfigurationError(
      `${where} has ${quote(name)}: keys do not belong in a file of the repository; set CONFORMANCE_API_KEY in the environment or in .env`,
    )
  throw new ConfigurationError(
    `${where} has an unknown setting, ${quote(name)}${didYouMean(name, Object.keys(FILE_SETTINGS))}`,
  )
}

/** The JSON Schema of the settings file, for editors. */
export function configSchema(): Schema {
  const settings = Object.fromEntries(
    Object.entries(FILE_SETTINGS).map(([name, { kind, description, fallback }]) => {
      const note = fallback === undefined ? '' : ` (default: ${fallback})`
      return [name, { description: `${description}${note}`, ...kind.schema }]
    }),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of chat-agent-conformance (conformance.config.json)',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...settings,
      environments: {
        description: 'settings of single targets, chosen by --env NAME; they win over the ones beside them',
        type: 'object',
        additionalProperties: { type: 'object', properties: settings, additionalProperties: false },
      },
    },
    additionalProperties: false,
  }
}
