import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Forwarder, startForwarder } from './forward.ts'
import { deferred } from '../../engine/util/testing/deferred.ts'
import type { Passed } from './passage.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A proxy before a service, and what passed it. */
async function before(
  service: RequestListener,
): Promise<{ proxy: Forwarder; passed: Passed[]; next: () => Promise<Passed> }> {
  return proxyTo(new URL(`http://127.0.0.1:${await listening(createServer(service))}/v1`))
}

async function proxyTo(
  target: URL,
): Promise<{ proxy: Forwarder; passed: Passed[]; next: () => Promise<Passed> }> {
  const passed: Passed[] = []
  const waiting: ((one: Passed) => void)[] = []
  const onPassed = (one: Passed): void => {
    passed.push(one)
    waiting.shift()?.(one)
  }
  const proxy = await startForwarder({ target, host: '127.0.0.1', port: 0, verifyTls: true, onPassed })
  open.push(proxy)
  return { proxy, passed, next: () => new Promise((resolve) => waiting.push(resolve)) }
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

test('forwards method, path, query, headers and body as they are, and hands on what passed', async () => {
  let seen: IncomingMessage | undefined
  const { proxy, next } = await before((incoming, outgoing) => {
    seen = incoming
    incoming.pipe(outgoing.writeHead(201, ['X-A', '1', 'X-A', '2']))
  })
  const ended = next()
  const answer = await fetch(`${proxy.baseUrl}/a%2Fb?c=%20&c=d`, {
    method: 'PATCH',
    body: 'é',
    headers: { 'X-Own': 'yes' },
  })

  expect([answer.status, answer.headers.get('X-A'), await answer.text()]).toEqual([201, '1, 2', 'é'])
  expect([seen?.method, seen?.url, seen?.headers['x-own']]).toEqual(['PATCH', '/v1/a%2Fb?c=%20&c=d', 'yes'])
  expect(proxy.baseUrl).not.toContain(String(seen?.headers.host))
  const { requestBody, response } = await ended
  expect([textOf(requestBody.bytes), textOf(response?.body.bytes), response?.body.isWhole]).toEqual([
    'é',
    'é',
    true,
  ])
})

test('streams a large body, and keeps its beginning', async () => {
  const { proxy, next } = await before((_, outgoing) => outgoing.end(Buffer.alloc(5_000_000, 'a')))
  const ended = next()
  const body = await (await fetch(`${proxy.baseUrl}/me`)).text()
  const { response } = await ended

  expect([body.length, response?.body.isWhole]).toEqual([5_000_000, false])
  expect(response?.body.bytes.length).toBe(1024 * 1024)
})

test('answers 502 of its own where the target is away', async () => {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const { proxy, passed } = await proxyTo(new URL(`http://127.0.0.1:${port}/v1`))
  const answer = await fetch(`${proxy.baseUrl}/leads`, { method: 'POST', body: '{}' })

  expect([answer.status, answer.headers.get('X-Conformance-Proxy')]).toEqual([
    502,
    `no answer from http://127.0.0.1:${port} (ECONNREFUSED)`,
  ])
  expect(passed[0]?.failure?.kind).toBe('refused')
})

test('answers 508 where the target leads back to it', async () => {
  const place: { proxy?: Forwarder } = {}
  const { proxy } = await before((incoming, outgoing) => {
    const back = new URL(incoming.url ?? '', place.proxy?.baseUrl)
    incoming.pipe(
      request(back, { headers: incoming.headers }, (answer) =>
        answer.pipe(outgoing.writeHead(answer.statusCode ?? 0)),
      ),
    )
  })
  place.proxy = proxy

  expect((await fetch(`${proxy.baseUrl}/me`)).status).toBe(508)
})

test('a client that goes away leaves a note, and no request behind', async () => {
  const gone = deferred<void>()
  const { proxy, next } = await before((incoming, outgoing) => {
    outgoing.write('{')
    incoming.socket.once('close', () => gone.resolve())
  })
  const ended = next()
  const control = new AbortController()
  const answer = await fetch(`${proxy.baseUrl}/me`, { signal: control.signal })
  control.abort()

  expect(answer.status).toBe(200)
  expect((await ended).failure?.kind).toBe('interrupted')
  await gone.promise
})

test('a port in use is named', async () => {
  const port = await listening(createServer())
  const target = new URL('http://127.0.0.1:9/v1')
  await expect(
    startForwarder({ target, host: '127.0.0.1', port, verifyTls: true, onPassed: () => {} }),
  ).rejects.toThrow(
    `port ${port} of 127.0.0.1 cannot be listened on (EADDRINUSE); choose another with --port`,
  )
})
