import { describe, expect, test } from 'vitest'
import { segment } from '../../lib/api/actor.ts'
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

  test('without fields is valid too', () => {
    expect(Object.keys(Object(JSON.parse(oddBody({}).text)))).toContain('astral')
  })

  test('of other fields hides none of them', () => {
    expect(JSON.parse(oddBody({ tags: ['a', '{"b"}'] }).text)).toMatchObject({ tags: ['a', '{"b"}'] })
  })
})

test('odd segments are sent as they are, and stay one segment', () => {
  for (const odd of ODD_SEGMENTS) {
    expect(new URL(`https://api.example/v1/leads/${odd}`).pathname).toBe(`/v1/leads/${odd}`)
    expect(odd).not.toMatch(/\/|%2f/i)
  }
})

test('a lone surrogate in an id is sent as the replacement character, anything else as it is', () => {
  expect(segment('a/b?c#d é')).toBe('a%2Fb%3Fc%23d%20%C3%A9')
  expect(segment('\uD800x')).toBe('%EF%BF%BDx')
  expect(segment('\u{1F4A5}')).toBe('%F0%9F%92%A5')
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
