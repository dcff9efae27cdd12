import type { KnownFailure } from '../../app/run/options.ts'
import { quoted } from '../../engine/util/address.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { parseJson, readText } from '../records.ts'

/** What an entry may say, each a text of this form. */
const PROPERTIES: Readonly<Record<keyof KnownFailure, readonly [form: RegExp, what: string]>> = {
  id: [/\S/, 'the id of a requirement'],
  where: [/\S/, 'an operation like GET /things/{id}'],
  pointer: [/^(?:\/|$)/, 'a JSON pointer like /data/*/email'],
  cases: [/\S/, 'a list of ids of cases'],
  drawn: [/^--profile \w+ --seed \d+(?: --fuzz-runs \d+)?$/, 'options like --profile standard --seed 42'],
  reason: [/\S/, 'a text that says why'],
  link: [/^https?:\/\/[^\s/]/, 'an http or https address'],
  until: [/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'a date like 2027-01-31'],
}

/**
 * Reads a known-failures file: a JSON array of `{ id, where?, pointer?, cases?, drawn?, reason, link?, until? }`. Throws a one-line
 * {@link ConfigurationError} for the first mistake; if the file cannot be read, its cause is the system's error.
 * @param file - absolute path
 */
export async function readKnownFailures(
  file: string,
  ids: ReadonlySet<string>,
): Promise<readonly KnownFailure[]> {
  const name = `known-failures file ${file}`
  return parseKnownFailures(await readText('', file, name), name, ids)
}

/** Checks the text of a known-failures file; `name` begins every message. */
export function parseKnownFailures(
  text: string,
  name: string,
  ids: ReadonlySet<string>,
): readonly KnownFailure[] {
  const entries = parseJson(text, name)
  if (!Array.isArray(entries)) throw new ConfigurationError(`${name} is not a JSON array of entries`)
  return entries.map((entry: unknown, index) => checkedEntry(entry, ids, `${name}, entry ${index + 1}`))
}

function checkedEntry(entry: unknown, ids: ReadonlySet<string>, name: string): KnownFailure {
  const refuse = (problem: string): ConfigurationError => new ConfigurationError(`${name}: ${problem}`)
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw refuse('is not an object')
  for (const [property, value] of Object.entries(entry)) {
    if (!isProperty(property))
      throw refuse(`unknown property ${quoted(property)}${didYouMean(property, Object.keys(PROPERTIES))}`)
    const [form, what] = PROPERTIES[property]
    const isList = Array.isArray(value)
    const texts: readonly unknown[] = isList ? value : [value]
    if (isList !== (property === 'cases') || !texts.every((one) => typeof one === 'string' && form.test(one)))
      throw refuse(`"${property}" is not ${what}`)
  }
  const { id, reason, ...more }: Partial<KnownFailure> = entry
  if (id === undefined) throw refuse('has no id')
  if (!ids.has(id)) throw refuse(`unknown requirement id ${quoted(id)}${didYouMean(id, ids.keys())}`)
  if (reason === undefined) throw refuse(`${id} has no reason`)
  return { id, reason, ...more }
}

function isProperty(name: string): name is keyof KnownFailure {
  return Object.hasOwn(PROPERTIES, name)
}
