import { expect, test } from 'vitest'
import { fieldsOf, RESOURCES } from './resources.ts'

test('lists the rows of a table in its order', () => {
  expect(fieldsOf('Pagination').map(({ name, required }) => [name, required])).toEqual([
    ['limit', true],
    ['offset', true],
    ['total', true],
    ['has_more', true],
  ])
})

test('gives each field its schema', () => {
  expect(fieldsOf('Lead').find(({ name }) => name === 'email')).toEqual({
    name: 'email',
    required: false,
    schema: { type: ['string', 'null'], format: 'email' },
  })
})

test('lists inherited fields first', () => {
  const names = fieldsOf('ConversationDetail').map(({ name }) => name)
  expect(names).toEqual([...fieldsOf('Conversation').map(({ name }) => name), 'messages'])
})

test('knows no other resources', () => {
  expect(fieldsOf('Webhook')).toEqual([])
  expect(fieldsOf('__proto__')).toEqual([])
  for (const resource of RESOURCES) expect(fieldsOf(resource)).not.toEqual([])
})
