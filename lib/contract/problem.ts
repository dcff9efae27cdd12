import type { ErrorObject } from 'ajv/dist/2020.js'
import type { FormatName } from './formats.ts'
import { FORMAT_TEXTS, isFormatName } from './formats.ts'
import { atPointer, pointerTo } from './json.ts'
import { shortValue, typeOf } from './short-value.ts'

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
export function problemOf(error: ErrorObject, root: unknown): SchemaProblem {
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
    // Put into words when somebody reads them: of a hundred rows that are wrong alike the first alone is told.
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
