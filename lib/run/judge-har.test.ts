import { describe, expect, test } from 'vitest'
import { TOY_API, TOY_CONTRACT, UNTITLED } from '../testing/toy-api.ts'
import { inferBaseUrl } from './read-har.ts'
import { judgeHar } from './judge-har.ts'
import { renderJudgement } from './render-judgement.ts'
import { BASE, entry, harFile } from './testing/har-file.ts'

const STATUS = entry('/status', { up: true })
const SHELF = { books: [{ title: 'Emma' }] }

function judged(...entries: readonly object[]): ReturnType<typeof judgeHar> {
  return judgeHar(TOY_API, harFile(entries))
}

describe('a recording', () => {
  test('of a conformant server shows no violation, what held, and what it does not prove', () => {
    const result = judged(STATUS, entry('/books', SHELF))

    expect(result.baseUrl).toBe(BASE)
    expect(result.violations).toEqual([])
    expect(result.held).toMatchObject([{ requirement: { id: 'BOOK-1' }, times: 1 }])
    expect(
      result.unproven.map(({ reason, requirements }) => [reason, requirements.map(({ id }) => id)]),
    ).toEqual([
      ['nothing in the recording bears on it', ['STATUS-1', 'STATUS-2']],
      ['POST /books is not in the recording', ['BOOK-2', 'BOOK-3']],
    ])
  })

  test('of a broken one names the requirement and the entry', () => {
    const result = judged(STATUS, entry('/books?again', { books: [UNTITLED] }))

    expect(result.violations).toMatchObject([
      { requirement: { id: 'BOOK-1' }, findings: [{ exchanges: [2], pointer: '/books/0/title' }] },
    ])
    expect(renderJudgement(result, { color: false, verbose: false })).toContain('✗ BOOK-1')
  })

  test('is judged through Base64, too', () => {
    const text = Buffer.from(JSON.stringify({ books: [UNTITLED] })).toString('base64')
    const { violations } = judged(entry('/books', '', { content: { text, encoding: 'base64', size: 80 } }))

    expect(violations.map(({ requirement }) => requirement.id)).toEqual(['BOOK-1'])
  })
})

describe('what a recording cannot show is held against nobody', () => {
  test.each([
    ['a body that was not kept', { content: { text: undefined } }],
    ['a body that was cut', { content: { size: 5000 } }],
  ])('%s, and the report says so', (_, parts) => {
    const result = judged(STATUS, entry('/books', '{"books":[', parts))

    expect(result.violations).toEqual([])
    expect(renderJudgement(result, { color: false, verbose: false })).toContain(
      '  bodies    1 answer recorded without body, or cut\n',
    )
  })

  test.each([
    ['an answer out of the cache', { status: 304 }, '304 answers a conditional request'],
    ['a preflight of a browser', { method: 'OPTIONS', status: 204 }, 'OPTIONS belongs to HTTP'],
    ['a request that was blocked', { status: 0 }, 'no answer'],
  ])('%s', (_, parts, reason) => {
    const result = judged(STATUS, entry('/books', '', { ...parts, headers: [] }))

    expect(result.violations).toEqual([])
    expect(result.entries).toMatchObject({
      judged: 1,
      skipped: [{ reason: expect.stringContaining(reason) as unknown, entries: [2] }],
    })
  })
})

describe('a file in which there is nothing to judge', () => {
  test.each([
    ['', 'is not JSON'],
    ['{}', 'is not a HAR file'],
    [harFile([]), 'holds no request that looks like this API'],
    [harFile([entry('https://other.test/page.html', '')]), 'holds no request that looks like this API'],
    [harFile([entry('/books', '', { status: 0 })]), `holds no answered exchange below ${BASE}`],
  ])('is refused: %#', (source, problem) => {
    expect(() => judgeHar(TOY_API, source)).toThrow(problem)
  })

  test('by the base URL that was given', () => {
    const source = harFile([STATUS])
    expect(() => judgeHar(TOY_API, source, 'https://other.test/v1')).toThrow('below https://other.test/v1')
    expect(judgeHar(TOY_API, source, BASE).entries.judged).toBe(1)
  })
})

describe('the base URL', () => {
  test.each<[string, readonly string[], string | undefined]>([
    [
      'is what stands before operations of the API',
      ['https://a.test/api/v1/books?y=2', 'https://a.test/logo.png'],
      'https://a.test/api/v1',
    ],
    [
      'with a version wins over pages of another site with the same names',
      ['https://shop.test/books', 'https://shop.test/status', 'https://a.test/v1/books'],
      'https://a.test/v1',
    ],
    [
      'that most requests fit wins',
      ['https://old.test/v1/books', 'https://a.test/v1/books', 'https://a.test/v1/status'],
      'https://a.test/v1',
    ],
    ['is none without an operation', ['https://a.test/', 'https://a.test/v1/widgets'], undefined],
  ])('%s', (_, urls, expected) => {
    const requests = urls.map((url) => ({ method: 'GET', url }))
    expect(inferBaseUrl(TOY_CONTRACT, requests)).toBe(expected)
  })
})
