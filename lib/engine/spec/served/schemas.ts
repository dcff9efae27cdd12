import { createContext, Script } from 'node:vm'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../util/values.ts'
import { own } from '../json.ts'
import { loadAjv } from '../schemas.ts'

/**
 * What a served schema has against a value; none if it accepts it, undefined if it cannot be applied.
 * @param at the schema's JSON pointer
 */
export type Objections = (at: string, value: unknown) => readonly ErrorObject[] | undefined

/** How long all values of one description may be judged. A schema of a hostile target may take forever. */
const LONGEST_MS = 3000
const ID = 'https://served.invalid/openapi.json'

/**
 * Judges values by the schemas of a served document, in Ajv. Formats and patterns are not judged: dialects of regular
 * expressions differ. Nothing is fetched. A schema that cannot be compiled, or takes too long, has no objections.
 */
export function servedSchemas(document: JsonObject, longestMs = LONGEST_MS): Objections {
  const validators = new Map<string, ValidateFunction | undefined>()
  const within = limited(longestMs)
  let ajv: Ajv2020 | undefined
  return (at, value) => {
    if (!validators.has(at))
      validators.set(
        at,
        within(() => (ajv ??= createAjv(document)).getSchema(`${ID}#${encodeURI(at)}`)),
      )
    const check = validators.get(at)
    if (check === undefined) return undefined
    const errors = within(() => (check(value) ? [] : (check.errors ?? []).filter(isOfBothDirections)))
    check.errors = null
    return errors
  }
}

function createAjv(document: JsonObject): Ajv2020 {
  const Ajv = loadAjv()
  const ajv = new Ajv({
    strict: false,
    logger: false,
    validateFormats: false,
    allErrors: true,
    verbose: true,
  })
  ajv.removeKeyword('pattern')
  ajv.addSchema({ ...structuredClone(document), $id: ID }, undefined, undefined, false)
  return ajv
}

/** Whether an error is not about a missing member that only requests carry, or only answers. */
function isOfBothDirections({ keyword, params, parentSchema }: ErrorObject): boolean {
  if (keyword !== 'required') return true
  const missing = own(own(parentSchema, 'properties'), String(own(params, 'missingProperty')))
  return own(missing, 'readOnly') !== true && own(missing, 'writeOnly') !== true
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
