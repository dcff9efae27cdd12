import { CONTRACT } from '../contract.ts'
import { describe, expect, test } from 'vitest'
import { entries, own, strings } from '../../contract/json.ts'
import { ANSWERS } from '../oracles/resources.ts'
import { FIELDS, fieldRequirement, isRequirement, type ResourceName } from './index.ts'

const RESOURCES = [...new Set(FIELDS.map(({ resource }) => resource))]

type Listed = { readonly name: string; readonly required: boolean }

/** What the contract says of the fields of a resource; of the inner objects of the rollup, too. */
function contractFields(resource: ResourceName): readonly Listed[] {
  switch (resource) {
    case 'Conversation':
      return CONTRACT.fieldsOf('ConversationDetail')
    case 'AnalyticsTotals':
      return inside(rollup('totals'))
    case 'AnalyticsDay':
      return inside(own(rollup('by_day'), 'items'))
    default:
      return CONTRACT.fieldsOf(resource)
  }
}

function rollup(field: string): unknown {
  return CONTRACT.fieldsOf('AnalyticsSummary').find(({ name }) => name === field)?.schema
}

function inside(schema: unknown): Listed[] {
  const required = strings(own(schema, 'required'))
  return entries(own(schema, 'properties')).map(([name]) => ({ name, required: required.includes(name) }))
}

describe.each(RESOURCES)('the table of %s', (resource) => {
  const rows = FIELDS.filter((row) => row.resource === resource)

  test('names each field of the contract once, and no other', () => {
    const wanted = contractFields(resource).map(({ name }) => name)
    expect(rows.map(({ field }) => field).sort()).toEqual([...wanted].sort())
  })

  test('says of each field whether it is always there', () => {
    const required = new Map(contractFields(resource).map((field) => [field.name, field.required]))
    const wrong = rows.filter(({ field, requirement: { text } }) => {
      const [always, optional] = [text.includes('is required'), text.endsWith(' absent.')]
      return required.get(field) === true ? !always || optional : always || !optional
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  test('gives each field a requirement under its id', () => {
    expect(rows.map(({ field }) => fieldRequirement(resource, field))).toEqual(rows.map(({ id }) => id))
    expect(rows.filter(({ id, requirement }) => id !== requirement.id || !isRequirement(id))).toEqual([])
  })
})

test('every resource of the contract has a table', () => {
  // A detail is a conversation with its messages, and shares the table.
  const missing = [...CONTRACT.operations.values()]
    .map(({ key }) => ANSWERS[key].resource)
    .filter((name) => name !== 'ConversationDetail' && !RESOURCES.some((one) => one === name))
  expect(missing).toEqual([])
})

test.each(['nothing', '', '__proto__', 'constructor'])('no requirement speaks of a field %j', (field) => {
  expect(fieldRequirement('Lead', field)).toBeUndefined()
})
