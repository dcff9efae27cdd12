import { expect, test } from 'vitest'
import { authorizationOf, recordedRequests } from './recorded-requests.ts'

const KEYS = { main: 'one', other: 'two', exhaustible: 'three' }
const har = (...requests: object[]): string =>
  JSON.stringify({ log: { entries: requests.map((request) => ({ _key: 'main', request })) } })

test('takes a request as it was sent, without its host and its key', () => {
  const [request] = recordedRequests(
    har({
      method: 'POST',
      url: 'http://127.0.0.1:4000/v1/leads/../x?a=%20b',
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'authorization', value: '[redacted]' },
      ],
      postData: { text: '{"a":1}' },
    }),
    'http://127.0.0.1:4000/v1',
  )

  expect(request).toEqual({
    host: 'api',
    target: '/v1/leads/../x?a=%20b',
    method: 'POST',
    headers: ['Accept', 'application/json'],
    body: '{"a":1}',
    key: 'main',
  })
})

test('knows the other host', () => {
  const [request] = recordedRequests(
    har({ method: 'GET', url: 'http://127.0.0.1:4001', headers: [] }),
    'http://127.0.0.1:4000/v1',
  )

  expect(request).toMatchObject({ host: 'apex', target: '/' })
})

test('gives each request a key of its kind', () => {
  expect(authorizationOf('other', KEYS)).toEqual(['Authorization', 'Bearer two'])
  expect(authorizationOf('invalid', KEYS)).toEqual(['Authorization', 'Bearer no-such-key'])
  expect(authorizationOf('none', KEYS)).toEqual([])
})
