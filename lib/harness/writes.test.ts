import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { traceOf } from './writes.ts'
import { answerOf } from './testing/answers.ts'

function lost(operation: string, path: string, body: unknown): Exchange {
  const { response: _lost, ...exchange } = answerOf({}, { method: 'POST', path }).exchange
  const request = { ...exchange.request, body: typeof body === 'string' ? body : JSON.stringify(body) }
  return { ...exchange, operation, request, key: 'other' }
}

test('a lead is looked for among the newest leads of the same key, by all that was sent', () => {
  const trace = traceOf(
    lost('POST /leads', '/leads', { chatbot_id: 'B', name: 'cac-1', email: 'a@b.example' }),
  )
  const leads = [
    { id: 'L1', name: 'cac-1', email: null },
    { id: 'L2', name: 'cac-1', email: 'a@b.example' },
  ]

  expect(trace?.spec).toMatchObject({ method: 'GET', path: '/leads', key: 'other' })
  expect(trace?.find(answerOf({ data: leads }).exchange)).toEqual(['L2'])
  expect(trace?.find(answerOf('no list').exchange)).toEqual([])
})

test('a note is looked for in its conversation', () => {
  const trace = traceOf(
    lost('POST /conversations/{id}/messages', '/conversations/C1/messages', { content: 'cac-1' }),
  )
  const messages = [
    { id: 'M1', content: 'other' },
    { id: 'M2', content: 'cac-1' },
  ]

  expect(trace?.spec.path).toBe('/conversations/C1')
  expect(trace?.find(answerOf({ data: { messages } }).exchange)).toEqual(['M2'])
})

test('what could not be recognised is not looked for', () => {
  expect(traceOf(lost('POST /leads', '/leads', { chatbot_id: 'B' }))).toBeUndefined()
  expect(traceOf(lost('POST /leads', '/leads', '{"name": "cac-1'))).toBeUndefined()
  expect(traceOf(lost('GET /leads', '/leads', { name: 'cac-1' }))).toBeUndefined()
})
