import { beforeAll, describe, expect, test } from 'vitest'
import { TransportError, type WireResponse } from './transport.ts'
import { createTransport } from './undici-transport.ts'
import { HOSTILE_BEHAVIOURS, type HostileBehaviour } from './testing/behaviours.ts'
import { startHostile } from './testing/hostile-server.ts'

interface Meeting {
  readonly response?: WireResponse
  readonly error?: TransportError
  readonly bytesWritten: number
}

async function meet(behaviour: HostileBehaviour): Promise<Meeting> {
  const server = await startHostile(behaviour)
  const timeoutMs = behaviour.outcome === 'timeout' ? 150 : 20_000
  // Expiry and host of a certificate are checked only if its issuer is trusted.
  const ca = behaviour.tls === 'untrusted' ? undefined : server.ca
  const transport = createTransport({ timeoutMs, verifyTls: true, maxBodyBytes: MAX_BODY_BYTES, ca })
  try {
    const response = await transport.send({ method: 'GET', url: `${server.url}/me`, headers: [] })
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
beforeAll(async () => {
  await Promise.all(
    HOSTILE_BEHAVIOURS.map(async (behaviour) => meetings.set(behaviour.id, await meet(behaviour))),
  )
})

describe.each(HOSTILE_BEHAVIOURS)('a server that behaves as $id', ({ id, outcome }) => {
  test(`gives ${outcome}, in one line`, () => {
    const { response, error } = meetings.get(id) ?? {}

    expect(error?.kind ?? (response === undefined ? 'nothing' : 'response')).toBe(outcome)
    expect(error?.message ?? 'An answer came.').toMatch(/^[\x20-\x7e]{10,300}\.$/)
  })

  test('costs no more memory than the limit allows', () => {
    // The most that the server could send: the limit, the socket buffers of both sides, and one header of 1
    // MB.
    expect(meetings.get(id)?.bytesWritten).toBeLessThan(16 * MAX_BODY_BYTES)
  })
})

test.each([
  ['header-names', ['X-Rate', '5'], ['x-rate', '7'], ['__proto__', 'x'], ['constructor', 'y']],
  ['header-high-bytes', ['X-High', 'caf\u00e9\u00ff']],
  ['redirect-two', ['Location', '/a'], ['Location', '/b']],
  ['gzip', ['Content-Encoding', 'gzip']],
])('the headers of %s stay as they came', (id, ...expected) => {
  expect(
    meetings.get(id)?.response?.headers.filter(([name]) => expected.some(([one]) => one === name)),
  ).toEqual(expected)
})
