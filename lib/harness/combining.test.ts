import { describe, expect, test } from 'vitest'
import type { Row } from '../oracles/values.ts'
import { combinations } from './combining.ts'

const FIELDS = { chatbot_id: 'chatbot_id', status: 'status', is_lead: 'is_lead' }
const rowOf = (id: string, chatbot_id: string, status: string, is_lead: boolean): Row => ({
  id,
  chatbot_id,
  status,
  is_lead,
})

describe('combinations of filters', () => {
  const rows = [
    rowOf('1', 'A', 'open', true),
    rowOf('2', 'A', 'open', false),
    rowOf('3', 'A', 'resolved', true),
    rowOf('4', 'B', 'open', true),
  ]

  test('show it where one of them is left out: a row passes all the others and not that one', () => {
    const [query = {}] = combinations('GET /conversations', rows, FIELDS, 1)

    expect(query).toEqual({ chatbot_id: 'A', status: 'open', is_lead: 'true' })
    for (const left of Object.keys(query)) {
      const others = Object.entries(query).filter(([name]) => name !== left)
      const passing = rows.filter((row) => others.every(([name, value]) => String(row[name]) === value))
      expect(passing.some((row) => String(row[left]) !== query[left])).toBe(true)
    }
  })

  test('are no more than tell something new', () => {
    expect(combinations('GET /conversations', rows, FIELDS, 10)).toHaveLength(1)
  })

  test('are no more than asked for', () => {
    const far = [
      rowOf('1', 'A', 'open', true),
      rowOf('2', 'A', 'shut', false),
      rowOf('3', 'B', 'open', false),
      rowOf('4', 'B', 'shut', true),
    ]

    expect(combinations('GET /conversations', far, FIELDS, 2)).toHaveLength(2)
    expect(combinations('GET /conversations', far, FIELDS, 0)).toEqual([])
  })

  test('are of filters that the rows have values for', () => {
    const partly = rows.map((row) => ({ ...row, status: null }))

    expect(combinations('GET /conversations', partly, FIELDS, 3)).toEqual([
      { chatbot_id: 'A', is_lead: 'true' },
    ])
  })

  test('are none where no row tells two filters apart', () => {
    expect(combinations('GET /conversations', rows.slice(0, 1), FIELDS, 3)).toEqual([])
    expect(combinations('GET /conversations', [], FIELDS, 3)).toEqual([])
  })
})

test('a row of which it is open whether a filter keeps it shows nothing', () => {
  const fields = { chatbot_id: 'chatbot_id', language: 'language_code' }
  const rows = ['pt', 'PT'].map((language_code, index) => ({
    id: String(index),
    chatbot_id: 'A',
    language_code,
  }))
  const other = { id: '9', chatbot_id: 'A', language_code: 'en' }

  expect(combinations('GET /conversations', rows, fields, 1)).toEqual([])
  expect(combinations('GET /conversations', [...rows, other], fields, 1)).toHaveLength(1)
})

test('values of the long end of a list are taken too', () => {
  const many = Array.from({ length: 95 }, (_, index) => rowOf(String(index), 'A', 'open', true))
  const rows = [...many, rowOf('x', 'A', 'open', false), rowOf('y', 'B', 'open', true), ...many.slice(0, 3)]
  const found = combinations('GET /conversations', rows, FIELDS, 1)

  expect(found).toMatchObject([{ chatbot_id: 'A', is_lead: 'true' }])
})
