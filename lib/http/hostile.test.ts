import { beforeAll, describe, expect, test } from 'vitest'
import { TransportError, type WireRequest, type WireResponse } from './transport.ts'
import { createTransport } from './undici-transport.ts'
import { hostile, HOSTILE_BEHAVIOURS, type HostileBehaviour, startHostile } from './testing/hostile-server.ts'
import { readJson } from './read-json.ts'

/** The result of one request to a hostile server. */
export interface Meeting {
  readonly response?: WireResponse
  readonly error?: TransportError
  readonly bytesWritten: number
}

/** Sends one request to a server with this behaviour, with a short deadline if it is to time out. */
export async function meet(
  behaviour: HostileBehaviour,
  maxBodyBytes: number,
  request: Partial<WireRequest> = {},
): Promise<Meeting> {
  const server = await startHostile(behaviour)
  const timeoutMs = behaviour.outcome === 'timeout' ? 150 : 20_000
  // Expiry and host of a certificate are checked only if its issuer is trusted.
  const ca = behaviour.tls === 'untrusted' ? undefined : server.ca
  const transport = createTransport({
    timeoutMs,
    verifyTls: true,
    maxBodyBytes,
    ...(ca === undefined ? {} : { ca }),
  })
  try {
    const response = await transport.send({ method: 'GET', url: `${server.url}/me`, headers: [], ...request })
    return { response, bytesWritten: server.bytesWritten() }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { error, bytesWritten: server.bytesWritten() }
  } finally {
    await transport.close()
    await server.close()
  }
}

/** Small, so that a body without end is cut soon. */
const MAX_BODY_BYTES = 1024 * 1024

const meetings = new Map<string, Meeting>()
const families = [...new Set(HOSTILE_BEHAVIOURS.map(({ family }) => family))]

beforeAll(async () => {
  await Promise.all(
    HOSTILE_BEHAVIOURS.map(async (behaviour) =>
      meetings.set(behaviour.id, await meet(behaviour, MAX_BODY_BYTES)),
    ),
  )
})

test('each behaviour has an id of its own', () => {
  expect(new Set(HOSTILE_BEHAVIOURS.map(({ id }) => id)).size).toBe(HOSTILE_BEHAVIOURS.length)
})

describe.each(families)('a server with hostile behaviour: %s', (family) => {
  const behaviours = HOSTILE_BEHAVIOURS.filter((behaviour) => behaviour.family === family)

  test.each(behaviours)('$id gives $outcome', ({ id, outcome }) => {
    const { response, error } = meetings.get(id) ?? {}

    expect(error?.kind ?? (response === undefined ? 'nothing' : 'response')).toBe(outcome)
    expect(error?.message ?? 'An answer came.').toMatch(/^[\x20-\x7e]{10,300}\.$/)
  })

  test.each(behaviours)('$id costs no more memory than the limit allows', ({ id }) => {
    // What the server could hand over: the limit, what a socket buffers on both sides, and one header of 1
    // MB.
    expect(meetings.get(id)?.bytesWritten).toBeLessThan(16 * MAX_BODY_BYTES)
  })
})

/** What is read from the body of a server with this behaviour: what is odd about it, or why it is no JSON. */
async function reading(id: string): Promise<unknown> {
  const { response } = await meet(hostile(id), 1024 * 1024)
  const { json } = readJson(response?.body ?? new Uint8Array())
  return json.ok ? json.oddities.map(({ kind }) => kind) : json.problem
}

describe('what an exchange shows of a hostile body', () => {
  test.each([
    ['json-bom', ['byte-order-mark']],
    ['json-lone-surrogate', []],
    ['json-duplicate-key', ['duplicate-key']],
    ['json-proto', []],
    ['json-large-integer', ['unsafe-integer']],
    ['json-infinite', ['not-finite']],
    ['json-deep', []],
    ['json-many-items', 'the body has more than 60,000 values in its JSON'],
    ['json-trailing', 'Unexpected non-whitespace character after JSON at position 12'],
    ['json-truncated', 'Unexpected end of JSON input'],
    ['json-scalar', []],
    ['body-html-as-json', expect.stringContaining('the body looks like HTML or XML')],
    ['body-empty', 'the body is empty'],
    ['body-escape', expect.stringContaining(String.raw`\u001b]0;title\u0007`)],
    ['body-invalid-utf8', ['invalid-utf8']],
    ['status-999', []],
    ['gzip', []],
    ['chunk-extension-large', []],
    ['length-too-small', []],
    ['http-1-0', []],
  ])('%s', async (id, shown) => {
    expect(await reading(id)).toEqual(shown)
  })

  test.each([
    ['rate-duplicated', ['X-RateLimit-Remaining', '5'], ['x-ratelimit-remaining', '7']],
    [
      'rate-odd',
      ['X-RateLimit-Limit', '1e3'],
      ['X-RateLimit-Remaining', '-1'],
      ['X-RateLimit-Reset', 'soon'],
    ],
    ['type-conflict', ['Content-Type', 'application/json'], ['Content-Type', 'text/html; charset=utf-16']],
    ['proto-header', ['__proto__', 'x'], ['constructor', 'y']],
    ['header-high-bytes', ['X-High', 'caf\u00e9\u00ff']],
    ['redirect-two', ['Location', '/a'], ['Location', '/b']],
    ['gzip', ['Content-Encoding', 'gzip']],
  ])('the headers of %s stay as they came', async (id, ...expected) => {
    const { response } = await meet(hostile(id), 1024 * 1024)

    expect(response?.headers).toEqual(expect.arrayContaining(expected))
  })
})
