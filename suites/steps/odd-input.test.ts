import { describe, expect, test } from 'vitest'
import { alteredIds, oddBody, oddMethods, ODD_SEGMENTS } from './odd-input.ts'

describe('an odd body', () => {
  const body = oddBody({ name: 'cac-1', company: '\u0000 \uD800' })
  const value: unknown = JSON.parse(body.text)

  test('is valid JSON with the given fields as they are', () => {
    expect(value).toMatchObject({ name: 'cac-1', company: '\u0000 \uD800' })
    expect(body.contentType).toBe('application/json')
  })

  test('holds what trips a careless merge as a property of its own', () => {
    expect(Object.keys(Object(value))).toEqual(
      expect.arrayContaining(['__proto__', 'constructor', 'deep', 'huge']),
    )
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

test('odd segments are sent as they are, and stay one segment', () => {
  for (const odd of ODD_SEGMENTS) {
    expect(new URL(`https://api.example/v1/leads/${odd}`).pathname).toBe(`/v1/leads/${odd}`)
    expect(odd).not.toMatch(/\/|%2f/i)
  }
})

test('an altered id is another one, and never empty', () => {
  expect(alteredIds('abcd')).toEqual(['abc', 'ab', 'abcdx', ' abcd', 'abcd '])
  expect(alteredIds('ab')).toEqual(['abx', ' ab', 'ab '])
})

test('odd methods are those that a path does not support, with unknown ids', () => {
  expect(oddMethods(['GET /leads', 'POST /leads', 'GET /leads/{id}'], 'none')).toEqual([
    { method: 'PUT', path: '/leads', mayNotSucceed: true },
    { method: 'PATCH', path: '/leads', mayNotSucceed: false },
    { method: 'PUT', path: '/leads/none', mayNotSucceed: true },
    { method: 'DELETE', path: '/leads/none', mayNotSucceed: true },
    { method: 'PATCH', path: '/leads/none', mayNotSucceed: false },
    { method: 'POST', path: '/leads/none', mayNotSucceed: false },
  ])
})
