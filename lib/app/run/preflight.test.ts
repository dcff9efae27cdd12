import { describe, expect, test } from 'vitest'
import type { Client } from '../../engine/http/client.ts'
import { fakeClient, type FakeClient } from '../../engine/case/testing/fake-client.ts'
import { preflight } from './preflight.ts'

const BASE = 'https://api.example/v1'
const paths = ({ asked }: FakeClient): string[] => asked.map(({ path }) => path)

describe('a target that is there', () => {
  test('is asked once', async () => {
    const client = fakeClient(() => ({ body: { data: {} } }))

    expect(await preflight(client, BASE)).toBe('/me')
    expect(paths(client)).toEqual(['/me'])
  })

  test('with one broken endpoint is judged all the same', async () => {
    const client = fakeClient(({ path }) => (path === '/me' ? { status: 401 } : { body: { data: [] } }))

    expect(await preflight(client, BASE)).toBe('/chatbots')
  })
})

/** A client to which every answer seems not to be JSON. */
function unreadable(client: FakeClient): Client {
  return {
    send: async (spec) => {
      const exchange = await client.send(spec)
      const json = { ok: false, problem: 'no JSON' } as const
      return { ...exchange, ...(exchange.response && { response: { ...exchange.response, json } }) }
    },
  }
}

test('a target that writes JSON badly, everywhere, is judged for it', async () => {
  const client = fakeClient(() => ({
    headers: [
      ['Content-Type', 'application/json'],
      ['X-RateLimit-Limit', '1000'],
    ],
  }))

  expect(await preflight(unreadable(client), BASE)).toBe('/me')
  expect(paths(client)).toEqual(['/me', '/chatbots', '/conversations'])
})
