import { afterEach, describe, expect, test } from 'vitest'
import { TransportError } from './transport.ts'
import type { WireRequest } from './exchange.ts'
import type { WireResponse } from './transport.ts'
import { answer, hostile, type HostileBehaviour, type HostileRequest, LIST } from './testing/behaviours.ts'
import { type HostileServer, startHostile } from './testing/hostile-server.ts'
import { createTransport } from './undici-transport.ts'
import type { TransportOptions } from './undici-transport.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})

async function server(behaviour: HostileBehaviour): Promise<HostileServer> {
  const started = await startHostile(behaviour)
  cleanups.push(() => started.close())
  return started
}

function transport(options: Partial<TransportOptions> = {}): ReturnType<typeof createTransport> {
  const made = createTransport({ timeoutMs: 20_000, verifyTls: true, ...options })
  cleanups.push(() => made.close())
  return made
}

async function recorder(): Promise<{ url: string; requests: HostileRequest[] }> {
  const requests: HostileRequest[] = []
  const behaviour: HostileBehaviour = {
    ...hostile('no-reason'),
    serve(socket, request) {
      requests.push(request)
      socket.write(answer())
    },
  }
  return { url: (await server(behaviour)).url, requests }
}

const get = (url: string): WireRequest => ({ method: 'GET', url, headers: [] })
const text = (response: WireResponse): string => Buffer.from(response.body).toString()

async function failure(sending: Promise<WireResponse>): Promise<TransportError> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof TransportError) return error
  throw new Error('the request was answered', { cause: error })
}

test('a name below localhost is of this machine, whatever its resolver knows', async () => {
  const { url, requests } = await recorder()
  await transport().send(get(`${url.replace('127.0.0.1', 'tenant.api.localhost')}/me`))
  expect(requests[0]?.target).toBe('/v1/me')
})

describe('what goes over the wire', () => {
  test('the request target exactly as written, dot segments and odd characters included', async () => {
    const { url, requests } = await recorder()
    await transport().send(get(`${url}/things/../%2e%2e/a%2Fb;x=[1]?q=%zz&r=|`))

    expect(requests[0]?.target).toBe('/v1/things/../%2e%2e/a%2Fb;x=[1]?q=%zz&r=|')
  })

  test('headers with their letter case and repeats, the body in UTF-8', async () => {
    const { url, requests } = await recorder()
    const headers = [
      ['X-Tag', 'a'],
      ['x-tag', 'b'],
    ] as const
    await transport().send({ method: 'POST', url: `${url}/things`, headers, body: 'n\u00e9\ud800' })

    expect(requests[0]?.head).toContain('\r\nX-Tag: a\r\nx-tag: b')
    expect(requests[0]?.body).toBe('n\u00e9\ufffd')
  })

  test('a body that is no UTF-8 byte for byte', async () => {
    const { url, requests } = await recorder()
    const body = '{"name":"\u00ff\u00c3("}'
    await transport().send({ method: 'POST', url: `${url}/things`, headers: [], body, bodyCoding: 'latin1' })

    // The recorder reads UTF-8.
    expect(requests[0]?.body).toBe('{"name":"\ufffd\ufffd("}')
    expect(requests[0]?.head).toMatch(/content-length: 14$/i)
  })
})

test.each(['gzip', 'deflate', 'brotli'])('a body in %s is decoded', async (id) => {
  const { url } = await server(hostile(id))

  expect(text(await transport().send(get(url)))).toBe(LIST)
})

describe('connections', () => {
  test('a kept connection that closes under a GET is a reset, and nothing is sent again', async () => {
    const { url } = await server(hostile('keep-alive-closed'))
    const { send } = transport()
    await send(get(url))

    expect(await failure(send(get(url)))).toMatchObject({
      kind: 'reset',
      message: expect.stringContaining('closed the connection before it sent a response'),
    })
  })

  test.each(['POST', 'PATCH'])(
    '%s has a connection of its own, which nobody closes for being idle',
    async (method) => {
      const { url } = await server(hostile('keep-alive-closed'))
      const { send } = transport()
      await send(get(url))

      expect((await send({ ...get(url), method })).status).toBe(200)
    },
  )

  test.each(['length-too-small', 'unsolicited-response'])(
    'bytes beyond the response (%s) do not reach the next request',
    async (id) => {
      const { url } = await server(hostile(id))
      const { send } = transport()

      expect([text(await send(get(url))), text(await send(get(url)))]).toEqual([LIST, LIST])
    },
  )
})

describe('ends', () => {
  test('a signal ends a request as interrupted, before and after it was sent', async () => {
    const { url } = await server(hostile('silent'))
    const { send } = transport()
    const stop = new AbortController()
    const sending = failure(send(get(url), stop.signal))
    stop.abort()

    expect([(await sending).kind, (await failure(send(get(url), stop.signal))).kind]).toEqual([
      'interrupted',
      'interrupted',
    ])
  })

  test('closing ends what is under way, a stalled handshake included', async () => {
    const silent = await server(hostile('silent'))
    const stalled = await server(hostile('handshake-stalled'))
    const made = transport()
    const sending = [failure(made.send(get(silent.url))), failure(made.send(get(stalled.url)))]
    await made.close()

    expect(await Promise.all(sending)).toHaveLength(2)
  })

  test.each([
    ['handshake-stalled', 100, 'sent no response'],
    ['silent', 100, 'sent no response'],
    ['body-drip', 500, 'did not send the whole response'],
  ])('the message of a timeout says what was missing: %s', async (id, timeoutMs, missing) => {
    const { url } = await server(hostile(id))
    const { message } = await failure(transport({ timeoutMs }).send(get(url)))

    expect(message).toMatch(new RegExp(`^127[.0-9:]+ ${missing} within ${timeoutMs} ms: see why`))
  })
})
