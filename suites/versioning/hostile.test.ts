import { assert, constantFrom, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { changed, put } from '../../lib/engine/contract/testing/changed.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { contradictionsOf, objectionsOf } from './testing/compared.ts'

/** Why a description cannot be judged, or its contradictions. */
const outcome = (served: JsonObject): readonly string[] => [
  ...contradictionsOf(served),
  ...objectionsOf(served),
]

test.each<[title: string, path: string, value: unknown, why: string]>([
  [
    'a remote reference',
    'LeadCreate',
    { $ref: 'https://schemas.example.net/lead.json' },
    "can't resolve reference https://schemas.example.net/lead.json",
  ],
  ['a relative reference', 'LeadCreate', { $ref: 'lead.json' }, "can't resolve reference lead.json"],
  [
    'a dangling reference',
    'LeadCreate',
    { $ref: '#/components/schemas/Gone' },
    "can't resolve reference #/components/schemas/Gone",
  ],
  ['an anchor', 'LeadCreate', { $ref: '#lead' }, "can't resolve reference #lead"],
  [
    'a bound that is no number',
    'LeadCreate.properties.name.maxLength',
    'x',
    'maxLength value must be ["number"]',
  ],
])('%s is not accused: it cannot be judged', (_title, path, value, why) => {
  expect(outcome(changed({ [path]: value }))).toEqual([why])
})

test.each<[title: string, path: string, value: unknown]>([
  ['a schema that is no schema', 'LeadCreate', 7],
  ['a remote path item', '/me', { $ref: 'https://schemas.example.net/me' }],
  ['a remote parameter', '/leads.get.parameters.1', { $ref: 'p.json' }],
  ['a remote request body', '/leads.post.requestBody', { $ref: 'b.json' }],
  ['OAuth', 'components.securitySchemes.bearer', { type: 'oauth2', flows: {} }],
])('%s is not accused', (_title, path, value) => {
  expect(outcome(changed({ [path]: value }))).toEqual([])
})

test('never throws, whatever stands anywhere in the document', () => {
  assert(
    property(constantFrom(...places(CONTRACT.document, [])), jsonValue({ maxDepth: 3 }), (place, value) => {
      const served = structuredClone(CONTRACT.document)
      put(served, place, value)
      expect(() => outcome(served)).not.toThrow()
    }),
    { numRuns: 20 },
  )
})

function places(value: unknown, at: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.entries(value).flatMap(([key, member]) => places(member, [...at, key]))
  return at.length === 0 ? below : [at, ...below]
}
