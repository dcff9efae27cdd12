import { expect, test } from 'vitest'
import { scopeOf } from './oracle.ts'
import { BASE, exchange } from './testing/exchanges.ts'

test.each([
  ['GET /leads/l1', 'endpoint'],
  ['GET /openapi.json', 'description'],
  ['GET /nowhere', 'elsewhere'],
  ['DELETE /leads/l1', 'elsewhere'],
  ['GET https://example/v1/me', 'outside'],
  [`GET ${BASE}1/me`, 'outside'],
  ['GET /leads/%ZZ', 'outside'],
  ['GET /leads/100%', 'outside'],
  ['GET /leads/%C3%BC', 'endpoint'],
])('%s is %s', (asked, scope) => {
  expect(scopeOf(exchange(asked), BASE)).toBe(scope)
})
