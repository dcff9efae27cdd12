import { CONTRACT } from '../contract.ts'
import { isObject, type Row } from '../../util/values.ts'

/** Whether a field of a resource is required; undefined where the specification knows no such field. */
export function isRequired(resource: string, field: string): boolean | undefined {
  const table = (tables[resource] ??= tableOf(resource))
  return table.get(field)
}

const tables: Record<string, ReadonlyMap<string, boolean>> = {}

function tableOf(resource: string): ReadonlyMap<string, boolean> {
  const schemas = member(member(CONTRACT.document, 'components'), 'schemas')
  const summary = member(member(schemas, 'AnalyticsSummary'), 'properties')
  switch (resource) {
    case 'ConversationDetail':
      return new Map([...read(member(schemas, 'Conversation')), ['messages', true]])
    case 'Totals':
      return read(member(summary, 'totals'))
    case 'Day':
      return read(member(member(summary, 'by_day'), 'items'))
    default:
      return read(member(schemas, resource))
  }
}

function read(schema: Row): Map<string, boolean> {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return new Map(Object.keys(member(schema, 'properties')).map((name) => [name, required.includes(name)]))
}

function member(object: Row, name: string): Row {
  const value = object[name]
  return isObject(value) ? value : {}
}
