import { CONTRACT } from '../../api/contract.ts'
import { contradictionsIn } from './changed.test-support.ts'
import { expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { entries, isObject } from '../json.ts'
import { changed } from './changed.test-support.ts'
import { inlined, perOperation, renamed, rewritten } from './rewrites.test-support.ts'

/** The same API in other words: what a schema means counts, not how it is written. */
test.each<[title: string, served: object]>([
  ['a younger patch version', changed({ openapi: '3.1.2' })],
  ['every reference written out', inlined()],
  ['paths that hold the version', renamed((path) => `/v1${path}`)],
  ['paths with a longer prefix', renamed((path) => `/api/v1${path}`)],
  [
    'two versions side by side',
    renamed(
      (path) => `/v1${path}`,
      (path) => `/v2${path}`,
    ),
  ],
  ['other names of path parameters', renamed((path) => path.replace('{id}', '{conversation_id}'))],
  [
    'path items by reference',
    changed({
      'paths./me': { $ref: '#/components/pathItems/me' },
      'components.pathItems': { me: contractMe() },
    }),
  ],
  ['null written with anyOf', rewritten(nullAlternative('anyOf'))],
  ['null written with oneOf', rewritten(nullAlternative('oneOf'))],
  ['types written with allOf', rewritten((s) => (typeof s['type'] === 'string' ? { allOf: [s] } : s))],
  ['enumerations written as constants', rewritten(constants)],
  ['objects that name no type', rewritten(without((name, value) => name === 'type' && value === 'object'))],
  [
    'neither formats nor bounds',
    rewritten(without((name) => ['format', 'maxLength', 'minLength', 'minimum', 'maximum'].includes(name))),
  ],
  ['closed objects', rewritten((s) => (s['type'] === 'object' ? { ...s, additionalProperties: false } : s))],
  [
    'bounds of a generator',
    rewritten((s) => (s['type'] === 'integer' ? { maximum: Number.MAX_SAFE_INTEGER, ...s } : s)),
  ],
  [
    'exclusive bounds',
    changed({
      'components.parameters.limit.schema': { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 101 },
    }),
  ],
  [
    'fields that are never null',
    rewritten(
      (s) => s,
      (s) => (Array.isArray(s['type']) ? { ...s, type: s['type'].slice(0, 1) } : s),
    ),
  ],
  [
    'fields that are always there',
    rewritten(
      (s) => s,
      (s) =>
        isObject(s['properties']) ? { ...s, required: entries(s['properties']).map(([name]) => name) } : s,
    ),
  ],
  [
    'authentication at each operation',
    changed({ security: undefined, ...perOperation({ security: [{ bearer: [] }] }) }),
  ],
  ['a scheme in capitals', changed({ 'components.securitySchemes.bearer.scheme': 'Bearer' })],
  [
    'the Authorization header as a key',
    changed({ 'components.securitySchemes.bearer': { type: 'apiKey', in: 'header', name: 'Authorization' } }),
  ],
])('%s contradicts nothing', (_title, served) => {
  expect(contradictionsIn(served)).toEqual([])
})

function nullAlternative(keyword: string): (schema: JsonObject) => JsonObject {
  return (schema) => {
    if (!Array.isArray(schema['type'])) return schema
    const { enum: values, type, ...others } = schema
    const kept = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}
    return { [keyword]: [{ type: type[0], ...others, ...kept }, { type: 'null' }] }
  }
}

function constants({ enum: values, ...rest }: JsonObject): JsonObject {
  return Array.isArray(values) ? { oneOf: values.map((value) => ({ const: value })) } : rest
}

function without(drop: (name: string, value: unknown) => boolean): (schema: JsonObject) => JsonObject {
  return (schema) => Object.fromEntries(entries(schema).filter(([name, value]) => !drop(name, value)))
}

function contractMe(): unknown {
  return Object.fromEntries(entries(CONTRACT.document['paths']))['/me']
}
