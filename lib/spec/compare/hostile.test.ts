import { assert, constantFrom, jsonValue, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACT, examineDescription } from '../api.ts'
import { changed, contradictionsIn, put } from './changed.test-support.ts'

const contract = CONTRACT.document

describe('what cannot be understood is named, not accused', () => {
  test.each<[title: string, path: string, value: unknown, place: string]>([
    [
      'a remote reference',
      'Lead',
      { $ref: 'https://schemas.example.net/lead.json' },
      'GET /leads 200 data[]',
    ],
    ['a relative reference', 'Lead', { $ref: 'lead.json' }, 'GET /leads 200 data[]'],
    ['a dangling reference', 'Lead', { $ref: '#/components/schemas/Gone' }, 'GET /leads 200 data[]'],
    ['an anchor', 'Lead', { $ref: '#lead' }, 'GET /leads 200 data[]'],
    ['a reference to itself', 'Lead', { $ref: '#/components/schemas/Lead' }, 'GET /leads 200 data[]'],
    [
      'a composition of itself',
      'Lead.allOf',
      [{ $ref: '#/components/schemas/Lead' }],
      'GET /leads 200 data[]',
    ],
    ['a negation', 'Lead.not', { required: ['secret'] }, 'GET /leads 200 data[]'],
    ['a condition', 'Lead.if', { required: ['email'] }, 'GET /leads 200 data[]'],
    [
      'a remote condition beside known fields',
      'Lead.allOf',
      [{ $ref: 'https://schemas.example.net/x' }],
      'GET /leads 200 data[]',
    ],
    ['an object without fields', 'Lead', { type: 'object' }, 'GET /leads 200 data[]'],
    ['a schema that is no schema', 'Lead', 7, 'GET /leads 200 data[]'],
    ['a remote response', '/me.get.responses.200', { $ref: 'https://schemas.example.net/me' }, 'GET /me 200'],
    ['a success without content', '/me.get.responses.200', { description: 'x' }, 'GET /me 200'],
    ['no responses', '/me.get.responses', undefined, 'GET /me responses'],
    ['a remote path item', '/me', { $ref: 'https://schemas.example.net/me' }, 'GET /me'],
    ['a remote parameter', '/leads.get.parameters.1', { $ref: 'p.json' }, 'GET /leads query status'],
    ['a remote request body', '/leads.post.requestBody', { $ref: 'b.json' }, 'POST /leads body'],
    ['OAuth', 'components.securitySchemes.bearer', { type: 'oauth2', flows: {} }, 'GET /me security'],
  ])('%s', (_title, path, value, place) => {
    const { contradictions, notUnderstood } = examineDescription(changed({ [path]: value }))
    expect(contradictions).toEqual([])
    expect(notUnderstood).toContain(place)
  })
})

test('reads a recursive schema', () => {
  const served = changed({ 'Lead.properties.parent': { $ref: '#/components/schemas/Lead' } })
  expect(examineDescription(served)).toEqual({ contradictions: [], notUnderstood: [] })
})

test('survives references that double at every step', () => {
  const schemas: Record<string, unknown> = {}
  for (let n = 0; n < 60; n++) {
    const next = { $ref: `#/components/schemas/N${n + 1}` }
    schemas[`N${n}`] = { allOf: [next, next] }
  }
  const served = changed({
    'components.schemas': schemas,
    '/me.get.responses.200.content.application/json.schema': { $ref: '#/components/schemas/N0' },
  })
  expect(contradictionsIn(served)).toEqual([])
})

test('survives a chain of ten thousand references', () => {
  const schemas: Record<string, unknown> = {}
  for (let n = 0; n < 10_000; n++) schemas[`N${n}`] = { $ref: `#/components/schemas/N${n + 1}` }
  const served = changed({ 'components.schemas': { ...schemas, Me: { $ref: '#/components/schemas/N0' } } })
  expect(contradictionsIn(served)).toEqual([])
})

test.each(['allOf', 'anyOf'])('survives an %s of fifteen hundred members', (keyword) => {
  const member = { type: 'object', properties: { id: { type: 'string' } } }
  const served = changed({ [`Lead.${keyword}`]: Array.from({ length: 1500 }, () => member) })
  expect(contradictionsIn(served)).toEqual([])
})

test('keeps names apart from the prototype', () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"integer"},"constructor":{"type":"integer"}}',
  ) as unknown
  const served = changed({ 'Lead.properties.extra': { type: 'object', properties } })
  expect(contradictionsIn(served)).toEqual([])
  expect(contradictionsIn({ openapi: '3.1.0', info: { version: '1.1.0' }, paths: {} })).toHaveLength(
    CONTRACT.operations.size,
  )
})

test('never throws, whatever stands anywhere in the document', { timeout: 30_000 }, () => {
  assert(
    property(constantFrom(...places(contract, [])), jsonValue({ maxDepth: 3 }), (place, value) => {
      const served = structuredClone(contract)
      put(served, place, value)
      expect(() => contradictionsIn(served)).not.toThrow()
    }),
    { numRuns: 100 },
  )
})

function places(value: unknown, at: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.entries(value).flatMap(([key, member]) => places(member, [...at, key]))
  return at.length === 0 ? below : [at, ...below]
}
