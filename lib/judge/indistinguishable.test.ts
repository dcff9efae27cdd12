import { describe, expect, test } from 'vitest'
import { difference, volatileHeaders } from './indistinguishable.ts'
import { exchange } from './testing/exchanges.ts'
import { refusal } from './testing/items.ts'

const IDS = ['foreign', 'nothing']
const answer = (body: unknown = refusal(), more: Parameters<typeof exchange>[1] = {}) =>
  exchange('GET /leads/x', { status: 404, body, ...more })
const usual = [answer(), answer()]
const none = (): ReadonlySet<string> => new Set()

describe('an answer to a foreign id', () => {
  test.each([
    ['its status', answer(refusal(), { status: 403 }), 'status 403 instead of 404'],
    ['its code', answer(refusal({ code: 'forbidden' })), 'code "forbidden" instead of "not_found"'],
    [
      'its text',
      answer(refusal({ error: 'Not yours' })),
      'text "Not yours" instead of "There is no such thing."',
    ],
    ['its fields', answer(refusal({ owner: 't2' })), 'fields code error owner instead of code error'],
    [
      'a header more',
      answer(refusal(), { headers: { 'X-Owner': 't2' } }),
      'a header x-owner that they do not carry',
    ],
    [
      'a header less',
      answer(refusal(), { headers: { 'X-RateLimit-Reset': undefined } }),
      'no header x-ratelimit-reset, which they carry',
    ],
  ])('is recognised by %s', (_, foreign, summarised) => {
    expect(difference([foreign], usual, IDS, none)).toBe(summarised)
  })

  test.each([
    ['the same', [answer()], usual],
    [
      'an echo of its id',
      [answer(refusal({ error: 'no lead foreign' }))],
      [answer(refusal({ error: 'no lead nothing' }))],
    ],
    ['the values of headers', [answer(refusal(), { headers: { 'X-RateLimit-Remaining': '1' } })], usual],
    [
      'letter case of header names',
      [answer(refusal(), { headers: { 'Content-Type': undefined, 'content-type': 'x' } })],
      usual,
    ],
    [
      'headers of the connection',
      [answer(refusal(), { headers: { Date: 'now', Via: 'x', Age: '1' } })],
      usual,
    ],
    [
      'a text that changes anyway',
      [answer(refusal({ error: 'a' }))],
      [answer(refusal({ error: 'b' })), answer(refusal({ error: 'c' }))],
    ],
    ['a header that comes and goes', [answer(refusal(), { headers: { 'X-Node': '1' } }), answer()], usual],
    ['a status that comes and goes', [answer(), answer(refusal(), { status: 429 })], usual],
    ['fields in another order', [answer({ code: 'not_found', error: 'There is no such thing.' })], usual],
    ['bodies that are no objects', [answer([1])], [answer([2])]],
  ])('is not summarised by %s', (_, foreign, absent) => {
    expect(difference(foreign, absent, IDS, none)).toBeUndefined()
  })

  test('is not summarised where there is nothing to compare', () => {
    expect([difference([], usual, IDS, none), difference(usual, [], IDS, none)]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('is not summarised by a header that comes and goes elsewhere, though it is by another one', () => {
    const summarised = (headers: Record<string, string>): string | undefined =>
      difference([answer(refusal(), { headers })], usual, IDS, () => new Set(['x-node']))

    expect(summarised({ 'X-Node': '1' })).toBeUndefined()
    expect(summarised({ 'X-Node': '1', 'X-Owner': 't2' })).toContain('x-owner')
  })
})

describe('a header that comes and goes', () => {
  const node = { headers: { 'X-Node': '1' } }

  test('stands on some answers of success to one operation', () => {
    expect([...volatileHeaders([exchange('GET /me'), exchange('GET /me', node)])]).toEqual(['x-node'])
  })

  test.each([
    ['of another operation', exchange('GET /leads', node)],
    ['of another key', exchange('GET /me', { ...node, key: 'other' })],
    ['of another status', exchange('GET /me', { ...node, status: 404 })],
  ])('is none where the answers with it are %s', (_, other) => {
    expect([...volatileHeaders([exchange('GET /me'), other])]).toEqual([])
  })

  test('is not looked for in answers about one chatbot, which may be a foreign one', () => {
    const asked = [exchange('GET /leads'), exchange('GET /leads?chatbot_id=x', node)]
    expect([...volatileHeaders(asked)]).toEqual([])
  })
})
