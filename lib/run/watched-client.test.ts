import { describe, expect, onTestFinished, test } from 'vitest'
import type { Client, RequestSpec } from '../http/client.ts'
import type { Exchange, TransportFailure } from '../http/exchange.ts'
import { Ending } from './ending.ts'
import { watch } from './watched-client.ts'

type End = TransportFailure['kind'] | number

const exchangeOf = ({ method, path, key = 'main' }: RequestSpec, end: End, startedAt: number): Exchange => ({
  id: 1,
  key,
  operation: undefined,
  request: { method, url: path, path, query: [], headers: [] },
  startedAt,
  durationMs: 1,
  ...(typeof end === 'number'
    ? {
        response: {
          status: end,
          headers: [],
          text: '{}',
          size: 2,
          json: { ok: true as const, value: {}, oddities: [] },
        },
      }
    : { failure: { kind: end, message: `${end}.` } }),
})

/** A watched client to which each path ends in its own way, and what it was asked in the end. */
function watched(endOf: (path: string) => End, probe: End = 200) {
  const asked: string[] = []
  const notices: string[] = []
  const ending = new Ending(undefined, 60_000)
  onTestFinished(() => ending.close())
  const client: Client = {
    send: (spec) => {
      asked.push(spec.path)
      // A request that times out was sent long before.
      const end = endOf(spec.path)
      return Promise.resolve(exchangeOf(spec, end, Date.now() - (end === 'timeout' ? 10 : 0)))
    },
  }
  const prober: Client = { send: (spec) => Promise.resolve(exchangeOf(spec, probe, Date.now())) }
  const watching = watch(client, {
    prober,
    proof: '/proof',
    ending,
    concurrency: 8,
    pause: () => Promise.resolve(),
    placeOf: (_, path) => path,
    onNotice: (line) => notices.push(line),
  })
  const get = (path: string): Promise<Exchange> => watching.send({ method: 'GET', path })
  return { get, asked, notices, ending }
}

describe('an endpoint that hangs', () => {
  test('is asked no more after two timeouts, while others are', async () => {
    const { get, asked, ending } = watched((path) => (path === '/slow' ? 'timeout' : 200))
    for (const path of ['/a', '/slow', '/a', '/slow', '/a']) await get(path)

    expect((await get('/slow')).failure).toEqual({
      kind: 'withheld',
      message: 'Not sent: /slow did not answer 2 requests in time.',
    })
    expect((await get('/a')).response?.status).toBe(200)
    expect(asked.filter((path) => path === '/slow')).toHaveLength(2)
    expect(ending.reason).toBeUndefined()
  })

  test('is forgiven when it answers', async () => {
    let calls = 0
    const { get } = watched(() => (++calls % 2 === 0 ? 200 : 'timeout'))
    for (let i = 0; i < 8; i++) expect((await get('/slow')).failure?.kind).not.toBe('withheld')
  })
})

describe('a target that answers nobody', () => {
  test('is given up when it does not answer the question that it answered before either', async () => {
    const { get, notices, ending } = watched(() => 'timeout', 'timeout')
    await new Promise((resolve) => setTimeout(resolve, 30))
    await get('/a')

    expect(ending.reason).toBe('the target was lost in the middle of the run: timeout.')
    expect(notices).toEqual(['no answer from the target any more (timeout.): looking again'])
  })

  test('is not given up for connections that are lost now and then', async () => {
    let calls = 0
    const { get, ending } = watched(() => (++calls % 3 === 0 ? 200 : 'reset'), 'reset')
    for (let i = 0; i < 30; i++) await get('/a')

    expect(ending.reason).toBeUndefined()
  })

  test('is not given up where it is back at the first look', async () => {
    const { get, ending } = watched(() => 'refused', 200)
    for (let i = 0; i < 30; i++) await get('/a')

    expect(ending.reason).toBeUndefined()
  })
})
