import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv/dist/2020.js'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { FORMATS } from './formats.ts'
import type { JsonObject } from './json.ts'
import type { SchemaProblem } from './problem.ts'
import { problemOf } from './problem.ts'

/** No answer needs more lines than these to be understood, and a page may hold thousands of bad items. */
const MAX_PROBLEMS = 100
const ID = 'https://contract.invalid/openapi.json'
const OPENAPI_KEYWORDS = ['openapi', 'info', 'servers', 'security', 'paths', 'webhooks', 'components']

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
      // A pattern beside a format says the same again, for tools that take a format for a comment.
      if (insideAlternative(error) || (error.keyword === 'pattern' && ofFormat.has(error.instancePath)))
        continue
      problems.push(problemOf(error, value))
      if (problems.length === MAX_PROBLEMS) break
    }
    // Ajv keeps the errors of the last call, and with them the reader's only reference to a large body.
    check.errors = null
    return problems
  }
}

/** Why each alternative of an anyOf failed says less than that none of them holds. */
function insideAlternative(error: ErrorObject): boolean {
  return /\/(?:anyOf|oneOf)\/\d+\//.test(error.schemaPath)
}

/** Ajv is CommonJS and costs tens of milliseconds: required when first needed, so that a run which judges no body never pays. */
function createAjv(document: JsonObject): Ajv2020 {
  const require = createRequire(import.meta.url)
  const { Ajv2020 }: typeof AjvModule = require('ajv/dist/2020.js')
  // strictRequired would refuse a schema whose alternatives require properties that its base lists.
  const options = {
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    formats: FORMATS,
  }
  const instance = new Ajv2020(options)
  instance.addVocabulary(OPENAPI_KEYWORDS)
  instance.addSchema({ ...document, $id: ID }, undefined, undefined, false)
  return instance
}
