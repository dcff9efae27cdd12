import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCurl } from './curl.ts'
import { type Exchange, type HeaderLine, headerLines } from './exchange.ts'
import { keyLabel, buildRequest } from './request.ts'
import type { RequestSpec } from './request.ts'
import { createScrubber } from './scrub.ts'
import { scrubbedExchange } from './scrub-exchange.ts'
import { answered } from './testing/exchange.ts'

const KEYS = {
  main: "wk_live_m'ain$KEY`x",
  other: 'wk_live_other_0123456789',
  exhaustible: 'wk_live_exhaustible_98765',
}
const ENVIRONMENT = {
  CONFORMANCE_API_KEY: KEYS.main,
  CONFORMANCE_OTHER_API_KEY: KEYS.other,
  CONFORMANCE_EXHAUSTIBLE_API_KEY: KEYS.exhaustible,
}
const scrubber = createScrubber(Object.entries(ENVIRONMENT).map(([name, value]) => ({ name, value })))

interface Arrived {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: readonly HeaderLine[]
  readonly body: string
}

let server: Server
let baseUrl: string
const arrived: Arrived[] = []

beforeAll(async () => {
  if (spawnSync('curl', ['--version']).error !== undefined) {
    throw new Error(
      'These tests run the commands of reports, and need curl on the PATH: install it (apt-get install curl).',
    )
  }
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url } = request
      const headers = headerLines(request.rawHeaders)
      arrived.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
})

afterAll(() => void server.close())

function exchangeOf(spec: RequestSpec): Exchange {
  const request = buildRequest(spec, { baseUrl, keys: KEYS })
  return answered(7, [], { key: keyLabel(spec), request })
}

async function paste(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command], { env: { PATH: process.env.PATH, ...ENVIRONMENT } })
  const output: string[] = []
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  child.stderr.on('data', (chunk) => output.push(String(chunk)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`sh ended with ${String(code)}: ${output.join('')}`)
  return output.join('')
}

const long = `{"content":"${'a'.repeat(10_001)}"}`

const specs: readonly (readonly [string, RequestSpec])[] = [
  [
    'a plain read',
    { method: 'GET', path: '/things', query: { status: "it's", since: '2026-01-01T00:00:00Z' } },
  ],
  [
    'characters that curl or a shell would take apart',
    { method: 'GET', path: '/things/../[a-c]{x,y}/%2e%2e?q=$HOME`id`\\&r=!!' },
  ],
  ['no key', { method: 'GET', path: '/me', key: 'none' }],
  ['a wrong scheme', { method: 'GET', path: '/me', authorization: 'Basic dXNlcjpwYXNz' }],
  [
    'the scheme in lower case',
    { method: 'GET', path: '/me', key: 'main', authorization: `bearer ${KEYS.main}` },
  ],
  [
    'a truncated key',
    {
      method: 'GET',
      path: '/me',
      authorization: `Bearer ${KEYS.main.slice(0, -1)}`,
      authorizationShell: 'Bearer ${CONFORMANCE_API_KEY%?}',
    },
  ],
  ['the key in the query', { method: 'GET', path: '/me', key: 'none', query: { key: KEYS.other } }],
  [
    'a body',
    {
      method: 'POST',
      path: '/things',
      body: { name: 'O\'Brien "x" $HOME `id` \\n \n é 日本 \u{1f600}', email: '@file' },
    },
  ],
  ['a body without a type', { method: 'POST', path: '/things', rawBody: '{}', contentType: '' }],
  [
    'control characters',
    { method: 'PATCH', path: '/orders/a', rawBody: '{"tags":["\u0000\u001b\r\u202e\ud800"]}' },
  ],
  ['a key in a long body', { method: 'POST', path: '/things', rawBody: `${KEYS.other}${long}` }],
  ['HEAD', { method: 'HEAD', path: '/me' }],
  [
    'odd headers',
    {
      method: 'GET',
      path: '/me',
      headers: [
        ['X-A', "1 'q'"],
        ['X-A', '2'],
        ['X-Empty', ''],
        ['Accept', '*/*'],
      ],
    },
  ],
]

/** Headers that curl and the transport each set to their own values. */
const OWN = new Set(['host', 'connection', 'content-length', 'accept-encoding'])

describe('a command, pasted into a shell, sends the request again', () => {
  test.each(specs)('%s', async (_, spec) => {
    const exchange = exchangeOf(spec)
    const { request } = exchange
    await paste(toCurl(scrubbedExchange(exchange, baseUrl, scrubber.text)))
    const sent = request.headers.filter(
      ([name]) => !OWN.has(name.toLowerCase()) && name !== 'User-Agent' && name !== 'Accept',
    )
    expect(arrived.at(-1)).toEqual({
      method: request.method,
      url: request.url.slice(request.url.indexOf('/v1')),
      headers: expect.arrayContaining(sent),
      body: Buffer.from(request.body ?? '').toString(),
    })
  })
})

describe('a command', () => {
  test('fits, for a read, two lines of a terminal, and has no option without need', () => {
    expect(toCurl(exchangeOf({ method: 'GET', path: '/me' }))).toBe(
      `curl -i ${baseUrl}/me -H "Authorization: Bearer $CONFORMANCE_API_KEY"`,
    )
  })

  test('keeps a User-Agent and an Accept that the request was sent for', () => {
    const headers = [
      ['User-Agent', 'odd'],
      ['Accept', 'text/html'],
    ] as const
    const command = toCurl(exchangeOf({ method: 'GET', path: '/me', headers }))
    expect(command).toContain("-H 'User-Agent: odd' -H 'Accept: text/html'")
  })

  test('that is no UTF-8 is sent byte for byte', () => {
    const body = { rawBody: `"\u00ff\u00c3(${'x'.repeat(100)}"`, rawCoding: 'latin1' } as const
    const command = toCurl(exchangeOf({ method: 'POST', path: '/things', ...body }))
    const printed = spawnSync('sh', ['-c', command.slice(0, command.indexOf(' | curl'))])

    expect(printed.stdout.toString('latin1')).toBe(body.rawBody)
  })
})

test('a target behind mutual TLS is asked with the files of the certificate', () => {
  const request = { method: 'GET', url: 'https://host.test/v1/me', path: '/me', query: [], headers: [] }
  const access = { insecure: true, clientCertificate: { cert: 'c.pem', key: 'my key.pem' } }
  const words = "--insecure --cert c.pem --key 'my key.pem'"
  const source = { key: 'none', request } as const
  expect(toCurl(source, access)).toBe(`curl -i ${words} https://host.test/v1/me`)
})
