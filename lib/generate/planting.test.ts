import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { isRequirement } from '../catalogue/index.ts'
import { BODIES, type Ground } from './ground.ts'
import { defectSites } from './defects.ts'
import { plantedBodies } from './planting.ts'
import { stillPlanted } from './refusal.ts'
import { validBody } from './valid.ts'

const SEEDS = [1, 42, -7, 2 ** 31 - 1]
const GROUNDS: Readonly<Record<(typeof BODIES)[number], Ground>> = {
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
  const ground = GROUNDS[body]

  test.each(SEEDS)('valid bodies satisfy the contract (seed %i)', (seed) => {
    const values = fc.sample(validBody(fc, body, ground), { seed, numRuns: 1000 })
    expect(values.filter((value) => loadContract().validate(body, sent(value)).length > 0)).toEqual([])
  })

  test.each(SEEDS)('valid bodies are nothing that a service may change (seed %i)', (seed) => {
    const values = fc.sample(validBody(fc, body, { ...ground, fixed: {} }), { seed, numRuns: 1000 })
    expect(values.filter((value) => Object.entries(value).some(changeable))).toEqual([])
  })

  test.each(SEEDS)('every planted body breaks the contract, there and only there (seed %i)', (seed) => {
    const kinds = plantedBodies(fc, body, ground)
    const planted = kinds.flatMap((kind) =>
      fc.sample(kind, { seed, numRuns: Math.ceil(1000 / kinds.length) }),
    )
    const elsewhere = planted.filter(({ body: value, defect }) => {
      const problems = loadContract().validate(body, sent(value))
      const places = problems.map(({ pointer }) => pointer.split('/')[1] ?? '')
      return problems.length === 0 || places.some((place) => place !== defect.field)
    })
    expect(elsewhere).toEqual([])
  })

  test.each(SEEDS)('shrinking keeps the defect (seed %i)', (seed) => {
    for (const kind of plantedBodies(fc, body, ground)) {
      const [first] = fc.sample(kind, { seed, numRuns: 1 })
      const seen: unknown[] = []
      fc.check(
        fc.property(kind, (planted) => {
          seen.push(planted.defect)
          expect(stillPlanted(body, planted)).toBe(true)
          return false
        }),
        { seed, numRuns: 1 },
      )
      expect(new Set(seen.map((defect) => JSON.stringify(defect)))).toEqual(
        new Set([JSON.stringify(first?.defect)]),
      )
    }
  })

  test('every defect blames a requirement of the catalogue', () => {
    for (const kind of plantedBodies(fc, body, ground)) {
      const [planted] = fc.sample(kind, 1)
      expect(isRequirement(planted?.defect.requirementHint ?? '')).toBe(true)
    }
  })
})

test('a null beside a valid field of an update is an open point, and is not made', () => {
  const nulls = plantedBodies(fc, 'ConversationPatch', GROUNDS.ConversationPatch)
    .flatMap((kind) => fc.sample(kind, { seed: 3, numRuns: 50 }))
    .filter(({ defect }) => defect.kind === 'null')
  expect(new Set(nulls.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set(['{"tags":null}', '{"is_resolved":null}']),
  )
})

test('every rule of part 4 has its defect', () => {
  const written = BODIES.map((body) => [
    body,
    defectSites(body).map(({ field, kind }) => `${field}: ${kind}`),
  ])
  expect(Object.fromEntries(written)).toMatchInlineSnapshot(`
    {
      "ConversationPatch": [
        ": not an object",
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
        "source_url: bad format",
        "status: wrong type",
        "status: null",
        "status: too long",
        "notes: wrong type",
        "notes: too long",
      ],
      "MessageCreate": [
        ": not an object",
        "content: wrong type",
        "content: missing",
        "content: null",
        "content: too long",
        "content: too short",
      ],
    }
  `)
})
