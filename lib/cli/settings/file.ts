import { readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quoted } from '../../engine/util/address.ts'
import { few } from '../../engine/util/bounds.ts'
import { ConfigurationError, errorCode, messageOf } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { oneLine, shownLine } from '../../engine/util/text.ts'
import { isObject } from '../../engine/util/values.ts'
import { parseJson, readText } from '../records.ts'
import { OUTPUT, RUN_SETTINGS } from './options.ts'
import { path } from './parsers.ts'
import type { Setting } from './setting.ts'

/** The settings that the settings file may hold: those of all commands, except keys. */
export const FILE_SETTINGS: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({ ...RUN_SETTINGS, ...OUTPUT }).filter(([, { hidden }]) => !hidden),
)

type ConfigValue = string | number | boolean | readonly (string | number)[] | Readonly<Record<string, string>>
type FileSettings = {
  readonly [K in Exclude<keyof typeof RUN_SETTINGS | keyof typeof OUTPUT, `${string}piKey`>]?: ConfigValue
}

/** The content of `conformance.config.json`, and what `conformance.config.mjs` exports. */
export interface Config extends FileSettings {
  readonly $schema?: string
  /**
   * Settings of single targets, chosen by `--env NAME`; they win over the settings outside `environments`.
   */
  readonly environments?: Readonly<Record<string, FileSettings>>
}

/** A value from a source, as text for the setting's parser. */
export interface WrittenSetting {
  readonly text: string
  /** The place of the value: `budget in conformance.config.json`. */
  readonly origin: string
}

/** The targets that a settings file names. */
export interface NamedTargets {
  readonly file: string
  /** The names of its `environments`, at least one. */
  readonly names: readonly string[]
  /** The target that `--env` chose; absent: none. */
  readonly chosen?: string | undefined
}

interface ConfigFile {
  readonly values: ReadonlyMap<string, WrittenSetting>
  /** Absent: the file has no `environments`. */
  readonly targets?: NamedTargets | undefined
}

const NAMES = ['conformance.config.json', 'conformance.config.mjs']
/** File names that other tools use; somebody who creates one expects it to be read. */
const ALIKE = /^\.?conformance[-_.]?(?:config|conf|rc)(?:\.\w+)?$/i

/**
 * Reads the settings file: the named file, or the nearest one upwards from a folder; without a file there are
 * no values. Throws a one-line {@link ConfigurationError} that names the mistake.
 * @param environment - the name of one of its `environments`, whose settings win over the settings outside
 */
export async function readConfigFile(
  folder: string,
  named: string | undefined,
  environment: string | undefined,
): Promise<ConfigFile> {
  const found = named === undefined ? find(folder) : resolve(folder, named)
  if (found === undefined) {
    if (environment === undefined) return { values: new Map() }
    throw new ConfigurationError(
      `--env ${quoted(environment)} needs a settings file, and there is no ${NAMES.join(' or ')} in this folder or above it`,
    )
  }
  const file = relative(folder, found)
  const home = dirname(found)
  const { environments, ...common } = objectOf(await load(found, `the settings file ${file}`), file)
  const values = writtenIn(common, file, home)
  const all = objectOf(environments ?? {}, `environments in ${file}`)
  const names = Object.keys(all)
  const targets = names.length === 0 ? undefined : { file, names, chosen: environment }
  if (environment === undefined) return { values: new Map(values), targets }
  if (!Object.hasOwn(all, environment))
    throw new ConfigurationError(
      `${file} has no environment ${quoted(environment)}${didYouMean(environment, names) || hasNames(names)}`,
    )
  const own = objectOf(all[environment], `${environment} in ${file}`)
  return { values: new Map([...values, ...writtenIn(own, `${file} (${environment})`, home)]), targets }
}

function hasNames(names: readonly string[]): string {
  return names.length === 0 ? '' : `; it has ${few(names)}`
}

function find(folder: string): string | undefined {
  const names = filesIn(folder)
  const [name, second] = NAMES.filter((one) => names.includes(one))
  if (second !== undefined)
    throw new ConfigurationError(`${NAMES.join(' and ')} are both in this folder: keep one of them`)
  const other = name ?? names.find((one) => ALIKE.test(one))
  if (other !== name)
    throw new ConfigurationError(`${other} is not read: the settings file is ${NAMES.join(' or ')}`)
  if (name !== undefined) return join(folder, name)
  return dirname(folder) === folder ? undefined : find(dirname(folder))
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function load(file: string, name: string): Promise<unknown> {
  if (basename(file).endsWith('.json')) return parseJson(await readText('', file, name), name)
  try {
    const module: unknown = await import(pathToFileURL(file).href)
    return Object(module).default
  } catch (error) {
    const reason = errorCode(error) === messageOf(error) ? oneLine(messageOf(error)) : errorCode(error)
    throw new ConfigurationError(shownLine(`${name} cannot be read (${reason})`), { cause: error })
  }
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value
  throw new ConfigurationError(`${name} is not an object of settings`)
}

/** @param home - the folder of the file, which the names of files in it are relative to */
function writtenIn(
  content: Readonly<Record<string, unknown>>,
  where: string,
  home: string,
): (readonly [name: string, written: WrittenSetting])[] {
  return Object.entries(content)
    .filter(([name]) => name !== '$schema')
    .map(([name, value]) => {
      const { parse } = settingNamed(name, where)
      const origin = `${name} in ${where}`
      const text = textOf(value, parse.isKeyed === true)
      if (text === undefined)
        throw new ConfigurationError(`${origin} must be a text, a number, true or false, or a list`)
      return [name, { text: parse === path ? resolve(home, text) : text, origin }]
    })
}

/**
 * A value as text for its parser: a list with commas, an object of reasons as lines `ID: reason`. Undefined for any other
 * object.
 */
function textOf(value: unknown, mayBeKeyed: boolean): string | undefined {
  if (mayBeKeyed && isObject(value))
    return Object.entries(value)
      .map((pair) => pair.join(': '))
      .join('\n')
  const items: readonly unknown[] = [value].flat()
  return items.some((item) => typeof item === 'object') ? undefined : items.join(',')
}

function settingNamed(name: string, where: string): Setting {
  const setting = FILE_SETTINGS.get(name)
  if (setting !== undefined) return setting
  if (/key|token|secret/i.test(name))
    throw new ConfigurationError(
      `${where} has ${quoted(name)}: keys do not belong in a file of the repository; set CONFORMANCE_API_KEY in the environment or in .env`,
    )
  throw new ConfigurationError(
    `${where} has an unknown setting, ${quoted(name)}${didYouMean(name, FILE_SETTINGS.keys())}`,
  )
}
