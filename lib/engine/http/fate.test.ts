import { expect, test } from 'vitest'
import { fateOf } from './fate.ts'
import { type Given, jsonExchange } from './testing/exchange.ts'

test.each<[string, Given, string]>([
  ['any 2xx', { status: 201 }, 'accepted'],
  ['a 4xx', { status: 404 }, 'refused'],
  ['a 500', { status: 500 }, 'failed'],
  ['a redirect', { status: 308 }, 'failed'],
  ['a 429 of the API', { status: 429 }, 'limited'],
  ['a 429 of a gateway', { status: 429, gateway: true }, 'in front'],
  ['a 502 of a gateway', { status: 502, gateway: true }, 'in front'],
  ['a 404 of a gateway, for clients one of the service', { status: 404, gateway: true }, 'refused'],
  ['a connection that broke', { failure: { kind: 'reset', message: '' } }, 'lost'],
  ['a spent budget', { failure: { kind: 'budget', message: '' } }, 'unsent'],
])('%s', (_words, given, fate) => {
  expect(fateOf(jsonExchange({}, given, () => undefined))).toBe(fate)
})
