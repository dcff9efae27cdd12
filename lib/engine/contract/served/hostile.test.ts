import { assert, constantFrom, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { CONTRACT } from '../api.ts'
import { own } from '../json.ts'
import { changed, put } from '../testing/changed.ts'
import { compareDescription } from './compare.ts'
import { schemaReader } from './schema.ts'

test.each<[title: string, path: string, value: unknown]>([
  ['a remote reference', 'LeadCreate', { $ref: 'https://schemas.example.net/lead.json' }],
  ['a relative reference', 'LeadCreate', { $ref: 'lead.json' }],
  ['a dangling reference', 'LeadCreate', { $ref: '#/components/schemas/Gone' }],
  ['an anchor', 'LeadCreate', { $ref: '#lead' }],
  ['a schema that is no schema', 'LeadCreate', 7],
  ['a remote path item', '/me', { $ref: 'https://schemas.example.net/me' }],
  ['a remote parameter', '/leads.get.parameters.1', { $ref: 'p.json' }],
  ['a remote request body', '/leads.post.requestBody', { $ref: 'b.json' }],
  ['OAuth', 'components.securitySchemes.bearer', { type: 'oauth2', flows: {} }],
])('%s is not accused', (_title, path, value) => {
  expect(compareDescription(changed({ [path]: value })).contradictions).toEqual([])
})

test('schemas that double at every step are read in time', () => {
  const schemas: Record<string, unknown> = { N60: {} }
  for (let n = 0; n < 60; n++) {
    const next = { $ref: `#/components/schemas/N${n + 1}` }
    schemas[`N${n}`] = { allOf: [next, next], properties: { a: next } }
  }
  const circle = { allOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Circle' }] }
  const read = schemaReader({ components: { schemas: { ...schemas, Circle: circle } } })
  expect(read({ $ref: '#/components/schemas/N0' }).types).toBeUndefined()
  expect(read({ $ref: '#/components/schemas/Circle' }).types).toBeUndefined()
})

test('a pattern that takes for ever, or that JavaScript does not know, says nothing', () => {
  const served = changed({
    'Booking.properties.id.pattern': '^([0-9a-f-]+)+!$',
    'Reservation.properties.id.pattern': '(?i)[',
  })
  expect(compareDescription(served).contradictions).toEqual([])
})

test('survives a chain of ten thousand references and an allOf of fifteen hundred members', () => {
  const chain: Record<string, unknown> = { N10000: {} }
  for (let n = 0; n < 10_000; n++) chain[`N${n}`] = { $ref: `#/components/schemas/N${n + 1}` }
  const wide = { allOf: Array.from({ length: 1500 }, () => ({ type: 'object' })) }
  for (const served of [
    changed({ 'components.schemas': { ...chain, LeadCreate: { $ref: '#/components/schemas/N0' } } }),
    changed({ Lead: wide }),
  ])
    expect(compareDescription(served).contradictions).toEqual([])
})

test('never throws, whatever stands anywhere in the document', () => {
  assert(
    property(constantFrom(...places(CONTRACT.document, [])), jsonValue({ maxDepth: 3 }), (place, value) => {
      const served = structuredClone(CONTRACT.document)
      put(served, place, value)
      expect(() =>
        compareDescription(served).ofAnswer('GET /me', 200, {
          data: { team_id: 't', key_name: 'k', key_prefix: own({ p: 'p' }, 'p') },
        }),
      ).not.toThrow()
    }),
    { numRuns: 20 },
  )
})

function places(value: unknown, at: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.entries(value).flatMap(([key, member]) => places(member, [...at, key]))
  return at.length === 0 ? below : [at, ...below]
}
