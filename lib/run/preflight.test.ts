import { describe, expect, test } from 'vitest'
import type { Client } from '../http/client.ts'
import { TransportError } from '../http/transport.ts'
import { fakeClient, type FakeClient, type Reaction } from '../harness/testing/fake-client.ts'
import { preflight } from './preflight.ts'

const BASE = 'https://api.example/v1'
const paths = ({ asked }: FakeClient): string[] => asked.map(({ path }) => path)

/** The one line with which a run against such a target ends before it begins. */
async function complaint(react: Reaction): Promise<{ line: string; asked: string[] }> {
  const client = fakeClient(react)
  const error: unknown = await preflight(client, BASE).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ConfigurationError' })
  return { line: error instanceof Error ? error.message : '', asked: paths(client) }
}

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

/** A client to which every answer seems to be no JSON. */
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

describe('a target that cannot be judged', () => {
  test('because it refuses the key everywhere', async () => {
    expect(await complaint(() => ({ status: 401 }))).toEqual({
      line: `the target ${BASE} rejects the key in CONFORMANCE_API_KEY (401 on every endpoint that was tried): is it whole, not revoked, and of this target?`,
      asked: ['/me', '/chatbots', '/conversations'],
    })
  })

  test('because the key is spent', async () => {
    expect((await complaint(() => ({ status: 429 }))).line).toMatch(
      /^the key in CONFORMANCE_API_KEY has spent its allowance \(429\)/,
    )
  })

  test('because it is another API', async () => {
    expect((await complaint(() => ({ status: 404, body: {} }))).line).toBe(
      `${BASE} does not answer as this API: GET /me, GET /chatbots and GET /conversations gave 404 Not Found; is the base URL right, version segment included?`,
    )
  })

  test('because it answers with something else than JSON', async () => {
    await expect(preflight(unreadable(fakeClient(() => ({ status: 404 }))), BASE)).rejects.toThrow(
      `${BASE} is not this API: it answers with JSON that cannot be parsed: no JSON (status 404 Not Found)`,
    )
  })

  test('because nobody is there, and nothing more is asked', async () => {
    const { line, asked } = await complaint(() => {
      throw new TransportError('dns', 'no such host')
    })

    expect(line).toBe(`the target ${BASE} cannot be reached: no such host`)
    expect(asked).toEqual(['/me'])
  })

  test('because the run was ended before', async () => {
    const { line } = await complaint(() => {
      throw new TransportError('interrupted', 'ended')
    })

    expect(line).toBe('interrupted before the target answered')
  })
})
