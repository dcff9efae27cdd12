import { isObject } from '../../util/values.ts'
import { own } from '../json.ts'

/** Members whose keys are names chosen by the author, not keywords of OpenAPI. */
const NAME_MAPS = new Set([
  'paths',
  'webhooks',
  'responses',
  'parameters',
  'headers',
  'requestBodies',
  'securitySchemes',
  'pathItems',
  'schemas',
  'content',
  'encoding',
  'variables',
  'scopes',
  'mapping',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
])

/** Members that are not validated: the validator's schema of 2021 rejects valid ones. */
const LEFT_OUT = new Set([
  'license',
  'example',
  'examples',
  'links',
  'callbacks',
  'bearerFormat',
  '__proto__',
])

/** Members with example values, in which `$ref` is data. */
const DATA = new Set(['default', 'const', 'enum'])

/**
 * A copy of an OpenAPI 3.1 document that avoids false alarms of the published schema: that schema does not know newer
 * patch versions, and has mistakes of its own. `$ref` is removed from examples, where it is data. Relevant defects of
 * the document remain.
 */
export function legibleCopy(document: unknown): unknown {
  const copy = copied(document, undefined)
  if (!isObject(copy)) return copy
  return { ...copy, openapi: '3.1.0', ...(own(copy, 'paths') === undefined && { paths: {} }) }
}

/** Whether the members of the object under `key` are named by the author. */
export function isNameMap(key: string | undefined): boolean {
  return key !== undefined && NAME_MAPS.has(key)
}

function copied(value: unknown, key: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => copied(item, undefined))
  if (!isObject(value)) return value
  if (isNameMap(key)) return copiedMap(value, key)
  const reference = typeof own(value, '$ref') === 'string'
  const scheme = own(value, 'type') === 'http'
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    if (LEFT_OUT.has(name) || name.startsWith('x-')) continue
    if (reference && (name === 'summary' || name === 'description')) continue
    if (DATA.has(name)) members.push([name, withoutReferences(member)])
    else if (scheme && name === 'scheme' && typeof member === 'string')
      members.push([name, member.toLowerCase()])
    else members.push([name, copied(member, name)])
  }
  return Object.fromEntries(members)
}

function copiedMap(map: object, key: string | undefined): unknown {
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(map)) {
    if (name === '__proto__' || (key === 'paths' && name.startsWith('x-'))) continue
    members.push([name, key === 'variables' ? withoutDescription(member) : copied(member, undefined)])
  }
  return Object.fromEntries(members)
}

function withoutDescription(variable: unknown): unknown {
  if (!isObject(variable)) return variable
  return Object.fromEntries(
    Object.entries(variable).filter(([name]) => name !== 'description' && !name.startsWith('x-')),
  )
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => name !== '$ref' && name !== '__proto__')
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutReferences(member)]))
}
