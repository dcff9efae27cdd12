import { operationOf } from '../operations.ts'
import { CONTRACT } from '../contract.ts'
import { describe, expect, test } from 'vitest'
import { contractFields } from './fields.ts'
import { FIELDS, fieldRequirement, isRequirement } from './index.ts'

const RESOURCES = [...new Set(FIELDS.map(({ resource }) => resource))]

describe.each(RESOURCES)('the table of %s', (resource) => {
  const rows = FIELDS.filter((row) => row.resource === resource)

  test('names each field of the contract once, and no other', () => {
    const wanted = contractFields(resource).map(({ name }) => name)
    expect(rows.map(({ field }) => field).sort()).toEqual([...wanted].sort())
  })

  test('gives each field a requirement under its id', () => {
    expect(rows.map(({ field }) => fieldRequirement(resource, field))).toEqual(rows.map(({ id }) => id))
    expect(rows.filter(({ id, requirement }) => id !== requirement.id || !isRequirement(id))).toEqual([])
  })
})

test('every resource of the contract has a table', () => {
  // A detail is a conversation with its messages, and shares the table.
  const missing = [...CONTRACT.operations.values()]
    .map(({ key }) => operationOf(key)?.resource)
    .filter((name) => name !== 'ConversationDetail' && !RESOURCES.some((one) => one === name))
  expect(missing).toEqual([])
})

test.each(['nothing', '', '__proto__', 'constructor'])('no requirement speaks of a field %j', (field) => {
  expect(fieldRequirement('Lead', field)).toBeUndefined()
})
