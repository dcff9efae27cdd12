import { runInNewContext } from 'node:vm'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { messageOf } from '../../util/errors.ts'
import { once, remembered } from '../../util/memo.ts'
import { duration, oneLine } from '../../util/text.ts'
import { isObject, type JsonObject } from '../../util/values.ts'
import { FORMATS, isFormatName } from '../formats.ts'
import { own, pointerTo } from '../json.ts'
import { loadAjv } from '../schemas.ts'

/** Thrown when a served description cannot be judged; the message says why. */
export class Unreadable extends Error {}

/** Why a description refuses a value. */
export interface ServedRefusal {
  /** JSON pointer to the refused value, or to the place of a missing one. */
  readonly pointer: string
  /**
   * The keyword of the schema that refuses the value, such as `maxLength` or `required`; `unknown` for a
   * field that is not described.
   */
  readonly keyword: string
  /** The bound that the keyword sets. */
  readonly limit?: number | undefined
  /** The schema that refuses it: the same object, whichever value it refuses. */
  readonly by: object
}

/** Questions about values that the schemas of one description answer. */
export interface Acceptance {
  /**
   * Why a schema of the description refuses a value; empty if it accepts the value. An absent schema accepts
   * everything.
   */
  readonly refusals: (schema: unknown, value: unknown) => readonly ServedRefusal[]
  /** The fields of an object that a schema does not describe, though it allows them. */
  readonly unknownIn: (schema: unknown, value: JsonObject) => readonly string[]
}

/** The description of a common generator takes half a second, and several seconds on a busy machine. */
const LONGEST_MS = 10_000

/**
 * Compiles a description as it is served, and judges values by it. A hostile description could take forever,
 * for example with a pattern that backtracks, or with schemas that double at each step. So all work with it
 * shares one time limit, at which it is interrupted.
 * @returns the result of the work, or why the description cannot be judged: the limit was reached, or Ajv
 * cannot compile a schema (nothing is ever fetched)
 */
export function withAcceptance<T>(
  served: JsonObject,
  work: (acceptance: Acceptance) => T,
  longestMs = LONGEST_MS,
): T | Unreadable {
  const reading = readingOf(served)
  if (reading.broken !== undefined) return reading.broken
  try {
    const done: T = runInNewContext(
      'work()',
      { work: () => work(reading.acceptance()) },
      { timeout: longestMs },
    )
    return done
  } catch (error) {
    if (own(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      reading.broken = new Unreadable(`it takes more than ${duration(longestMs)} to read`)
    if (error instanceof RangeError) reading.broken = new Unreadable('its schemas are nested too deeply')
    if (error instanceof Unreadable) return error
    if (reading.broken === undefined) throw error
    return reading.broken
  }
}

/**
 * The facts that the tool knows of a description: several cases judge the same one. Work that was interrupted
 * once is not tried again.
 */
interface CompiledDocument {
  readonly acceptance: () => Acceptance
  broken?: Unreadable
}

const readingOf = remembered((served: JsonObject): CompiledDocument => ({
  acceptance: once(() => acceptanceOf(served)),
}))

/** Calls Ajv. Its errors are about the description; a stack overflow is not an error of Ajv. */
function asked<T>(ajv: () => T): T {
  try {
    return ajv()
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new Unreadable(
      oneLine(messageOf(error))
        .replaceAll(ROOT, '')
        .replace(/ from id .*/, ''),
    )
  }
}

/** The base of the description's references, so that they resolve from everywhere. */
const ROOT = 'https://served.invalid/openapi.json'

function acceptanceOf(served: JsonObject): Acceptance {
  const Ajv = loadAjv()
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    validateSchema: false,
    logger: false,
    formats: Object.fromEntries(Object.entries(FORMATS).map(([name, { accepts }]) => [name, accepts])),
    // With this option, an error holds the schema that refuses the value.
    verbose: true,
    inlineRefs: false,
    code: { optimize: false },
  })
  asked(() => ajv.addSchema({ ...asAjvReads(served), $id: ROOT }))
  const compiled = remembered((schema: JsonObject): ValidateFunction => ajv.compile(asAjvReads(schema)))
  const strictly = remembered((schema: JsonObject): ValidateFunction =>
    ajv.compile({ allOf: [asAjvReads(schema)], unevaluatedProperties: false }),
  )
  const errorsOf = (
    compile: (schema: JsonObject) => ValidateFunction,
    schema: JsonObject,
    value: unknown,
  ): ErrorObject[] =>
    asked(() => {
      const check = compile(schema)
      check(value)
      const errors = check.errors ?? []
      // Ajv keeps the errors of the last call, and with them a reference to a possibly large body.
      check.errors = null
      return errors
    })
  return {
    refusals: (schema, value) => {
      if (schema === false) return [{ pointer: '', keyword: 'false schema', by: acceptanceOf }]
      return isObject(schema) ? decisive(errorsOf(compiled, schema, value)).map(refusalOf) : []
    },
    unknownIn: (schema, value) =>
      isObject(schema)
        ? errorsOf(strictly, schema, value).flatMap(({ params }) => params['unevaluatedProperty'] ?? [])
        : [],
  }
}

/**
 * A copy of a schema or document that Ajv reads as it was meant. Left out are keywords that Ajv would
 * misread: nested base URIs, formats that this tool does not know, and patterns that are invalid in
 * JavaScript. `nullable` of OpenAPI 3.0 becomes an alternative. Several alternatives of `oneOf` may accept a
 * value: Django writes `oneOf: [{}, null]`, and means that null is valid.
 */
function asAjvReads(schema: JsonObject): JsonObject {
  const read: JsonObject = Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => isKept(name, value))
      .map(([name, value]) => [name, copied(name, value)]),
  )
  const { oneOf, allOf = [] } = read
  const whole = Array.isArray(oneOf)
    ? { ...read, oneOf: undefined, allOf: [allOf, { anyOf: oneOf }].flat() }
    : read
  return read['nullable'] === true ? { anyOf: [{ ...whole, nullable: undefined }, { type: 'null' }] } : whole
}

function copied(name: string, value: unknown): unknown {
  if (name === '$ref' && typeof value === 'string' && value.startsWith('#')) return ROOT + value
  if (Array.isArray(value)) return value.map((item) => copied('', item))
  return isObject(value) ? asAjvReads(value) : value
}

/**
 * Whether a member is kept. A field may be named like a keyword, such as `pattern`: its value is then a
 * schema, not a text.
 */
function isKept(name: string, value: unknown): boolean {
  if (name === 'pattern' && typeof value === 'string') return isPattern(value)
  if (name === 'format' && typeof value === 'string') return isFormatName(value)
  const isBase = ['$id', 'id', '$schema', '$anchor', '$dynamicAnchor'].includes(name)
  const isSwitch = (name === '$async' && value === true) || (name === 'nullable' && value === false)
  return !(isBase && typeof value === 'string') && !isSwitch
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/**
 * The errors that say what is wrong. If every alternative refuses a value, the deepest error counts, and a
 * violated bound counts before a wrong type: for `anyOf: [text of 32 characters, null]`, a text of 33
 * characters is too long.
 */
function decisive(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const found: ErrorObject[] = []
  for (const error of errors) {
    const isChoice = error.keyword === 'anyOf' || error.keyword === 'oneOf'
    // The errors of the alternatives come right before the error that sums them up.
    const outside = isChoice
      ? found.findLastIndex(({ instancePath }) => !`${instancePath}/`.startsWith(`${error.instancePath}/`)) +
        1
      : found.length
    const [first = error, ...others] = found.splice(outside)
    found.push(others.reduce((best, one) => (weight(one) > weight(best) ? one : best), first))
  }
  return found
}

const weight = ({ instancePath, params }: ErrorObject): number =>
  2 * instancePath.split('/').length + (typeof params['limit'] === 'number' ? 1 : 0)

function refusalOf({ keyword, instancePath, params, parentSchema }: ErrorObject): ServedRefusal {
  const by: object = parentSchema ?? acceptanceOf
  const missing: unknown = params['missingProperty']
  const unknown: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
  const name = missing ?? unknown
  if (typeof name === 'string')
    return { pointer: pointerTo(instancePath, name), keyword: missing === name ? keyword : 'unknown', by }
  const limit: unknown = params['limit']
  return { pointer: instancePath, keyword, by, limit: typeof limit === 'number' ? limit : undefined }
}
