import { describe, expect, test } from 'vitest'
import { CONTRACT } from '../../lib/engine/spec/api.ts'
import { BODIES, type BodyName } from '../../lib/engine/spec/request-bodies.ts'
import { CATALOGUE } from '../catalogue.ts'
import { defectiveBodies, type Known, validBodies } from './bodies.ts'

const KNOWN: Known = {
  mark: 'cac-zik0zj12345-123',
  fixed: { chatbot_id: 'Uk4x9Q', conversation_id: 'kX3' },
}

/** The fields of a body that break the contract. */
function brokenFields(name: BodyName, body: unknown): readonly string[] {
  return CONTRACT.validate(name, body).map(({ pointer }) => pointer.split('/')[1] ?? '')
}

/** Whether an open point lets a service change or refuse a field: blanks, letter case, odd characters, duplicates, lengths. */
function changeable([name, value]: [string, unknown]): boolean {
  const texts = [value].flat().filter((text) => typeof text === 'string')
  const isAscii = name === 'email' || name === 'source_url'
  const isChangeable = (text: string): boolean =>
    text === '' ||
    text !== text.trim().normalize('NFC') ||
    (!name.endsWith('_id') && text !== text.toLowerCase()) ||
    /[\p{Cc}\p{Cf}\p{Surrogate}\u{10000}-\u{10ffff}]| {2}/u.test(text) ||
    (isAscii && !/^[\x21-\x7e]{1,254}$/.test(text))
  return new Set(texts).size < texts.length || texts.some(isChangeable)
}

describe.each(BODIES)('%s', (name) => {
  test('valid bodies satisfy the contract, and a service has no reason to change them', () => {
    const valid = validBodies(name, KNOWN, 42, 1000).map(({ value }) => value)

    expect(valid.filter((body) => brokenFields(name, body).length > 0)).toEqual([])
    expect(valid.filter((body) => Object.entries(body).some(changeable))).toEqual([])
  })

  test('every defective body breaks the contract in its one field, and names a requirement', () => {
    const elsewhere = defectiveBodies(name, KNOWN, 42, 500).filter(
      ({ value: { body, field, requirement } }) =>
        String([...new Set(brokenFields(name, body))]) !== field || !CATALOGUE.has(requirement),
    )
    expect(elsewhere).toEqual([])
  })
})

test.each([
  ['ConversationPatch', 14],
  ['LeadCreate', 54],
  ['MessageCreate', 6],
] as const)('there are %s with %i ways to be wrong, each among the first', (name, ways) => {
  const written = (count: number): string[] =>
    defectiveBodies(name, KNOWN, 42, count).map(({ value: { field, mistake } }) => `${field}: ${mistake}`)

  expect(new Set(written(ways))).toEqual(new Set(written(2 * ways)))
})

test('the same seed gives the same inputs, and more of them go on', () => {
  const bodies = (seed: number, count: number): unknown[] => [
    validBodies('LeadCreate', KNOWN, seed, count),
    defectiveBodies('LeadCreate', KNOWN, seed, count),
  ]
  const asked = bodies(-12, 5)

  expect(bodies(-12, 50).map((many) => [many].flat().slice(0, 5))).toEqual(asked)
  expect(bodies(-13, 5)).not.toEqual(asked)
})
