import { expect, test } from 'vitest'
import type { JsonObject } from '../../util/values.ts'
import { type Unreadable, withAcceptance } from './acceptance.ts'

const schemas = (members: JsonObject): JsonObject => ({ components: { schemas: members } })
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** The refusals of a value by the schema `A`, as `pointer keyword limit`. */
const refused = (value: unknown, members: JsonObject, ms?: number): string[] | Unreadable =>
  withAcceptance(
    schemas(members),
    ({ refusals }) =>
      refusals(named('A'), value).map(({ pointer, keyword, limit }) =>
        `${pointer} ${keyword} ${limit ?? ''}`.trim(),
      ),
    ms,
  )

test('names the bound, whichever alternative sets it', () => {
  const A = { anyOf: [named('B'), { type: 'null' }] }
  const B = {
    type: 'object',
    properties: { name: { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] } },
  }
  expect(refused({ name: 'four' }, { A, B })).toEqual(['/name maxLength 3'])
  expect(refused({ name: null }, { A, B })).toEqual([])
})

test('names what is missing and what is unknown by their places', () => {
  const A = { required: ['a/b'], properties: {}, additionalProperties: false }
  expect(refused({ x: 1 }, { A })).toEqual(['/a~1b required', '/x unknown'])
})

test('reads references as generators write their names, and circles', () => {
  const names = ['Page[Lead]', 'Page«Lead»', 'Page`1', 'Page<Lead>', 'Page Lead']
  for (const name of names)
    expect(refused(1, { A: named(name), [name]: { type: 'string' } })).toEqual(['type'])
  const tree = { type: 'object', properties: { parent: named('A') } }
  expect(refused({ parent: { parent: 1 } }, { A: tree })).toEqual(['/parent/parent type'])
})

test('a base, an anchor and a format of its own lead nowhere else', () => {
  const A = { $id: 'https://schemas.example.net/a', $anchor: 'a', allOf: [named('B')] }
  const B = { $id: 'b', $anchor: 'a', format: 'constructor', pattern: '(?i)[', type: 'string' }
  expect(refused('x', { A, B })).toEqual([])
})

function doubling(): JsonObject {
  const levels = Array.from({ length: 60 }, (_, n) => {
    const next = named(`N${n + 1}`)
    return [`N${n}`, { allOf: [next, next] }] as const
  })
  return { A: named('N0'), ...Object.fromEntries(levels), N60: {} }
}

const slow = 'it takes more than 300 ms to read'
/** Which of the two messages comes depends on the machine. */
const deep = /nested too deeply|takes more than/
const chain = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, n) => [`N${n}`, named(n < 9999 ? `N${n + 1}` : 'A')]),
)
let nested: JsonObject = {}
for (let n = 0; n < 20_000; n++) nested = { not: nested }

test.each<[title: string, members: JsonObject, why: string | RegExp]>([
  ['a pattern that backtracks', { A: { pattern: '^(a+)+$' } }, slow],
  ['schemas that double at every step', doubling(), slow],
  ['a circle of references', { A: { allOf: [named('A'), named('A')] } }, deep],
  ['a chain of ten thousand references', { ...chain, A: named('N0') }, deep],
  ['a schema of twenty thousand levels', { A: nested }, deep],
])('%s is broken off', (_title, members, why) => {
  const found = refused(`${'a'.repeat(60)}!`, members, 300)
  expect(String(found)).toMatch(why)
})
