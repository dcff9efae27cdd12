import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import type { Client, ClientOptions, Middleware } from './client.ts'
import { Ledger } from './ledger.ts'
import type { WireRequest } from './exchange.ts'
import type { Transport, WireResponse } from './transport.ts'

const ok = (body = '{"data":[]}'): WireResponse => ({
  status: 200,
  headers: [['X-RateLimit-Remaining', '900']],
  body: Buffer.from(body),
})
const me = { method: 'GET', path: '/me' }

interface Setup {
  readonly client: Client
  readonly ledger: Ledger
  readonly wire: WireRequest[]
}

function setup(
  transport: Transport,
  options: Partial<ClientOptions> & { budget?: number; floor?: number } = {},
): Setup {
  const wire: WireRequest[] = []
  let lastId = 0
  const ledger = new Ledger({
    budget: options.budget ?? 100,
    floor: options.floor ?? 0,
  })
  const client = createClient({
    baseUrl: 'https://h.example/v1',
    transport: (request, signal) => {
      wire.push(request)
      return transport(request, signal)
    },
    keys: { main: 'key-1' },
    ledger,
    match: (method, path) => (`${method} ${path}` === 'GET /me' ? 'GET /me' : undefined),
    nextId: () => ++lastId,
    middlewares: [],
    concurrency: 2,
    ...options,
  })
  return { client, ledger, wire }
}

/** A transport that answers when the test calls the functions in `answers`. */
function manual(): { transport: Transport; answers: (() => void)[] } {
  const answers: (() => void)[] = []
  return { answers, transport: () => new Promise((resolve) => answers.push(() => resolve(ok()))) }
}

/** Waits until everything has happened that needs no further event. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('an exchange', () => {
  test('holds the request, the operation, and the response as text and JSON', async () => {
    const { client } = setup(async () => ok('{"data":{"a":1}}'))
    const exchange = await client.send(me)

    expect(exchange).toMatchObject({
      id: 1,
      key: 'main',
      operation: 'GET /me',
      request: { method: 'GET', url: 'https://h.example/v1/me', path: '/me' },
      response: {
        status: 200,
        text: '{"data":{"a":1}}',
        size: 16,
        json: { ok: true, value: { data: { a: 1 } } },
      },
      startedAt: expect.any(Number),
      durationMs: expect.any(Number),
    })
  })

  test('is too large with thousands of header lines', async () => {
    const headers = Array.from({ length: 5000 }, (_, index) => [`x-${index}`, 'y'] as const)
    const { failure } = await setup(async () => ({ ...ok(), headers })).client.send(me)

    expect(failure).toEqual({ kind: 'too-large', message: 'The answer (200) has 5,000 header lines.' })
  })

  test.each([
    [
      { key: 'other' } as const,
      'The request could not be sent: no key is given in CONFORMANCE_OTHER_API_KEY.',
    ],
    [{ body: 1n }, 'The request could not be sent: Do not know how to serialize a BigInt.'],
  ])('of a request that cannot be built was never sent (case %#)', async (spec, message) => {
    const { client, wire, ledger } = setup(async () => ok())

    expect(await client.send({ ...me, ...spec })).toMatchObject({
      id: 0,
      failure: { kind: 'protocol', message },
    })
    expect([wire, ledger.spent().total]).toEqual([[], 0])
  })
})

test('a request passes the middlewares in their order, the first one outermost', async () => {
  const passed: string[] = []
  const through =
    (name: string): Middleware =>
    async (spec, next) => {
      passed.push(name)
      const exchange = await next(spec)
      passed.push(`${exchange.response?.status} ${name}`)
      return exchange
    }
  await setup(async () => ok(), { middlewares: [through('a'), through('b')] }).client.send(me)

  expect(passed).toEqual(['a', 'b', '200 b', '200 a'])
})

describe('limits', () => {
  test('beyond the budget nothing is sent or recorded', async () => {
    const { client, wire, ledger } = setup(async () => ok(), { budget: 1 })
    await client.send(me)

    expect(await client.send(me)).toMatchObject({
      id: 0,
      failure: {
        kind: 'budget',
        message: 'Not sent: the budget of 1 requests is used up (1 sent): raise --budget.',
      },
    })
    expect([wire.length, ledger.spent().total]).toEqual([1, 1])
  })

  test('requests wait for room in the order in which they came', async () => {
    const { transport, answers } = manual()
    const { client, wire } = setup(transport)
    const sending = ['/a', '/b', '/c', '/d'].map((path) => client.send({ method: 'GET', path }))
    await settled()
    expect(wire.map(({ url }) => url.slice(-1)).join('')).toBe('ab')

    answers[1]?.()
    await settled()
    expect(wire.map(({ url }) => url.slice(-1)).join('')).toBe('abc')

    answers[0]?.()
    await settled()
    answers.slice(2).forEach((answer) => answer())
    expect((await Promise.all(sending)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })
})
