import type { RunRecord } from './record.ts'
import schema from './run-record.schema.json' with { type: 'json' }

/** Renders run.json: the record with its keys in the order of the published schema, whoever put it together. */
export function renderRecord(record: RunRecord): string {
  return `${JSON.stringify(ordered(record, schema), undefined, 2)}\n`
}

function ordered(value: unknown, at: unknown): unknown {
  const here = resolve(at)
  if (Array.isArray(value)) return value.map((item) => ordered(item, here['items']))
  if (!isObject(value)) return value
  const properties = isObject(here['properties']) ? here['properties'] : {}
  const names = new Set([...Object.keys(properties), ...Object.keys(value)])
  return Object.fromEntries(
    [...names].filter((name) => name in value).map((name) => [name, ordered(value[name], properties[name])]),
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
