import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv/dist/2020.js'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { type FormatName, FORMATS, isFormatName } from './formats.ts'
import { atPointer, pointerTo, shortValue, typeOf } from './json.ts'
import type { JsonObject } from '../util/values.ts'

/** The most problems reported per value: those of a hundred items with ten mistakes each. */
const MAX_PROBLEMS = 1000
const ID = 'https://contract.invalid/openapi.json'
const OPENAPI_KEYWORDS = ['openapi', 'info', 'servers', 'security', 'paths', 'webhooks', 'components']

/** Extensions of a contract's own: which requirement a schema states, and since which version of this tool. */
export const EXTENSIONS: readonly string[] = ['x-requirement', 'x-since']

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
      // A pattern next to a format repeats the format, for tools that ignore formats.
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
    formats: Object.fromEntries(Object.entries(FORMATS).map(([name, { accepts }]) => [name, accepts])),
    // Most of what Ajv costs a run is compiling: so a schema that many others refer to is compiled once, as
    // it is.
    inlineRefs: false,
    code: { optimize: false, process: collecting },
  }
  const Ajv = loadAjv()
  const instance = new Ajv(options)
  instance.addVocabulary([...OPENAPI_KEYWORDS, ...EXTENSIONS])
  instance.addSchema({ ...document, $id: ID }, undefined, undefined, false)
  return instance
}

/**
 * The code of a validator, which adds errors to one list. As Ajv writes it, it copies all errors so far for each item that has one:
 * for a transcript of 20,000 messages, that is minutes.
 */
function collecting(code: string): string {
  return code.replaceAll(
    /vErrors = vErrors === null \? (\w+\.errors) : vErrors\.concat\(\1\);/g,
    'if (vErrors === null) vErrors = $1; else for (const one of $1) vErrors.push(one);',
  )
}

/** One violation of a schema. */
export interface SchemaProblem {
  /** JSON pointer into the value; for a missing property, to its place. */
  readonly pointer: string
  /** The JSON Schema keyword that failed: `type`, `required`, `format`, `enum` … */
  readonly keyword: string
  /** The format that failed, if the keyword is `format`. */
  readonly format?: FormatName
  /** The requirement of the contract, in one line. */
  readonly expected: string
  /** The JSON type and the shortened value, in one line. */
  readonly received: string
}

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
    format: isFormatName(format) ? format : undefined,
    // Computed on demand: of a hundred items with the same mistake, only the first is reported.
    get expected() {
      return expectation(keyword, params)
    },
    get received() {
      return described(atPointer(root, instancePath))
    },
  }
}

/** Bounds in words, with `N` for the number. */
export const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'at least N',
  maximum: 'at most N',
  minLength: 'a length of at least N',
  maxLength: 'at most N characters',
  minItems: 'at least N items',
  maxItems: 'at most N items',
}

/** A bound in words: `at most 40 characters`. */
export function boundInWords(keyword: string, limit: unknown): string | undefined {
  return BOUNDS[keyword]?.replace('N', String(limit))
}

function expectation(keyword: string, params: Record<string, unknown>): string {
  const { type, limit, allowedValues, allowedValue, format } = params
  const bound = boundInWords(keyword, limit)
  if (bound !== undefined) return bound
  switch (keyword) {
    case 'type':
      return [type].flat().join(' or ')
    case 'enum':
      return `one of ${[allowedValues]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}`
    case 'const':
      return JSON.stringify(allowedValue)
    case 'format':
      return isFormatName(format) ? FORMATS[format].text : `format ${String(format)}`
    default:
      return `a value that satisfies ${keyword}`
  }
}

function described(value: unknown): string {
  if (value === undefined) return 'absent'
  return value === null ? 'null' : `${typeOf(value)} ${shortValue(value)}`
}
