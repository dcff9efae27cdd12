import type { Context, Direction, Place, RawFinding } from './context.ts'
import { findingAt, items, property, words } from './context.ts'
import { shapeOf } from './normalise.ts'
import type { Reader } from './reader.ts'
import type { Facets, JsonType, SchemaNode, Shape } from './shape.ts'
import { typeNames } from './shape.ts'

/**
 * Compares what both documents state about a value and everything below it. It ends for recursive schemas, because it
 * goes no deeper than the contract.
 */
export function compareSchema(
  context: Context,
  direction: Direction,
  place: Place,
  contract: SchemaNode,
  served: SchemaNode,
): void {
  const wanted = shapeOf(context.contract, contract)
  const stated = shapeOf(context.served, served)
  if (stated.unsure) return context.skip(words(place))
  const report = (found: Conflict | undefined): boolean => {
    if (found === undefined) return false
    context.report(findingAt(place, found.expected, found.received, stated.origins))
    return true
  }
  if (report(typeConflict(direction, wanted, stated, context.rulings.nullIsOpen(place)))) return
  for (const [type, facets] of wanted.types) {
    const other = stated.types.get(type)
    if (other === undefined) continue
    report(
      valuesConflict(direction, facets, other, (value, allowed) =>
        context.rulings.mayOmit(place, value, allowed),
      ),
    )
    report(rangeConflict(direction, type, facets, other))
    report(formatConflict(facets, other))
    if (type === 'array' && facets.items !== undefined && other.items !== undefined)
      compareSchema(context, direction, items(place), facets.items, other.items)
    if (type === 'object') compareObject(context, direction, place, facets, other, stated.origins)
  }
}

function compareObject(
  context: Context,
  direction: Direction,
  place: Place,
  wanted: Facets,
  stated: Facets,
  origins: ReadonlySet<string>,
): void {
  if (wanted.properties === undefined) return
  if (stated.properties === undefined || stated.properties.size === 0) return context.skip(words(place))
  for (const name of missingFields(direction, wanted, stated))
    context.report(findingAt(property(place, name), 'a described field', 'no such field', origins))
  for (const name of context.rulings.excludedFields(place))
    if (stated.required?.has(name) === true)
      context.report(findingAt(property(place, name), 'no such field', 'required', origins))
  for (const finding of requiredFields(context.served, direction, place, wanted, stated, origins))
    context.report(finding)
  for (const [name, node] of wanted.properties) {
    const other = stated.properties.get(name)
    if (other !== undefined) compareSchema(context, direction, property(place, name), node, other)
  }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Fields that the served object must list and does not. A response may omit optional fields; a request body must list
 * every field.
 */
function missingFields(direction: Direction, wanted: Facets, stated: Facets): string[] {
  if (stated.openNames === true) return []
  const names =
    direction === 'request' ? [...(wanted.properties?.keys() ?? [])] : [...(wanted.required ?? NONE)]
  return names.filter((name) => stated.properties?.has(name) !== true && stated.required?.has(name) !== true)
}

/** Fields that the served schema requires and the contract does not, or the reverse. */
function requiredFields(
  served: Reader,
  direction: Direction,
  place: Place,
  wanted: Facets,
  stated: Facets,
  origins: ReadonlySet<string>,
): RawFinding[] {
  const findings: RawFinding[] = []
  /** Refers to the field's own schema if it has one, so that a field inherited through allOf is reported once. */
  const report = (name: string, expected: string, received: string): void => {
    const node = stated.properties?.get(name)
    const below = node === undefined ? NONE : shapeOf(served, node).origins
    findings.push(findingAt(property(place, name), expected, received, below.size > 0 ? below : origins))
  }
  for (const name of wanted.required ?? NONE)
    if (stated.properties?.has(name) === true && stated.required?.has(name) !== true)
      report(name, 'required', 'optional')
  if (direction === 'response') return findings
  for (const name of stated.required ?? NONE) {
    const node = stated.properties?.get(name)
    const sentByClient = node === undefined || !shapeOf(served, node).readOnly
    if (sentByClient && wanted.required?.has(name) !== true) report(name, 'optional', 'required')
  }
  return findings
}

/** Two statements that cannot both be true. */
export interface Conflict {
  readonly expected: string
  readonly received: string
}

/** Formats that exclude each other, with their names. Other formats are not compared. */
const FORMAT_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['date-time', 'date-time'],
  ['date', 'date'],
  ['time', 'time'],
  ['uuid', 'uuid'],
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'uri'],
  ['iri', 'uri'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
])

/**
 * Types. A response may be narrower (for example never null) but not wider; a request body must allow the same types.
 * A schema without a type is not a contradiction.
 */
function typeConflict(
  direction: Direction,
  wanted: Shape,
  stated: Shape,
  nullIsOpen: boolean,
): Conflict | undefined {
  if (!stated.typeStated || !wanted.typeStated) return undefined
  const wider = [...stated.types.keys()].filter(
    (type) => !wanted.types.has(type) && !(nullIsOpen && type === 'null'),
  )
  const narrower = [...wanted.types.keys()].filter((type) => !stated.types.has(type))
  const fractions =
    wanted.types.get('number')?.integer === true && stated.types.get('number')?.integer === undefined
  const conflict =
    wider.length > 0 ||
    (fractions && stated.types.has('number')) ||
    (direction === 'request' && narrower.length > 0)
  return conflict ? { expected: typeNames(wanted), received: typeNames(stated) } : undefined
}

/**
 * Enumerations. The served schema must have the same values.
 * @param mayOmit - whether a response may omit values
 */
function valuesConflict(
  direction: Direction,
  wanted: Facets,
  stated: Facets,
  mayOmit: (value: unknown, allowed: readonly unknown[]) => boolean,
): Conflict | undefined {
  if (stated.values === undefined) return undefined
  const received = `one of ${listed(stated.values)}`
  if (wanted.values === undefined)
    return direction === 'request' ? { expected: 'any value of the type', received } : undefined
  const allowed = wanted.values
  const outside = stated.values.filter((value) => !allowed.includes(value))
  const absent = allowed.filter(
    (value) =>
      stated.values?.includes(value) !== true && !(direction === 'response' && mayOmit(value, allowed)),
  )
  return outside.length + absent.length > 0 ? { expected: `one of ${listed(allowed)}`, received } : undefined
}

/**
 * Bounds. A missing bound is not a contradiction. A response may be tighter, but not looser or disjoint; a request
 * body must state the same bound.
 */
export function rangeConflict(
  direction: Direction,
  type: JsonType,
  wanted: Facets,
  stated: Facets,
): Conflict | undefined {
  const conflict = direction === 'response' ? looser(wanted, stated) : different(type, wanted, stated)
  return conflict ? { expected: range(type, wanted), received: range(type, stated) } : undefined
}

function looser(wanted: Facets, stated: Facets): boolean {
  const { min = -Infinity, max = Infinity } = wanted
  if (stated.min !== undefined && (stated.min < min || stated.min > max)) return true
  return stated.max !== undefined && (stated.max > max || stated.max < min)
}

/** Without a minimum, an empty string is open; an empty array is within "at most". */
const FREE_MINIMUM: Readonly<Partial<Record<JsonType, number>>> = { string: 1, array: 0 }

function different(type: JsonType, wanted: Facets, stated: Facets): boolean {
  if (wanted.min !== undefined && stated.min !== undefined && wanted.min !== stated.min) return true
  if (wanted.max !== undefined && stated.max !== undefined && wanted.max !== stated.max) return true
  const freeMinimum = FREE_MINIMUM[type] ?? Infinity
  return wanted.max !== undefined && wanted.min === undefined && (stated.min ?? 0) > freeMinimum
}

/** Formats that exclude each other. */
export function formatConflict(wanted: Facets, stated: Facets): Conflict | undefined {
  if (wanted.format === undefined || stated.format === undefined) return undefined
  const [one, other] = [FORMAT_FAMILIES.get(wanted.format), FORMAT_FAMILIES.get(stated.format)]
  if (one === undefined || other === undefined || one === other) return undefined
  return { expected: `format ${wanted.format}`, received: `format ${stated.format}` }
}

const UNITS: Readonly<Partial<Record<JsonType, string>>> = { string: ' characters', array: ' items' }

/** The bounds of a value in words. */
export function range(type: JsonType, { min, max }: Facets): string {
  const unit = UNITS[type] ?? ''
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (min !== undefined) return `at least ${min}${unit}`
  return max === undefined ? 'no bound' : `at most ${max}${unit}`
}

/** Values as JSON on one line, cut short. */
export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => JSON.stringify(value)?.slice(0, 60) ?? '')
  return shown.join(', ') + (values.length > 20 ? ', …' : '')
}
