import { expect, test } from 'vitest'
import { isUsual, unusualHeaders } from './usual.ts'

const JSON_BODY = { headers: [['Content-Type', 'application/json']], body: '{"name":"A"}' } as const

test.each<[string, Partial<Parameters<typeof isUsual>[0]>, boolean]>([
  ['a plain read', {}, true],
  ['a lead', JSON_BODY, true],
  ['a lead of several lines', { ...JSON_BODY, body: '{\n\t"name": "é"\n}' }, true],
  ['a content type that is none', { ...JSON_BODY, headers: [['Content-Type', 'json']] }, false],
  ['NUL in a text', { ...JSON_BODY, body: '{"name":"\\u0000"}' }, false],
  ['half of a character in a text', { ...JSON_BODY, body: '{"name":"\\ud800"}' }, false],
  ['a body that is no JSON', { ...JSON_BODY, body: '{"name":' }, false],
  ['an operator of a database', { url: 'https://h/v1/leads?chatbot_id[$ne]=x' }, false],
  ['a parameter given twice', { url: 'https://h/v1/leads?status=a&status=b' }, false],
  ['NUL in an address', { url: 'https://h/v1/leads/%00' }, false],
  ['a broken escape', { url: 'https://h/v1/leads/%zz' }, false],
  ['a value of 300 characters in the query', { url: `https://h/v1/leads?status=${'x'.repeat(300)}` }, false],
])('%s', (_, request, expected) => {
  expect(isUsual({ method: 'GET', url: 'https://h/v1/leads', headers: [], ...request })).toBe(expected)
})

test('the headers that a case chose are those that no other request has', () => {
  const own = ['X-Tenant-Id', '7'] as const
  const type = ['content-type', 'text/plain'] as const
  expect(unusualHeaders([['Authorization', 'Bearer x'], ['Accept', 'application/json'], own, type])).toEqual([
    own,
    type,
  ])
})
