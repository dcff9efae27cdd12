import type { KnownFailure, KnownFailures } from '../../app/run/options.ts'
import { PROFILE_DEFAULTS } from '../../app/run/options.ts'
import { quoted } from '../../engine/util/address.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { parseJson, readText } from '../records.ts'

const FORM = '{ "profile": "standard", "failures": [{ "id": …, "places": […], "reason": … }] }'

/** The members of an entry: each is a text of this form, and `places` is a list of texts. */
const PROPERTIES: Readonly<Record<keyof KnownFailure, readonly [form: RegExp, what: string]>> = {
  id: [/\S/, 'the id of a requirement'],
  places: [
    /^[A-Z]+ \/\S*(?: at (?:\/.*)?)?$/,
    'a list of places like GET /things/{id} or GET /things at /data/*/email',
  ],
  reason: [/\S/, 'a text that says why'],
  link: [/^https?:\/\/[^\s/]/, 'an http or https address'],
  until: [/^\d{4}-\d{2}-\d{2}$/, 'a date like 2027-01-31'],
}

type Rows = readonly Pick<Requirement, 'id' | 'strength' | 'excluded'>[]

/**
 * Reads a known-failures file. Throws a one-line {@link ConfigurationError} for the first mistake; if the
 * file cannot be read, its cause is the system's error.
 * @param file - absolute path
 * @param rows - the requirements that may fail
 */
export async function readKnownFailures(file: string, rows: Rows): Promise<KnownFailures> {
  const name = `known-failures file ${file}`
  return parseKnownFailures(await readText('', file, name), name, rows)
}

/** Checks the text of a known-failures file; `name` begins every message. */
export function parseKnownFailures(text: string, name: string, rows: Rows): KnownFailures {
  const content = parseJson(text, name)
  if (!isObject(content)) throw new ConfigurationError(`${name} is not of the form ${FORM}`)
  const { profile, failures, ...others } = content
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${name}: unknown property ${quoted(unknown)}${didYouMean(unknown, ['profile', 'failures'])}`,
    )
  if (!isProfile(profile))
    throw new ConfigurationError(
      `${name}: "profile" is not that of the runs that it is for: ${Object.keys(PROFILE_DEFAULTS).join(', ')}`,
    )
  if (!Array.isArray(failures)) throw new ConfigurationError(`${name}: "failures" is not a list`)
  const seen = new Set<string>()
  return {
    profile,
    failures: failures.map((entry: unknown, index) =>
      checkedEntry(entry, rows, seen, `${name}, entry ${index + 1}`),
    ),
  }
}

function checkedEntry(entry: unknown, rows: Rows, seen: Set<string>, name: string): KnownFailure {
  const refuse = (problem: string): ConfigurationError => new ConfigurationError(`${name}: ${problem}`)
  if (!isObject(entry)) throw refuse('is not an object')
  for (const [property, value] of Object.entries(entry)) {
    if (!isProperty(property))
      throw refuse(`unknown property ${quoted(property)}${didYouMean(property, Object.keys(PROPERTIES))}`)
    const [form, what] = PROPERTIES[property]
    const isList = Array.isArray(value) && value.length > 0
    const texts: readonly unknown[] = isList ? value : [value]
    if (
      isList !== (property === 'places') ||
      !texts.every((one) => typeof one === 'string' && form.test(one))
    )
      throw refuse(`"${property}" is not ${what}`)
  }
  const { id, reason, ...more }: Partial<KnownFailure> = entry
  if (id === undefined) throw refuse('has no id')
  const row = rows.find((one) => one.id === id)
  if (row === undefined)
    throw refuse(
      `unknown requirement id ${quoted(id)}${didYouMean(
        id,
        rows.map((one) => one.id),
      )}`,
    )
  // An entry that can never match is a mistake.
  if (row.strength === 'open' || row.excluded !== undefined)
    throw refuse(
      `${id} is never violated: ${row.strength === 'open' ? 'it is an open point' : 'it cannot be tested'}`,
    )
  if (seen.has(id)) throw refuse(`${id} is listed twice: one entry holds all of its places`)
  seen.add(id)
  if (reason === undefined) throw refuse(`${id} has no reason`)
  if (more.until !== undefined && !isDay(more.until))
    throw refuse(`"until" is a day that does not exist, ${quoted(more.until)}`)
  return { id, reason, ...more }
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isProfile(name: unknown): name is KnownFailures['profile'] {
  return typeof name === 'string' && Object.hasOwn(PROFILE_DEFAULTS, name)
}

function isProperty(name: string): name is keyof KnownFailure {
  return Object.hasOwn(PROPERTIES, name)
}
