import { resolve } from 'node:path'
import type { KnownFailure, RunOptions } from '../../run/options.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { capChars, didYouMean, shownLine } from '../../util/text.ts'
import { parseJson, readText } from '../records.ts'
import { quote } from './kinds.ts'
import { anyPosition, type Finding } from '../../judge/finding.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'

const OWN_HINT = '; one of an own suite needs --suite FILE'

/** The ids of the catalogue: a set, or a map by id. */
type KnownIds = Pick<ReadonlySet<string>, 'has' | 'keys'>

const PROPERTIES = ['id', 'where', 'pointer', 'reason', 'link', 'until'] as const

/**
 * The known failures that a setting names: a file, or its content, as it may stand in the settings file.
 * @param origin - where the setting stands
 */
export async function knownFailuresOf(
  given: string,
  origin: string,
  folder: string,
  requirementIds: KnownIds,
): Promise<Pick<RunOptions, 'knownFailures' | 'knownFailuresFile'>> {
  if (given.startsWith('['))
    return { knownFailures: parseKnownFailures(given, origin, requirementIds), knownFailuresFile: origin }
  const file = resolve(folder, given)
  return { knownFailures: await readKnownFailures(file, requirementIds), knownFailuresFile: file }
}

/**
 * Reads a known-failures file: a JSON array of `{ id, where?, pointer?, reason, link?, until? }`. Throws a one-line
 * {@link ConfigurationError} for the first mistake; if the file cannot be read, its cause is the system's error.
 * @param file - absolute path
 */
export async function readKnownFailures(
  file: string,
  requirementIds: KnownIds,
): Promise<readonly KnownFailure[]> {
  const name = `known-failures file ${file}`
  return parseKnownFailures(await readText('', file, name), name, requirementIds)
}

/** Checks the text of a known-failures file; `name` begins every message. */
export function parseKnownFailures(
  text: string,
  name: string,
  requirementIds: KnownIds,
): readonly KnownFailure[] {
  const entries = parseJson(text, name)
  if (!Array.isArray(entries)) throw new ConfigurationError(`${name} is not a JSON array of entries`)
  const seen = new Set<string>()
  return entries.map((entry: unknown, index) => {
    const checked = checkedEntry(entry, requirementIds, `${name}, entry ${index + 1}`)
    const place = [checked.id, checked.where, checked.pointer].filter((part) => part !== undefined).join(' ')
    if (seen.has(place)) throw new ConfigurationError(`${name}: ${place} is listed twice`)
    seen.add(place)
    return checked
  })
}

function checkedEntry(entry: unknown, ids: KnownIds, name: string): KnownFailure {
  const refuse = (problem: string): ConfigurationError => new ConfigurationError(`${name}: ${problem}`)
  if (!isEntry(entry)) throw refuse('is not an object')
  const stranger = Object.keys(entry).find((property) => !PROPERTIES.some((known) => known === property))
  if (stranger !== undefined) {
    throw refuse(`unknown property ${quote(stranger)}${didYouMean(stranger, PROPERTIES)}`)
  }
  const { id, where, pointer, reason, link, until } = entry
  if (typeof id !== 'string' || id === '') throw refuse('has no id')
  if (!ids.has(id))
    throw refuse(`unknown requirement id ${quote(id)}${didYouMean(id, ids.keys()) || OWN_HINT}`)
  if (typeof reason !== 'string' || reason.trim() === '') throw refuse(`${id} has no reason`)
  if (where !== undefined && (typeof where !== 'string' || where === '')) {
    throw refuse(`the place "where" of ${id} is not an operation like GET /things/{id}`)
  }
  if (pointer !== undefined && (typeof pointer !== 'string' || !/^(?:\/|$)/.test(pointer))) {
    throw refuse(`the pointer of ${id} is not a JSON pointer like /data/*/email`)
  }
  if (link !== undefined && !isWebAddress(link)) {
    throw refuse(`the link of ${id} is not an http or https address`)
  }
  if (until !== undefined && !isDate(until)) {
    throw refuse(`the date "until" of ${id} is not a date like 2027-01-31`)
  }
  return { id, where, pointer, reason, link, until }
}

function isEntry(value: unknown): value is Partial<Record<(typeof PROPERTIES)[number], unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}

function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  // `Date` turns 31 February into a day in March: only a real date comes out unchanged.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** The updated entries, and what was added and removed. */
export interface KnownFailuresUpdate {
  /** In the order of the record. */
  readonly entries: readonly KnownFailure[]
  /** The names of added and removed entries: `THING-01 at GET /things`. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** A requirement that fails at more places of a body gets one entry per operation. */
const MOST_POINTERS = 5

/**
 * Updates the known failures from a record. Entries that still fail, or that the run did not judge, are kept; entries
 * of requirements that passed are removed. Each new failing place gets an entry, also if it is a consequence; its
 * reason describes the finding and is meant to be replaced.
 */
export function updateKnownFailures(
  record: RunRecord,
  present: readonly KnownFailure[] = [],
): KnownFailuresUpdate {
  const added: KnownFailure[] = []
  const removed: KnownFailure[] = []
  const judged = record.requirements.flatMap((requirement) => {
    const listed = present.filter(({ id }) => id === requirement.id)
    if (requirement.verdict === 'passed') {
      removed.push(...listed)
      return []
    }
    const fresh = requirement.verdict === 'failed' ? freshEntries(requirement, listed, record) : []
    added.push(...fresh)
    return [...listed, ...fresh]
  })
  const named = new Set(record.requirements.map(({ id }) => id))
  const elsewhere = present.filter(({ id }) => !named.has(id))
  return { entries: [...judged, ...elsewhere], added: added.map(nameOf), removed: removed.map(nameOf) }
}

/** The name of an entry: `THING-01 at GET /things`. */
function nameOf({ id, where }: KnownFailure): string {
  return where === undefined ? id : `${id} at ${where}`
}

function freshEntries(
  requirement: RequirementResult,
  listed: readonly KnownFailure[],
  { startedAt }: RunRecord,
): KnownFailure[] {
  const open = requirement.findings.filter((finding) => !listed.some((entry) => isPlaceOf(entry, finding)))
  const pointers = new Set(open.map(({ pointer = '' }) => anyPosition(pointer)))
  // The record may not hold all findings: a place that it lacks must not fail the next run.
  const byPointer = pointers.size <= MOST_POINTERS && requirement.reasonKind !== 'more-findings'
  const entries = new Map<string, KnownFailure>()
  for (const finding of open) {
    const { where, pointer } = finding
    const place = byPointer && pointer !== undefined ? { where, pointer: anyPosition(pointer) } : { where }
    const key = JSON.stringify(place)
    if (entries.has(key)) continue
    entries.set(key, { id: requirement.id, ...place, reason: reasonOf(finding, startedAt.slice(0, 10)) })
  }
  return [...entries.values()]
}

function isPlaceOf({ where, pointer }: KnownFailure, finding: Finding): boolean {
  if (where !== undefined && where !== finding.where) return false
  return pointer === undefined || anyPosition(pointer) === anyPosition(finding.pointer ?? '')
}

function reasonOf({ where, expected, received, consequenceOf }: Finding, day: string): string {
  const causes = consequenceOf === undefined ? '' : `, probably because of ${consequenceOf.join(', ')}`
  const seen = `${where}: expected ${expected}; received ${received}`
  return `Failing since ${day} or earlier${causes}. ${capChars(shownLine(seen), 240)}`
}
