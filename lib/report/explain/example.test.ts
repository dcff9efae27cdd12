import { expect, test } from 'vitest'
import type { Exchange } from '../../http/exchange.ts'
import { exampleLines } from './example.ts'

function exchange(body: unknown, status = 200): Exchange {
  const text = JSON.stringify(body)
  return {
    id: 1,
    key: 'main',
    operation: 'POST /leads',
    request: {
      method: 'POST',
      url: 'http://h/v1/leads?x=1',
      path: '/leads',
      query: [['x', '1']],
      headers: [],
      body: '{"chatbot_id":"b"}',
    },
    response: { status, headers: [], text, size: text.length, json: { ok: true, value: body, oddities: [] } },
    startedAt: 0,
    durationMs: 1,
  }
}

const shown = (...given: Parameters<typeof exampleLines>): string[] =>
  exampleLines(...given).map(({ text, marked }) => `${marked ? '>' : ' '} ${text}`)

test('an exchange has the request, the status, and the body around what is at fault', () => {
  const body = { data: [{ id: 'a' }, { id: 'b', email: 5 }] }
  expect(shown(exchange(body), { pointer: '/data/1/email' })).toEqual([
    '  POST /v1/leads?x=1',
    '  {"chatbot_id":"b"}',
    '  ',
    '  200',
    '  … 1 more',
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
  expect(shown(exchange({ data: 1 }, 201), { status: 201 })[3]).toBe('> 201')
})
