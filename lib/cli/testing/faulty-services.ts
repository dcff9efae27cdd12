import { gzipSync } from 'node:zlib'
import type { HostileBehaviour } from '../../http/testing/behaviours.ts'
import { jsonAnswer } from '../../run/testing/tamper.ts'
import type { Transport, WireRequest, WireResponse } from '../../http/transport.ts'

/** The key of a run against the battery. */
export const BATTERY_KEY = 'cak_live_Battery4Vb8Nm2Kd6Xq7Zr4Tw9'

/** One hostile target, and what a run against it has to end with. */
export interface Encounter {
  readonly id: string
  /** A server that misbehaves everywhere; or what stands between the run and a service without a fault. */
  readonly target: HostileBehaviour | ((reference: Transport) => Transport)
  readonly exitCode: number
  /** The words of the printed answer that name the cause. */
  readonly says: RegExp
  readonly argv?: readonly string[]
  /** Whether a server that speaks TLS is called with `http:`. */
  readonly byPlainAddress?: true
}

export function envelope(error: string, code: string): string {
  return JSON.stringify({ error, code })
}

/** A service with other answers to the requests that match; undefined: to none. */
function through(
  id: string,
  [exitCode, says]: readonly [number, RegExp],
  react: (request: WireRequest, reference: Transport) => Promise<WireResponse | undefined>,
  argv: readonly string[] = ['--timeout', '20'],
): Encounter {
  const target =
    (reference: Transport): Transport =>
    async (request, signal) => {
      const own = await react(request, reference)
      return own ?? reference(request, signal)
    }
  return { id, target, exitCode, says, argv }
}

const BOOKINGS = /\/bookings(?:\?|$)/
const isError = ({ status }: WireResponse): boolean => status >= 400

const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const LARGE = 'e'.repeat(5_000_000)

/** One fault in a service that is fine: the rest is judged as ever. */
export const FAULTS: readonly Encounter[] = [
  through(
    'one-hangs', // On a machine with other things to do, other endpoints are late, too.
    [2, /no response within 2.0 s: see why the service is slow/],
    async ({ url }) => (BOOKINGS.test(url) ? new Promise<never>(() => {}) : undefined),
    ['--timeout', '2'],
  ),
  through('one-resets', [2, /\(GET \/bookings closes the connection, \d+ times\)/], async ({ url }) => {
    if (BOOKINGS.test(url)) throw new Error('reset')
    return undefined
  }),
  through('one-500', [1, /GET \/bookings/], async ({ url }) =>
    BOOKINGS.test(url) ? jsonAnswer(envelope('broken', 'internal_error'), 500) : undefined,
  ),
  through('large-errors', [0, /PASSED/], async (request, reference) => {
    const plain = await reference(request)
    return isError(plain)
      ? {
          ...plain,
          body: Buffer.from(
            JSON.stringify({ ...JSON.parse(Buffer.from(plain.body).toString() || '{}'), error: LARGE }),
          ),
        }
      : plain
  }),
  through('bomb-in-errors', [2, /body grows beyond/], async (request, reference) => {
    const plain = await reference(request)
    return isError(plain)
      ? { ...plain, headers: [...plain.headers, ['Content-Encoding', 'gzip']], body: BOMB }
      : plain
  }),
  through('padded-lists', [0, /PASSED/], async (request, reference) => {
    if (!BOOKINGS.test(request.url)) return undefined
    const plain = await reference(request)
    return { ...plain, body: Buffer.concat([Buffer.alloc(7_000_000, ' '), plain.body]) }
  }),
  through('many-values', [2, /more than 60,000 values in its JSON.*could not be judged/], async ({ url }) =>
    BOOKINGS.test(url) ? jsonAnswer(`{"data":[${'{},'.repeat(299_999)}{}]}`) : undefined,
  ),
  through('echoes-key', [0, /PASSED/], async (request, reference) => {
    const plain = await reference(request)
    if (!isError(plain)) return plain
    const body = JSON.parse(Buffer.from(plain.body).toString() || '{}')
    return { ...plain, body: Buffer.from(JSON.stringify({ ...body, error: `no: ${BATTERY_KEY}` })) }
  }),
  through('long-ids', [0, /PASSED/], async (request, reference) => {
    const long = 'i'.repeat(10_000)
    const plain = await reference({ ...request, url: request.url.replaceAll(long, '') })
    const text = Buffer.from(plain.body)
      .toString()
      .replaceAll(/"id":"(\w{6,12})"/g, `"id":"${long}$1"`)
    return { ...plain, body: Buffer.from(text) }
  }),
]
