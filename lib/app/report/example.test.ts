import { describe, expect, test } from 'vitest'
import { exchange } from '../../engine/judge/testing/exchanges.ts'
import { compared, exampleLines } from './example.ts'

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

  const finding = {
    requirement: 'R-01',
    where: 'GET /me',
    expected: '',
    received: '',
    exchanges: [1],
    count: 1,
  }

  /** The marked lines of a wrong answer and of the right one. */
  const side = (...sketches: readonly Parameters<typeof exchange>[1][]): unknown => {
    const [wrong, right] = sketches.map((sketch) =>
      exchange('GET /me', { text: JSON.stringify(sketch?.body ?? {}), ...sketch }),
    )
    const pair = compared(finding, wrong!, right!)
    const marks = (lines: readonly { text: string; marked: boolean }[] = []): string[] =>
      lines.filter((line) => line.marked).map(({ text }) => text.trim())
    return pair && [marks(pair.wrong), marks(pair.right)]
  }

  test.each([
    ['the status', [{ status: 400 }, { status: 404 }], [['400'], ['404']]],
    ['the value', [{ body: { a: [1, 2] } }, { body: { a: [1, 3] } }], [['2'], ['3']]],
    ['what is missing', [{ body: { a: [1] } }, { body: { a: [1, 3] } }], [['(no item 1)'], ['3']]],
    [
      'the label',
      [{ headers: { 'Content-Type': undefined } }, {}],
      [['(no Content-Type)'], ['Content-Type: application/json']],
    ],
  ])('beside the right one marks %s', (_what, sketches, marks) => {
    expect(side(...sketches)).toEqual(marks)
  })

  test('that is as it should be is not compared', () => {
    expect(side({}, {})).toBeUndefined()
    // What the key has left differs between any two answers.
    expect(side({ headers: { 'X-RateLimit-Remaining': '7' } }, {})).toBeUndefined()
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
