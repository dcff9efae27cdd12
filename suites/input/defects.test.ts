import { CONTRACT } from '../../lib/spec/api.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../catalogue.ts'
import { type KnownValues, soleNulls, validBody } from './valid.ts'
import { BODIES, SCHEMAS } from './bodies.ts'
import { defectSites, defectiveBodies } from './defects.ts'
import { sampleAcross } from './sampling.ts'

const SEEDS = [1, 42, -7, 2 ** 31 - 1]
const KNOWN: Readonly<Record<(typeof BODIES)[number], KnownValues>> = {
  LeadCreate: {
    mark: 'cac-zik0zj12345-123',
    fixed: { chatbot_id: 'Uk4x9Q', name: 'cac-zik0zj12345-123', status: 'cac' },
  },
  ConversationPatch: { mark: 'cac-zik0zj12345-123', fixed: {}, values: { is_resolved: true } },
  MessageCreate: { mark: 'cac-zik0zj12345-123', fixed: {} },
}

/** A value as a reader of the JSON text sees it. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Inputs for each property that a full run affords: what is to be tried in each has to fit. */
const FULL_RUN = 70

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

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

describe.each(BODIES)('%s', (body) => {
  const known = KNOWN[body]

  test.each(SEEDS)('valid bodies satisfy the contract (seed %i)', (seed) => {
    const values = fc.sample(validBody(fc, SCHEMAS[body], known), { seed, numRuns: 1000 })
    expect(values.filter((value) => CONTRACT.validate(body, sent(value)).length > 0)).toEqual([])
  })

  test.each(SEEDS)('valid bodies with one null satisfy the contract (seed %i)', (seed) => {
    const values = soleNulls(fc, SCHEMAS[body], known).flatMap((way) =>
      fc.sample(way, { seed, numRuns: 100 }),
    )
    expect(values.filter((value) => CONTRACT.validate(body, sent(value)).length > 0)).toEqual([])
    expect(values.filter((value) => Object.values(value).filter((one) => one === null).length !== 1)).toEqual(
      [],
    )
  })

  test.each(SEEDS)('valid bodies are nothing that a service may change (seed %i)', (seed) => {
    const values = fc.sample(validBody(fc, SCHEMAS[body], { ...known, fixed: {} }), { seed, numRuns: 1000 })
    expect(values.filter((value) => Object.entries(value).some(changeable))).toEqual([])
  })

  test.each(SEEDS)('every defective body breaks the contract, there and only there (seed %i)', (seed) => {
    const kinds = defectiveBodies(fc, SCHEMAS[body], known).flat()
    const defective = kinds.flatMap((kind) =>
      fc.sample(kind, { seed, numRuns: Math.ceil(1000 / kinds.length) }),
    )
    const elsewhere = defective.filter(({ body: value, defect }) => {
      const problems = CONTRACT.validate(body, sent(value))
      const places = problems.map(({ pointer }) => pointer.split('/')[1] ?? '')
      return problems.length === 0 || places.some((place) => place !== defect.field)
    })
    expect(elsewhere).toEqual([])
  })

  test('every defect names a requirement of the catalogue', () => {
    for (const kind of defectiveBodies(fc, SCHEMAS[body], known).flat()) {
      const [defective] = fc.sample(kind, 1)
      expect(CATALOGUE.has(defective?.defect.requirementHint ?? '')).toBe(true)
    }
  })
})

test.each(BODIES)(
  '%s: a text that is sent as it stands is no JSON, though it holds every field of a valid body',
  (body) => {
    const raw = defectiveBodies(fc, SCHEMAS[body], KNOWN[body])
      .flat()
      .flatMap((way) => fc.sample(way, { seed: 5, numRuns: 50 }))
      .filter((defective) => defective.raw === true)

    expect(new Set(raw.map(({ defect }) => defect.kind))).toEqual(new Set(['not JSON']))
    for (const { body: text } of raw) expect(() => JSON.parse(String(text)) as unknown).toThrow(SyntaxError)
  },
)

test.each(BODIES)('%s: every way of every defect is among the first inputs of a full run', (body) => {
  const kinds = defectiveBodies(fc, SCHEMAS[body], KNOWN[body])
  for (const seed of SEEDS) {
    const first = sampleAcross(fc, kinds, { seed, fuzzRuns: kinds.flat().length })
    const wrong = first.map(({ value: { body: value, defect } }) =>
      defect.kind === 'wrong type' ? `${defect.field}: ${typeOf(Object(value)[defect.field])}` : defect.kind,
    )

    for (const { name, type } of SCHEMAS[body].rules) {
      const types = {
        string: ['number', 'boolean', 'object', 'array'],
        boolean: ['string', 'number', 'object', 'array'],
        array: ['string', 'number', 'object', 'boolean', 'array'],
      }[type]
      expect(wrong).toEqual(expect.arrayContaining(types.map((kind) => `${name}: ${kind}`)))
    }
    expect(kinds.flat().length).toBeLessThanOrEqual(FULL_RUN)
  }
})

test('a null beside a valid field of an update is an open point, and is not made', () => {
  const nulls = defectiveBodies(fc, SCHEMAS.ConversationPatch, KNOWN.ConversationPatch)
    .flat()
    .flatMap((kind) => fc.sample(kind, { seed: 3, numRuns: 50 }))
    .filter(({ defect }) => defect.kind === 'null')
  expect(new Set(nulls.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set(['{"tags":null}', '{"is_resolved":null}']),
  )
})

test('every rule of part 4 has its defect', () => {
  const written = BODIES.map((body) => [
    body,
    defectSites(SCHEMAS[body]).map(({ field, kind }) => `${field}: ${kind}`),
  ])
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
