import { describe, expect, test } from 'vitest'
import { exchange } from '../../../engine/judge/testing/exchanges.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
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

  test('marks the header at fault, or its absence', () => {
    const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Reset': undefined }
    expect(marked(exchange('GET /me', { headers }), { header: 'x-ratelimit-limit' })).toEqual([
      '> X-RateLimit-Limit: 60',
    ])
    expect(marked(exchange('GET /me', { headers }), { header: 'X-RateLimit-Reset' })).toEqual([
      '> (no X-RateLimit-Reset)',
    ])
  })
})

describe('what is at fault', () => {
  const found = (more: Partial<Finding> = {}): Finding => ({
    requirement: 'R-01',
    where: 'GET /me',
    expected: 'this',
    received: 'that',
    exchanges: [1],
    count: 1,
    ...more,
  })
  const shows = (body: object): Parameters<typeof exchange>[1] => ({ body, text: JSON.stringify(body) })
  const faultIn = (
    place: string,
    [wrong, right]: readonly [Parameters<typeof exchange>[1], Parameters<typeof exchange>[1]],
  ): string[] => {
    const [broken, kept] = [exchange(place, wrong), exchange(place, right)]
    const isOfStatus = broken.response?.status !== kept.response?.status
    const finding = found(isOfStatus ? { status: broken.response?.status } : {})
    return marked(broken, faultOf(finding, broken, kept))
  }

  test.each<[string, string, Parameters<typeof faultIn>[1], string[]]>([
    [
      'the key',
      'GET /me',
      [{ key: 'none' }, { key: 'none', status: 401 }],
      ['> (no Authorization)', '> 200'],
    ],
    ['the address', 'GET /leads/x', [{}, { status: 404 }], ['> GET /v1/leads/x', '> 200']],
    ['the body', 'POST /leads', [{ sent: {} }, { sent: {}, status: 400 }], ['> {}', '> 200']],
    ['the first value that differs', 'GET /me', [shows({ a: [1, 2] }), shows({ a: [1] })], ['>     2']],
    [
      'the first header that differs',
      'GET /me',
      [{ headers: { 'Content-Type': 'text/html' } }, {}],
      ['> Content-Type: text/html'],
    ],
  ])('is %s', (_, place, both, lines) => {
    expect(faultIn(place, both)).toEqual(lines)
  })
})
