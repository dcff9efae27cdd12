import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { RunRecord } from './record.ts'
import { isObject } from '../util/values.ts'
import schema from './run-record.schema.json' with { type: 'json' }

let compiled: ValidateFunction | undefined

/** The published JSON Schema (2020-12) of run.json. */
export const RUN_RECORD_SCHEMA: object = schema

/**
 * Checks a value against the published schema of run.json.
 *
 * @returns one line for each problem, with a JSON pointer; empty where the value is a valid run record
 */
export function validateRecord(value: unknown): string[] {
  compiled ??= compile()
  if (compiled(value)) return []
  return (compiled.errors ?? []).map((error) => {
    const detail = error.params['additionalProperty']
    const name = typeof detail === 'string' ? ` (${detail})` : ''
    return `${error.instancePath || '/'} ${error.message ?? error.keyword}${name}`
  })
}

function compile(): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, strictRequired: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

/** Renders run.json, with the keys in the order of the published schema. */
export function renderRecord(record: RunRecord): string {
  return `${JSON.stringify(ordered(record, schema), undefined, 2)}\n`
}

function ordered(value: unknown, at: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = resolve(at)
    return value.map((item) => ordered(item, items))
  }
  if (!isObject(value)) return value
  const here = resolve(at)
  const properties = isObject(here['properties']) ? here['properties'] : {}
  const names = Object.keys(properties).filter((name) => name in value)
  const further = Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
  return Object.fromEntries(
    [...names, ...further].map((name) => [name, ordered(value[name], properties[name])]),
  )
}

function resolve(at: unknown): Record<string, unknown> {
  if (!isObject(at)) return {}
  const reference = at['$ref']
  if (typeof reference !== 'string') return at
  const definitions: Record<string, unknown> = schema.$defs
  return resolve(definitions[reference.replace('#/$defs/', '')])
}
