import { expect, test } from 'vitest'
import { CONTRACT } from '../api/contract.ts'

test('lists the rows of a table in its order', () => {
  expect(CONTRACT.fieldsOf('Pagination').map(({ name, required }) => [name, required])).toEqual([
    ['limit', true],
    ['offset', true],
    ['total', true],
    ['has_more', true],
  ])
})

test('gives each field its schema', () => {
  expect(CONTRACT.fieldsOf('Lead').find(({ name }) => name === 'email')).toMatchObject({
    name: 'email',
    required: false,
    schema: { type: ['string', 'null'], format: 'email' },
  })
})

test('lists inherited fields first', () => {
  const names = CONTRACT.fieldsOf('ConversationDetail').map(({ name }) => name)
  expect(names).toEqual([...CONTRACT.fieldsOf('Conversation').map(({ name }) => name), 'messages'])
})

test('knows no other resources', () => {
  expect(CONTRACT.fieldsOf('Webhook')).toEqual([])
  expect(CONTRACT.fieldsOf('__proto__')).toEqual([])
})
