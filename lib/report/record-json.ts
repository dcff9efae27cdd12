import type { RunRecord } from './record.ts'
import schema from './run-record.schema.json' with { type: 'json' }

/** Renders run.json: the record with its keys in the order of the published schema, whoever put it together. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
