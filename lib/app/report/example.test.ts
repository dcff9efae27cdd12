import { describe, expect, test } from 'vitest'
import { exchange } from '../../engine/judge/testing/exchanges.ts'
import { exampleLines, faultOf } from './example.ts'

const shown = (...given: Parameters<typeof exampleLines>): string[] =>
  exampleLines(...given).map(({ text, marked }) => `${marked ? '>' : ' '} ${text}`)

const marked = (...given: Parameters<typeof exampleLines>): string[] =>
  shown(...given).filter((line) => line.startsWith('>'))

describe('an exchange', () => {
  const sent = { chatbot_id: 'b', name: 7 }

  test('has the request, the status, and the body around what is at fault', () => {
    const text = '{"data":[{"id":"a"},{"id":"b","email":5}]}'
    expect(
      shown(exchange('POST /leads?x=1', { sent, text }), { pointer: '/data/1/email' }).slice(-10),
    ).toEqual([
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
  })

  test('that should have been refused marks the member that was sent, or its absence, and the status', () => {
    const wrong = exchange('POST /leads', { sent, status: 200, text: '{"data":{}}' })
    expect(marked(wrong, { status: 200, pointer: '/name', inRequest: true })).toEqual([
      '>   "name": 7',
      '> 200',
    ])
    expect(marked(wrong, { status: 200, pointer: '/email', inRequest: true })).toEqual([
      '>   (no "email")',
      '> 200',
    ])
  })

  test('marks the first value that differs, where the finding names nothing', () => {
    const [wrong, right] = [[1, 2], [1]].map((a) =>
      exchange('GET /me', { body: { a }, text: JSON.stringify({ a }) }),
    )
    const finding = {
      requirement: 'R-01',
      where: 'GET /me',
      expected: '',
      received: '',
      exchanges: [1],
      count: 1,
    }
    expect(marked(wrong!, faultOf(finding, wrong!, right))).toEqual(['>     2'])
    expect(marked(exchange('GET /me', { key: 'none' }), {})).toEqual(['> (no Authorization)'])
  })

  test('marks the header at fault, or its absence', () => {
    const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Reset': undefined }
    expect(marked(exchange('GET /me', { headers }), { header: 'x-ratelimit-limit' })).toEqual([
      '> x-ratelimit-limit: 60',
    ])
    expect(marked(exchange('GET /me', { headers }), { header: 'X-RateLimit-Reset' })).toEqual([
      '> (no X-RateLimit-Reset)',
    ])
  })
})
