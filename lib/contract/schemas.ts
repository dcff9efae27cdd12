import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv/dist/2020.js'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { FormatName } from './formats.ts'
import { FORMATS, FORMAT_TEXTS, isFormatName } from './formats.ts'
import type { JsonObject } from './json.ts'
import { atPointer, pointerTo, shortValue, typeOf } from './json.ts'

/** No answer needs more lines than these to be understood, and a page may hold thousands of bad items. */
const MAX_PROBLEMS = 100
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
  instance.addVocabulary([...OPENAPI_KEYWORDS, ...EXTENSIONS])
  instance.addSchema({ ...document, $id: ID }, undefined, undefined, false)
  return instance
}

/** One way in which a value breaks a schema. */
export interface SchemaProblem {
  /** JSON pointer into the value. For a missing property: where it should stand. */
  readonly pointer: string
  /** The JSON Schema keyword that failed: `type`, `required`, `format`, `enum` … */
  readonly keyword: string
  /** Which format failed, where the keyword is `format`. */
  readonly format?: FormatName
  /** One line: what the contract wants there. */
  readonly expected: string
  /** One line: the JSON type of what stands there, and its value, cut short. */
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
    // Computed when somebody reads them: of a hundred items with the same mistake, only the first is reported.
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
  return value === undefined ? 'absent' : value === null ? 'null' : `${typeOf(value)} ${shortValue(value)}`
}
