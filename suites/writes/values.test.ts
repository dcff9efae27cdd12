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
import { CATALOGUE } from '../index.ts'
import { leadsAtEnds } from '../create-lead/drawn.ts'
import { wrongFields } from './invalid.ts'
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
    // The contract's check of addresses is lenient: it judges answers.
    const elsewhere = wrongFields(name, right, MARK).filter(
      ({ field, value, mistake }) =>
        mistake !== 'bad format' &&
        (String(broken(CONTRACT, name, { ...right, [field]: value })) !== field ||
          !CATALOGUE.has(requirementOf(name, field, mistake))),
    )
    expect(elsewhere).toEqual([])
  })
})

test('leads at the ends hold each given way to fill each field, whatever the seed', () => {
  const fields = bodyFields('LeadCreate').filter(({ name }) => !namesId(name))
  const missing = Array.from({ length: 20 }, (_, seed) => seed).flatMap((seed) => {
    const sent = leadsAtEnds(() => MARK, { seed, inputs: 'values' })
    expect(sent.flatMap((lead) => broken(CONTRACT, 'LeadCreate', { chatbot_id: 'Uk4x9Q', ...lead }))).toEqual(
      [],
    )
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
