import { expect, test } from 'vitest'
import { exchange } from '../../../engine/judge/testing/exchanges.ts'
import { exampleLines } from './example.ts'

const shown = (...given: Parameters<typeof exampleLines>): string[] =>
  exampleLines(...given).map(({ text, marked }) => `${marked ? '>' : ' '} ${text}`)

test('an exchange has the request, the status, and the body around what is at fault', () => {
  const sent = { chatbot_id: 'b' }
  const text = '{"data":[{"id":"a"},{"id":"b","email":5}]}'
  expect(shown(exchange('POST /leads?x=1', { sent, text }), { pointer: '/data/1/email' })).toEqual([
    '  POST /v1/leads?x=1',
    '  {"chatbot_id":"b"}',
    '  ',
    '  200',
    '  … 1 more line',
    '    "data": [',
    '      {',
    '        "id": "a"',
    '      },',
    '      {',
    '        "id": "b",',
    '>       "email": 5',
    '      }',
    '    ]',
    '  }',
  ])
  expect(shown(exchange('POST /leads', { sent, status: 201 }), { status: 201 })[3]).toBe('> 201')
})
