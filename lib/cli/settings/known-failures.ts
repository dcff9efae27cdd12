import { type KnownFailure, type KnownFailures, PROFILE_DEFAULTS } from '../../app/run/options.ts'
import { quoted } from '../../engine/util/address.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { isObject } from '../../engine/util/values.ts'
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

/** The error for a problem of an entry. */
type Refuse = (problem: string) => ConfigurationError

function checkedEntry(entry: unknown, rows: Rows, seen: Set<string>, name: string): KnownFailure {
  const refuse: Refuse = (problem) => new ConfigurationError(`${name}: ${problem}`)
  const { id, reason, ...more } = wellFormed(entry, refuse)
  if (id === undefined) throw refuse('has no id')
  checkCanFail(id, rows, refuse)
  if (seen.has(id)) throw refuse(`${id} is listed twice: one entry holds all of its places`)
  seen.add(id)
  if (reason === undefined) throw refuse(`${id} has no reason`)
  if (more.until !== undefined && !isDay(more.until))
    throw refuse(`"until" is a day that does not exist, ${quoted(more.until)}`)
  return { id, reason, ...more }
}

/** An entry whose members all are known and have their form. */
function wellFormed(entry: unknown, refuse: Refuse): Partial<KnownFailure> {
  if (!isObject(entry)) throw refuse('is not an object')
  for (const [property, value] of Object.entries(entry)) {
    if (!isProperty(property))
      throw refuse(`unknown property ${quoted(property)}${didYouMean(property, Object.keys(PROPERTIES))}`)
    const [form, what] = PROPERTIES[property]
    const isList = Array.isArray(value) && value.length > 0
    const texts: readonly unknown[] = isList ? value : [value]
    const haveForm = texts.every((one) => typeof one === 'string' && form.test(one))
    if (isList !== (property === 'places') || !haveForm) throw refuse(`"${property}" is not ${what}`)
  }
  return entry
}

/** An entry that can never match is a mistake. */
function checkCanFail(id: string, rows: Rows, refuse: Refuse): void {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) {
    const ids = rows.map((one) => one.id)
    throw refuse(`unknown requirement id ${quoted(id)}${didYouMean(id, ids)}`)
  }
  if (row.strength === 'open') throw refuse(`${id} is never violated: it is an open point`)
  if (row.excluded !== undefined) throw refuse(`${id} is never violated: it cannot be tested`)
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isProfile(name: unknown): name is KnownFailures['profile'] {
  return typeof name === 'string' && Object.hasOwn(PROFILE_DEFAULTS, name)
}

function isProperty(name: string): name is keyof KnownFailure {
  return Object.hasOwn(PROPERTIES, name)
}
