import { createContext, Script } from 'node:vm'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { isObject, type JsonObject } from '../../util/values.ts'
import { own, strings } from '../json.ts'
import { loadAjv } from '../schemas.ts'

/** Who sends a value: members that are `readOnly` are not part of a request, and `writeOnly` ones not of an answer. */
export type Direction = 'request' | 'response'

/**
 * What a served schema has against a value; none if it accepts it, undefined if it cannot be applied.
 * @param at the schema's JSON pointer
 */
export type Objections = (
  direction: Direction,
  at: string,
  value: unknown,
) => readonly ErrorObject[] | undefined

/** How long all values of one description may be judged. A schema of a hostile target may take forever. */
const LONGEST_MS = 3000
const ID = 'https://served.invalid/openapi.json'

/**
 * Judges values by the schemas of a served document, in Ajv. Formats and patterns are not judged: dialects of regular
 * expressions differ. Nothing is fetched. A schema that cannot be compiled, or takes too long, has no objections.
 */
export function servedSchemas(document: JsonObject, longestMs = LONGEST_MS): Objections {
  const validators = new Map<string, ValidateFunction | undefined>()
  const instances: Partial<Record<Direction, Ajv2020>> = {}
  const within = limited(longestMs)
  return (direction, at, value) => {
    const name = `${direction} ${at}`
    if (!validators.has(name))
      validators.set(
        name,
        within(() => {
          const ajv = (instances[direction] ??= createAjv(document, direction))
          return ajv.getSchema(`${ID}#${encodeURI(at)}`)
        }),
      )
    const check = validators.get(name)
    if (check === undefined) return undefined
    const errors = within(() => (check(value) ? [] : [...(check.errors ?? [])]))
    check.errors = null
    return errors
  }
}

/**
 * A function that runs others until their time together is used up, and interrupts the one that exceeds it.
 * @returns undefined for what throws, is interrupted, or comes too late
 */
function limited(milliseconds: number): <R>(run: () => R) => R | undefined {
  let left = milliseconds
  const place: { run?: () => void } = {}
  const context = createContext(place)
  const script = new Script('run()')
  return <R>(run: () => R): R | undefined => {
    if (left <= 0) return undefined
    const start = performance.now()
    let result: R | undefined
    place.run = () => void (result = run())
    try {
      script.runInContext(context, { timeout: Math.ceil(left) })
    } catch {
      result = undefined
    }
    left -= performance.now() - start
    return result
  }
}

function createAjv(document: JsonObject, direction: Direction): Ajv2020 {
  const Ajv = loadAjv()
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false, allErrors: true })
  ajv.removeKeyword('pattern')
  ajv.addSchema({ ...asSent(document, direction), $id: ID }, undefined, undefined, false)
  return ajv
}

/** A copy in which no schema requires members that this direction does not carry. */
function asSent(document: JsonObject, direction: Direction): JsonObject {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly'
  const copy = structuredClone(document)
  const open: unknown[] = [copy]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const required = strings(own(value, 'required'))
    const properties = own(value, 'properties')
    if (required.length > 0 && isObject(properties))
      Reflect.set(
        value,
        'required',
        required.filter((name) => own(own(properties, name), keyword) !== true),
      )
    open.push(...Object.values(value).filter((member) => member !== undefined))
  }
  return copy
}
