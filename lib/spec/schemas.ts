import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv/dist/2020.js'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { atPointer, pointerTo, shortValue, typeOf } from './json.ts'
import type { JsonObject } from '../util/values.ts'

/** The most problems reported per value: those of a hundred items with ten mistakes each. */
const MAX_PROBLEMS = 1000
const ID = 'https://contract.invalid/openapi.json'
const OPENAPI_KEYWORDS = ['openapi', 'info', 'servers', 'security', 'paths', 'webhooks', 'components']

/** Extensions of a contract's own: a schema may say which requirement it states. */
const EXTENSIONS = ['x-requirement']

/** Judges values by the schemas of a document; see `Contract.validate`. */
export function validatorOf(document: JsonObject): (schema: string, value: unknown) => SchemaProblem[] {
  const compiled = new Map<string, ValidateFunction>()
  let ajv: Ajv2020 | undefined
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer)
    if (known !== undefined) return known
    ajv ??= createAjv(document)
    const check = ajv.getSchema(`${ID}#${encodeURI(pointer)}`)
    if (check === undefined) throw new Error(`The contract has no schema at ${pointer}`)
    compiled.set(pointer, check)
    return check
  }
  return (schema, value) => {
    const check = validator(schema.startsWith('/') ? schema : `/components/schemas/${schema}`)
    if (check(value)) return []
    const problems: SchemaProblem[] = []
    const errors = check.errors ?? []
    const ofFormat = new Set(errors.flatMap((e) => (e.keyword === 'format' ? [e.instancePath] : [])))
    for (const error of errors) {
      // A pattern beside a format repeats it, for tools that ignore formats.
      if (insideAlternative(error) || (error.keyword === 'pattern' && ofFormat.has(error.instancePath)))
        continue
      problems.push(problemOf(error, value))
      if (problems.length === MAX_PROBLEMS) break
    }
    // Ajv keeps the errors of the last call, and with them a reference to a possibly large body.
    check.errors = null
    return problems
  }
}

/** The error about the whole anyOf says more than those about its alternatives. */
function insideAlternative(error: ErrorObject): boolean {
  return /\/(?:anyOf|oneOf)\/\d+\//.test(error.schemaPath)
}

/** Ajv for JSON Schema 2020-12. It takes tens of milliseconds to load, so it is required on demand. */
export function loadAjv(): typeof Ajv2020 {
  const loaded: typeof AjvModule = createRequire(import.meta.url)('ajv/dist/2020.js')
  return loaded.Ajv2020
}

function createAjv(document: JsonObject): Ajv2020 {
  // strictRequired would reject alternatives that require properties listed in the base schema.
  const options = {
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    formats: FORMATS,
    // Compiling is most of what Ajv costs a run: what many schemas refer to is compiled once, and as it is.
    inlineRefs: false,
    code: { optimize: false },
  }
  const Ajv = loadAjv()
  const instance = new Ajv(options)
  instance.addVocabulary([...OPENAPI_KEYWORDS, ...EXTENSIONS])
  instance.addSchema({ ...document, $id: ID }, undefined, undefined, false)
  return instance
}

/** One violation of a schema. */
export interface SchemaProblem {
  /** JSON pointer into the value; for a missing property, to its place. */
  readonly pointer: string
  /** The JSON Schema keyword that failed: `type`, `required`, `format`, `enum` … */
  readonly keyword: string
  /** The format that failed, if the keyword is `format`. */
  readonly format?: FormatName
  /** What the contract requires, in one line. */
  readonly expected: string
  /** The JSON type and the shortened value, in one line. */
  readonly received: string
}

/** Puts an Ajv error into words. */
function problemOf(error: ErrorObject, root: unknown): SchemaProblem {
  const { keyword, instancePath } = error
  const params: Record<string, unknown> = error.params
  if (keyword === 'required') {
    const name = String(params['missingProperty'])
    const pointer = pointerTo(instancePath, name)
    return { pointer, keyword, expected: `a property ${JSON.stringify(name)}`, received: 'absent' }
  }
  const format = params['format']
  return {
    pointer: instancePath,
    keyword,
    ...(keyword === 'format' && isFormatName(format) ? { format } : {}),
    // Computed on demand: of a hundred items with the same mistake, only the first is reported.
    get expected() {
      return expectation(keyword, params)
    },
    get received() {
      return described(atPointer(root, instancePath))
    },
  }
}

function expectation(keyword: string, params: Record<string, unknown>): string {
  const { limit, allowedValues, format } = params
  switch (keyword) {
    case 'type':
      return [params['type']].flat().join(' or ').replaceAll(',', ' or ')
    case 'enum':
      return `one of ${[allowedValues]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}`
    case 'const':
      return JSON.stringify(params['allowedValue'])
    case 'format':
      return isFormatName(format) ? FORMAT_TEXTS[format] : `format ${String(format)}`
    case 'minimum':
      return `at least ${String(limit)}`
    case 'maximum':
      return `at most ${String(limit)}`
    case 'minLength':
      return `at least ${count(limit, 'character')}`
    case 'maxLength':
      return `at most ${count(limit, 'character')}`
    case 'minItems':
      return `at least ${count(limit, 'item')}`
    case 'maxItems':
      return `at most ${count(limit, 'item')}`
    case 'anyOf':
      return 'at least one of the alternatives of the schema'
    default:
      return `a value that satisfies ${keyword}`
  }
}

function count(limit: unknown, noun: string): string {
  return `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`
}

function described(value: unknown): string {
  if (value === undefined) return 'absent'
  return value === null ? 'null' : `${typeOf(value)} ${shortValue(value)}`
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)Z$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const QUOTED_LOCAL_PART = /^"[^\n\r]+"$/
const ABSOLUTE_URI = /^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i

/**
 * `YYYY-MM-DDThh:mm:ssZ` and nothing else: no fraction, no offset, upper-case T and Z, a time that exists, leap seconds included.
 * Part 1, convention 3.
 */
export function isTimestamp(value: string): boolean {
  const [, date] = TIMESTAMP.exec(value) ?? []
  return date !== undefined && isDate(date)
}

/** `YYYY-MM-DD`, a day of the Gregorian calendar. */
export function isDate(value: string): boolean {
  const day = DATE.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  // A day that a month does not have is read as one of the next month.
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** 8-4-4-4-12 hexadecimal digits in any letter case, any version; no `urn:uuid:`, no braces. */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}

/**
 * Something before and something behind the last `@`, and no white space outside a quoted local part.
 * Lenient on purpose: a service may store internationalised addresses, quoted ones, and hosts without a dot.
 */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@')
  if (at < 1 || at === value.length - 1) return false
  const [local, domain] = [value.slice(0, at), value.slice(at + 1)]
  return !/\s/.test(domain) && (!/\s/.test(local) || QUOTED_LOCAL_PART.test(local))
}

/**
 * A scheme, a colon and something behind it, without white space and without what stands around a URI in text (RFC 3986, appendix C).
 * Lenient: unescaped non-ASCII characters pass.
 */
export function isAbsoluteUri(value: string): boolean {
  return ABSOLUTE_URI.test(value)
}

/** The formats that the contract uses, by their JSON Schema name. */
export const FORMATS = {
  'date-time': isTimestamp,
  date: isDate,
  uuid: isUuid,
  email: isEmail,
  uri: isAbsoluteUri,
} as const satisfies Record<string, (value: string) => boolean>
export type FormatName = keyof typeof FORMATS

/** Whether a format is one of the contract's. */
export function isFormatName(name: unknown): name is FormatName {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name)
}

/** Formats in messages: "expected …". */
export const FORMAT_TEXTS: Readonly<Record<FormatName, string>> = {
  'date-time': 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ',
  date: 'a date of the form YYYY-MM-DD',
  uuid: 'a UUID of the form 8-4-4-4-12',
  email: 'an e-mail address',
  uri: 'an absolute URI',
}
