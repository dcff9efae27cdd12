import { BODIES, type BodyName } from '../../lib/spec/request-bodies.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../catalogue.ts'
import { type DefectiveBody, defectiveBodies } from './defects.ts'
import { sampleAcross } from './generator.ts'
import { SCHEMAS } from './schema.ts'
import { type Body, type KnownValues, halfNulls, validBody } from './valid.ts'

const SEED = 42
const MARK = 'cac-zik0zj12345-123'
const KNOWN: Readonly<Record<BodyName, KnownValues>> = {
  LeadCreate: { mark: MARK, fixed: { chatbot_id: 'Uk4x9Q', name: MARK, status: 'cac' } },
  ConversationPatch: { mark: MARK, fixed: {}, values: { is_resolved: true } },
  MessageCreate: { mark: MARK, fixed: {} },
}

/** The fields of a body that break the contract, as a reader of its JSON text sees it. */
function brokenFields(name: BodyName, body: unknown): readonly string[] {
  const problems = CONTRACT.validate(name, JSON.parse(JSON.stringify(body)))
  return problems.map(({ pointer }) => pointer.split('/')[1] ?? '')
}

const defectives = (name: BodyName, each: number): readonly DefectiveBody[] =>
  defectiveBodies(fc, name, KNOWN[name])
    .flat()
    .flatMap((way) => fc.sample(way, { seed: SEED, numRuns: each }))

/** Whether an open point lets a service change or refuse a field: blanks, letter case, odd characters, duplicates, lengths. */
function changeable([name, value]: [string, unknown]): boolean {
  const texts = [value].flat().filter((text) => typeof text === 'string')
  const ascii = name === 'email' || name === 'source_url'
  return (
    new Set(texts).size < texts.length ||
    texts.some(
      (text) =>
        text === '' ||
        text !== text.trim().toLowerCase().normalize('NFC') ||
        /[\p{Cc}\p{Cf}\p{Surrogate}\u{10000}-\u{10ffff}]| {2}/u.test(text) ||
        (ascii && !/^[\x21-\x7e]+$/.test(text)) ||
        (name === 'email' && text.length > 254),
    )
  )
}

describe.each(BODIES)('%s', (name) => {
  const known = { ...KNOWN[name], fixed: {} }
  const valid: readonly Body[] = [
    ...fc.sample(validBody(fc, SCHEMAS[name], known), { seed: SEED, numRuns: 2000 }),
    ...halfNulls(fc, SCHEMAS[name], known).flatMap((way) => fc.sample(way, { seed: SEED, numRuns: 100 })),
  ]

  test('valid bodies satisfy the contract, and a service has no reason to change them', () => {
    expect(valid.filter((body) => brokenFields(name, body).length > 0)).toEqual([])
    expect(valid.filter((body) => Object.entries(body).some(changeable))).toEqual([])
  })

  test('every defective body breaks the contract, there and only there, and names a requirement', () => {
    const elsewhere = defectives(name, 50).filter(({ body, defect: { field, requirement } }) => {
      const fields = brokenFields(name, body)
      return fields.length === 0 || fields.some((one) => one !== field) || !CATALOGUE.has(requirement)
    })
    expect(elsewhere).toEqual([])
  })

  test('a text that is sent as it stands is no JSON', () => {
    const verbatim = defectives(name, 20).filter(({ raw }) => raw === true)

    expect(new Set(verbatim.map(({ defect }) => defect.kind))).toEqual(new Set(['not JSON']))
    for (const { body } of verbatim) expect(() => JSON.parse(String(body)) as unknown).toThrow(SyntaxError)
  })

  test('every way of every defect is among the first inputs of a run, and fits into a full one', () => {
    const kinds = defectiveBodies(fc, name, KNOWN[name])
    const ways = kinds.flat().length
    const first = sampleAcross(fc, kinds, { seed: SEED, fuzzRuns: ways })
    const wrong = first.map(({ value: { body, defect } }) => {
      const value: unknown = Object(body)[defect.field]
      return `${defect.field} ${Array.isArray(value) ? 'array' : typeof value}`
    })

    for (const { name: field, type } of SCHEMAS[name].rules) {
      const types = ['string', 'number', 'boolean', 'object', 'array'].filter(
        (one) => one !== type || one === 'array',
      )
      expect(wrong).toEqual(expect.arrayContaining(types.map((one) => `${field} ${one}`)))
    }
    expect(ways).toBeLessThanOrEqual(70)
  })
})

test('a null beside a valid field of an update is an open point, and is not made', () => {
  const nulls = defectives('ConversationPatch', 50).filter(({ defect }) => defect.kind === 'null')
  expect(new Set(nulls.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set(['{"tags":null}', '{"is_resolved":null}']),
  )
})

test('every rule of part 4 has its defect', () => {
  const written = BODIES.map((name) => {
    const defects = defectives(name, 1).map(({ defect }) => `${defect.field}: ${defect.kind}`)
    return [name, [...new Set(defects)]]
  })
  expect(Object.fromEntries(written)).toMatchInlineSnapshot(`
    {
      "ConversationPatch": [
        ": not an object",
        ": not JSON",
        ": missing",
        "tags: wrong type",
        "tags: null",
        "tags: too long",
        "tags: too short",
        "tags: too many items",
        "is_resolved: wrong type",
        "is_resolved: null",
      ],
      "LeadCreate": [
        ": not an object",
        ": not JSON",
        "chatbot_id: wrong type",
        "chatbot_id: missing",
        "chatbot_id: null",
        "conversation_id: wrong type",
        "name: wrong type",
        "name: too long",
        "email: wrong type",
        "email: too long",
        "email: bad format",
        "phone: wrong type",
        "phone: too long",
        "company: wrong type",
        "company: too long",
        "source: wrong type",
        "source: too long",
        "source_url: wrong type",
        "source_url: too long",
        "status: wrong type",
        "status: null",
        "status: too long",
        "notes: wrong type",
        "notes: too long",
      ],
      "MessageCreate": [
        ": not an object",
        ": not JSON",
        "content: wrong type",
        "content: missing",
        "content: null",
        "content: too long",
        "content: too short",
      ],
    }
  `)
})
