import { dirname, relative, resolve } from 'node:path'
import { lilconfig, type LilconfigResult } from 'lilconfig'
import type { KnownFailure } from '../../run/options.ts'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { didYouMean, shownLine } from '../../util/text.ts'
import { quote, type Schema } from './kinds.ts'
import { OUTPUT, RUN_SETTINGS } from './options.ts'
import type { Setting, Settings, ValuesOf } from './setting.ts'

/** What the settings file may hold: the settings of all commands, but no key. */
export const FILE_SETTINGS: Settings = Object.fromEntries(
  Object.entries<Setting>({ ...RUN_SETTINGS, ...OUTPUT }).filter(([, { hasFlag }]) => hasFlag),
)

type Keys = 'apiKey' | 'otherApiKey' | 'exhaustibleApiKey'

/** Settings as they are written in the file: seconds are numbers, headers `NAME:VALUE`. */
export type FileSettings = Omit<
  ValuesOf<typeof RUN_SETTINGS & typeof OUTPUT>,
  Keys | 'header' | 'knownFailures'
> & {
  readonly header?: readonly string[]
  /** The file of known failures, or its entries. */
  readonly knownFailures?: string | readonly KnownFailure[]
}

/** The content of `conformance.config.json`, and what `conformance.config.mjs` exports. */
export interface Config extends FileSettings {
  readonly $schema?: string
  /** Settings of single targets, chosen by `--env NAME`; they win over the ones beside them. */
  readonly environments?: Readonly<Record<string, FileSettings>>
}

/** A value of the settings file, as text for the setting's parser. */
export interface Written {
  /** The items of a list. */
  readonly texts: readonly string[]
  /** `budget in conformance.config.json`. */
  readonly origin: string
}

/** A settings file that was read. */
export interface ConfigFile {
  readonly values: ReadonlyMap<string, Written>
  /** Known failures that stand in the file itself, unchecked, with the name of their place. */
  readonly knownFailures?: { readonly entries: readonly unknown[]; readonly name: string }
  /** The names of its environments, if none of them is used. */
  readonly unused?: readonly string[]
}

/** The names of the file; the first one found counts. */
const NAMES = ['conformance.config.json', 'conformance.config.mjs']

/**
 * Reads the settings file: the named one, or the nearest one upwards from a folder; without one there are no settings.
 * Throws a one-line {@link ConfigurationError} that names the mistake.
 * @param environment - the name of one of its `environments`
 */
export async function readConfigFile(
  folder: string,
  named: string | undefined,
  environment: string | undefined,
): Promise<ConfigFile> {
  const found = await load(folder, named)
  if (found === undefined) {
    if (environment === undefined) return { values: new Map() }
    throw new ConfigurationError(
      `--env ${quote(environment)} needs a settings file, and there is no ${NAMES.join(' or ')} in this folder or above it`,
    )
  }
  const file = relative(folder, found.filepath) || found.filepath
  const { environments = {}, ...common } = objectOf(found.config, file)
  const names = Object.keys(objectOf(environments, `environments in ${file}`))
  const places: (readonly [where: string, content: unknown])[] = [[file, common]]
  if (environment !== undefined) {
    const all = objectOf(environments, `environments in ${file}`)
    if (!Object.hasOwn(all, environment))
      throw new ConfigurationError(
        `${file} has no environment ${quote(environment)}${didYouMean(environment, Object.keys(all))}`,
      )
    places.push([`${file} (${environment})`, all[environment]])
  }
  return { ...read(places, dirname(found.filepath)), unused: environment === undefined ? names : [] }
}

async function load(
  folder: string,
  named: string | undefined,
): Promise<NonNullable<LilconfigResult> | undefined> {
  const loader = lilconfig('conformance', { searchPlaces: NAMES, cache: false })
  try {
    const found = await (named === undefined ? loader.search(folder) : loader.load(resolve(folder, named)))
    return found ?? undefined
  } catch (error) {
    const problem = error instanceof SyntaxError ? `is not valid: ${error.message}` : `(${errorCode(error)})`
    throw new ConfigurationError(shownLine(`the settings file ${named ?? ''} cannot be read ${problem}`), {
      cause: error,
    })
  }
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ConfigurationError(`${name} is not an object of settings`)
}

function read(places: readonly (readonly [where: string, content: unknown])[], folder: string): ConfigFile {
  const values = new Map<string, Written>()
  let knownFailures: ConfigFile['knownFailures']
  for (const [where, content] of places)
    for (const [name, value] of Object.entries(objectOf(content, where))) {
      if (name === '$schema' || value === undefined) continue
      const setting = settingNamed(name, where)
      const origin = `${name} in ${where}`
      if (name === 'knownFailures' && Array.isArray(value)) {
        knownFailures = { entries: value, name: origin }
        values.delete(name)
        continue
      }
      if (name === 'knownFailures') knownFailures = undefined
      const texts = textsOf(value, setting, origin)
      values.set(name, {
        texts: setting.kind.isPath === true ? texts.map((text) => resolve(folder, text)) : texts,
        origin,
      })
    }
  return { values, knownFailures }
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

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'a number',
  number: 'a number',
  string: 'a text',
}

function textsOf(value: unknown, { kind: { schema } }: Setting, origin: string): readonly string[] {
  const items = schema['type'] === 'array' && Array.isArray(value) ? value : [value]
  const wanted = itemTypeOf(schema)
  const type = wanted === 'integer' ? 'number' : wanted
  for (const item of items)
    if (typeof item !== type) throw new ConfigurationError(`${origin} must be ${TYPES[wanted]}`)
  return items.map(String)
}

/** The type of a value, or of the items of a list; words of a closed list are texts. */
function itemTypeOf({ type, items }: Schema): string {
  if (type === 'array' && typeof items === 'object' && items !== null && 'type' in items)
    return String(items.type)
  return typeof type === 'string' && type !== 'array' ? type : 'string'
}

/** The JSON Schema of the settings file, for editors. */
export function configSchema(): Schema {
  const settings = Object.fromEntries(
    Object.entries(FILE_SETTINGS).map(([name, { kind, description, fallback }]) => [
      name,
      {
        description: `${description}${fallback === undefined ? '' : ` (default: ${fallback})`}`,
        ...(name === 'knownFailures' ? KNOWN_FAILURES : kind.schema),
      },
    ]),
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

const text = { type: 'string', minLength: 1 }

const KNOWN_FAILURES: Schema = {
  oneOf: [
    text,
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: text,
          where: text,
          pointer: { type: 'string' },
          reason: text,
          link: text,
          until: text,
        },
        required: ['id', 'reason'],
        additionalProperties: false,
      },
    },
  ],
}
