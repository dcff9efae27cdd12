import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { quoted } from '../../engine/util/address.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { isObject } from '../../engine/util/values.ts'
import { parseJson, readText } from '../records.ts'
import { OUTPUT, RUN_SETTINGS } from './options.ts'
import { path } from './parsers.ts'
import type { Setting } from './setting.ts'

/** What the settings file may hold: the settings of all commands, but no key. */
const FILE_SETTINGS: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({ ...RUN_SETTINGS, ...OUTPUT }).filter(([, { hidden }]) => !hidden),
)

/** A value that a source gives, as text for the setting's parser. */
export interface Written {
  readonly text: string
  /** Where it stands: `budget in conformance.config.json`. */
  readonly origin: string
}

const NAME = 'conformance.config.json'

/**
 * Reads the settings file: the named one, or the one in a folder; without one there are no values. Throws a one-line {@link
 * ConfigurationError} that names the mistake.
 * @param environment - the name of one of its `environments`, whose settings win over the ones beside them
 */
export async function readConfigFile(
  folder: string,
  named: string | undefined,
  environment: string | undefined,
): Promise<ReadonlyMap<string, Written>> {
  const found = resolve(folder, named ?? NAME)
  if (named === undefined && !existsSync(found)) {
    if (environment === undefined) return new Map()
    throw new ConfigurationError(
      `--env ${quoted(environment)} needs a settings file, and there is no ${NAME} in this folder`,
    )
  }
  const file = relative(folder, found)
  const home = dirname(found)
  const name = `the settings file ${file}`
  const { environments, ...common } = objectOf(parseJson(await readText('', found, name), name), file)
  const values = writtenIn(common, file, home)
  if (environment === undefined) return new Map(values)
  const all = objectOf(environments ?? {}, `environments in ${file}`)
  if (!Object.hasOwn(all, environment))
    throw new ConfigurationError(
      `${file} has no environment ${quoted(environment)}${didYouMean(environment, Object.keys(all))}`,
    )
  const own = objectOf(all[environment], `${environment} in ${file}`)
  return new Map([...values, ...writtenIn(own, `${file} (${environment})`, home)])
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
): (readonly [name: string, written: Written])[] {
  return Object.entries(content).map(([name, value]) => {
    const { parse } = settingNamed(name, where)
    const origin = `${name} in ${where}`
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (items.some((item) => typeof item === 'object'))
      throw new ConfigurationError(`${origin} must be a text, a number, true or false, or a list`)
    const text = items.join(',')
    return [name, { text: parse === path ? resolve(home, text) : text, origin }]
  })
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
