import { describe, expect, test } from 'vitest'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { type Contract, createContract } from '../../lib/engine/contract/contract.ts'
import {
  BODY_SCHEMAS,
  bodyFields,
  JSON_TYPES,
  namesId,
  requirementOf,
} from '../../lib/engine/contract/request-bodies.ts'
import { CATALOGUE } from '../catalogue.ts'
import { drawnLeads } from '../create-lead/drawn.ts'
import { wrongFields } from './invalid.ts'
import { TEXTS, WHOLE } from './texts.ts'
import { validValues, wrongValues } from './values.ts'

const MARK = 'cac-zik0zj12345-123'

/** A contract with a body that has a field of every type, nullable or not, bounded or not. */
function everyType(): Contract {
  const bounds: Readonly<Record<string, object>> = {
    string: { minLength: 2, maxLength: 60 },
    integer: { minimum: 1, maximum: 9 },
    number: { minimum: 0 },
    array: { maxItems: 3, items: { type: ['string', 'null'], maxLength: 40 } },
  }
  const properties = Object.fromEntries(
    JSON_TYPES.flatMap((type) => [
      [type, { type, ...(type === 'array' && { items: { type: 'integer' } }) }],
      [`${type}_or_null`, { type: [type, 'null'], ...bounds[type] }],
    ]),
  )
  return createContract({
    openapi: '3.1.0',
    paths: {},
    components: { schemas: { Body: { type: 'object', properties } } },
  })
}

/** The fields of a body that break a contract. */
function broken(contract: Contract, schema: string, body: unknown): readonly string[] {
  return [...new Set(contract.validate(schema, body).map(({ pointer }) => pointer.split('/')[1] ?? ''))]
}

describe('a contract with every type', () => {
  const contract = everyType()
  const fields = bodyFields('Body', contract)

  test('10,000 bodies of valid values are valid', () => {
    const wrong: unknown[] = []
    for (let n = 0; n < 10_000; n++) {
      const chosen = fields.map((field, at) => {
        const values = validValues(field, MARK)
        return [field.name, values[(n * (at + 1) + (n >> 3)) % values.length]] as const
      })
      const body = Object.fromEntries(chosen.filter(([, value]) => value !== undefined))
      if (broken(contract, 'Body', body).length > 0) wrong.push(body)
    }
    expect(wrong).toEqual([])
  })

  test.each(fields)('every wrong value of $name is wrong', (field) => {
    const wrong = wrongValues(field, MARK)
    const accepted = wrong.filter(
      ({ value }) => broken(contract, 'Body', { [field.name]: value }).length === 0,
    )
    expect(accepted).toEqual([])
    expect(wrong.length).toBeGreaterThan(5)
  })

  test.each([
    [{ type: 'date' }, 'knows the type "date"'],
    [{}, 'knows the type undefined'],
    [{ type: ['string', 'integer'] }, 'knows the type ["string","integer"]'],
    [{ type: 'string', pattern: '^a' }, 'knows pattern'],
    [{ type: 'string', format: 'ipv4' }, 'knows the format ipv4'],
  ])('what no generator knows throws when it is loaded: %j', (schema, message) => {
    const document = { paths: {}, components: { schemas: { Body: { properties: { field: schema } } } } }
    expect(() => bodyFields('Body', createContract(document))).toThrow(
      `Body.field: no generator of values ${message}`,
    )
  })
})

describe.each(BODY_SCHEMAS)('%s', (name) => {
  test('each wrong value breaks the contract in its one field, and names a requirement', () => {
    const right = { chatbot_id: 'Uk4x9Q', content: 'x', tags: ['x'] }
    const all = wrongFields(name, right, MARK, { seed: 1, inputs: 'pairs' })
    // The contract's check of addresses is lenient: it judges answers.
    const elsewhere = all.filter(
      ({ field, value, mistake }) =>
        String(broken(CONTRACT, name, { ...right, [field]: value })) !== field ||
        !CATALOGUE.has(requirementOf(name, field, mistake)),
    )
    expect(elsewhere.filter(({ mistake }) => mistake !== 'bad format')).toEqual([])
  })

  test('fewer are drawn by the seed', () => {
    const drawn = (seed: number, inputs: 'few' | 'values' | 'pairs'): readonly string[] =>
      wrongFields(name, {}, MARK, { seed, inputs }).map(({ field, words }) => `${field}: ${words}`)

    expect(drawn(1, 'values')).toEqual(drawn(1, 'values'))
    expect(drawn(1, 'pairs')).toEqual(expect.arrayContaining([...drawn(1, 'values')]))
    expect(drawn(2, 'values').length).toBeLessThan(drawn(1, 'pairs').length)
  })
})

describe('drawn leads', () => {
  const leads = (
    seed: number,
    inputs: 'values' | 'pairs' = 'values',
    mostInputs?: number,
  ): readonly object[] =>
    drawnLeads(() => MARK, { seed, inputs, mostInputs }).map((fields) => ({
      chatbot_id: 'Uk4x9Q',
      ...Object.fromEntries(fields),
    }))

  test('are valid, and the same for a seed', () => {
    for (const seed of [1, 2, 3])
      expect(leads(seed, 'pairs').flatMap((lead) => broken(CONTRACT, 'LeadCreate', lead))).toEqual([])
    expect(leads(-4)).toEqual(leads(-4))
    expect(leads(-4)).not.toEqual(leads(5))
  })

  test('hold each given way to fill each field, whatever the seed', () => {
    const fields = bodyFields('LeadCreate').filter(({ name }) => !namesId(name))
    const missing = Array.from({ length: 20 }, (_, seed) => seed).flatMap((seed) => {
      const sent = leads(seed).map((lead): Readonly<Record<string, unknown>> => ({ ...lead }))
      return fields.flatMap((field) =>
        validValues(field, MARK).flatMap((value) =>
          value === undefined || sent.some((lead) => lead[field.name] === value)
            ? []
            : [`seed ${seed}: ${field.name} ${JSON.stringify(value)}`],
        ),
      )
    })
    expect(missing).toEqual([])
  })

  test('are as many as the operator says', () => {
    expect(leads(1, 'pairs', 3)).toEqual(leads(1, 'pairs').slice(0, 3))
  })
})

test('every text is valid as a tag, and no service has a reason to trim it', () => {
  const texts = [...WHOLE, ...TEXTS]
  expect(broken(CONTRACT, 'ConversationPatch', { tags: texts.slice(0, 20) })).toEqual([])
  expect(texts.filter((text) => text.length > 40 || text !== text.trim())).toEqual([])
  expect(new Set(texts).size).toBe(texts.length)
})
