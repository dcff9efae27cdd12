import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { selfSigned } from './testing/certificate.ts'
import { startProxy } from './testing/proxy.ts'
import { TransportError } from './transport.ts'
import type { WireResponse } from './transport.ts'
import { createTransport, type TransportOptions } from './undici-transport.ts'

/** An address of documentation: nothing answers there, so only the proxy can have handed a request on. */
const ELSEWHERE = '192.0.2.1'
const CERTIFICATE = selfSigned(ELSEWHERE)
const CREDENTIALS = `Basic ${Buffer.from('me:secret').toString('base64')}`

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

async function listening(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port
}

const http = (): Promise<number> =>
  listening(createServer((request, response) => response.end(`${request.url} ${request.headers.host}`)))

const https = (more: object = {}): Promise<number> =>
  listening(
    createTlsServer({ ...CERTIFICATE, ...more }, (request, response) =>
      response.end(`${request.url} ${request.headers.host}`),
    ),
  )

async function proxyTo(port: number, wanted?: string): ReturnType<typeof startProxy> {
  const proxy = await startProxy(port, wanted)
  open.push(proxy.close)
  return proxy
}

async function send(
  url: string,
  options: Partial<TransportOptions>,
  method = 'GET',
): Promise<WireResponse | TransportError> {
  const transport = createTransport({ timeoutMs: 20_000, verifyTls: true, ca: CERTIFICATE.cert, ...options })
  open.push(() => transport.close())
  try {
    return await transport.send({ method, url, headers: [['x-a', '1']] })
  } catch (error) {
    if (error instanceof TransportError) return error
    throw error
  }
}

const text = (result: WireResponse | TransportError): string =>
  result instanceof TransportError ? result.message : Buffer.from(result.body).toString()

const proxiesAt = (url: string): TransportOptions['proxies'] => ({
  httpProxy: url,
  httpsProxy: url,
  noProxy: '',
})

describe('a proxy', () => {
  test('hands on requests over http with the whole URL, as it was written', async () => {
    const proxy = await proxyTo(await http())
    const proxies = proxiesAt(proxy.url)
    expect(text(await send(`http://${ELSEWHERE}/v1/me?a=%2F`, { proxies }))).toBe(`/v1/me?a=%2F ${ELSEWHERE}`)
    expect(text(await send(`http://${ELSEWHERE}:81/v1/notes`, { proxies }, 'POST'))).toBe(
      `/v1/notes ${ELSEWHERE}:81`,
    )
    expect(proxy.seen).toEqual([
      `GET http://${ELSEWHERE}/v1/me?a=%2F`,
      `POST http://${ELSEWHERE}:81/v1/notes`,
    ])
  })

  test('opens a tunnel for https, through which the certificate of the target is verified', async () => {
    const proxy = await proxyTo(await https(), CREDENTIALS)
    const proxies = proxiesAt(proxy.url.replace('//', '//me:secret@'))
    expect(text(await send(`https://${ELSEWHERE}/v1/me`, { proxies }))).toBe(`/v1/me ${ELSEWHERE}`)
    expect(text(await send(`https://192.0.2.2/v1/me`, { proxies }))).toMatch(
      /certificate .*does not carry this name/,
    )
    expect(proxy.seen).toEqual([
      `CONNECT ${ELSEWHERE}:443 ${CREDENTIALS}`,
      `CONNECT 192.0.2.2:443 ${CREDENTIALS}`,
    ])
  })

  test.each(['http', 'https'])('is blamed where it asks for credentials, or is away: %s', async (scheme) => {
    const asking = await proxyTo(await http(), CREDENTIALS)
    const away = await startProxy(1)
    await away.close()
    const failureBy = async ({ url }: typeof away): Promise<string> =>
      text(await send(`${scheme}://${ELSEWHERE}/v1/me`, { proxies: proxiesAt(url) }))

    expect(await failureBy(asking)).toMatch(/^The proxy opened no connection to 192\.0\.2\.1 \(.*407.*\): /)
    expect(await failureBy(away)).toMatch(/ECONNREFUSED.* Requests go through the proxy in /)
  })
})

describe('a certificate of the client', () => {
  const client = selfSigned('127.0.0.1')
  const asking = { requestCert: true, rejectUnauthorized: true, ca: [client.cert] }

  test('is shown to a target that asks for it, also through a proxy', async () => {
    const proxy = await proxyTo(await https(asking))
    const result = await send(`https://${ELSEWHERE}/v1/me`, {
      certificate: client,
      proxies: proxiesAt(proxy.url),
    })
    expect(text(result)).toBe(`/v1/me ${ELSEWHERE}`)
  })

  test('is asked for in words where it is missing', async () => {
    const proxy = await proxyTo(await https({ ...asking, maxVersion: 'TLSv1.2' }))
    const result = await send(`https://${ELSEWHERE}/v1/me`, { proxies: proxiesAt(proxy.url) })
    expect(text(result)).toMatch(/certificate of the client, which --client-cert and --client-key give/)
  })
})
