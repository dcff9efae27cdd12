import { setTimeout as delay } from 'node:timers/promises'
import { Answer } from '../harness/answer.ts'
import type { Client } from '../http/client.ts'
import { type Exchange, header } from '../http/exchange.ts'
import { RATE_HEADERS } from '../judge/rate-headers.ts'
import { speaksTls } from '../http/undici-transport.ts'
import { diagnosis } from './diagnosis.ts'
import { ConfigurationError } from '../util/errors.ts'

/** Reads that show whether a target is this API and accepts a key, the cheapest first. */
export const PROOF_PATHS = ['/me', '/chatbots', '/conversations'] as const

interface Patience {
  /** Milliseconds for the first answer: the deadline of one request. */
  readonly firstMs: number
  /** Milliseconds for all further requests together, if nothing arrived by then. */
  readonly furtherMs?: number
  /** Whether the target is reached through a proxy: nothing is then sent past it. */
  readonly isProxied?: boolean
  /** Called after some seconds without an answer, with one line for the operator. */
  readonly onSilence?: (line: string) => void
}

const FURTHER_MS = 4_000
const SILENT_AFTER_MS = 3_000

/**
 * Finds out whether the target is reachable, is this API, and accepts the key.
 * One defective endpoint must not look like a wrong address, so others are tried before giving up: one by one, or in
 * parallel if the first hangs.
 * @returns the path that answered, for checking the key again later
 * @throws ConfigurationError with the cause
 */
export async function preflight(client: Client, baseUrl: string, patience: Patience): Promise<string> {
  const refusals: Exchange[] = []
  let broken: string | undefined
  /** The path, if its answer shows this API. */
  const ask = async (path: string): Promise<string | undefined> => {
    const answer = new Answer(await client.send({ method: 'GET', path, key: 'main' }))
    if (answer.usable) return path
    refusals.push(answer.exchange)
    if (meansJson(answer)) broken ??= path
    return undefined
  }
  const asked = speaking(ask, baseUrl, patience)
  for (const [index, path] of PROOF_PATHS.entries()) {
    const first = asked(path)
    // oxlint-disable-next-line no-await-in-loop -- most targets answer the first question
    const proof = await within(first, patience.firstMs)
    if (proof !== LATE && proof !== undefined) return proof
    if (proof === LATE || refusals.at(-1)?.failure?.kind === 'timeout') {
      // The first one hangs: try the others in parallel.
      const others = [first, ...PROOF_PATHS.slice(index + 1).map(ask)]
      // oxlint-disable-next-line no-await-in-loop -- the loop ends here
      const late = await within(firstOf(others), patience.furtherMs ?? FURTHER_MS)
      if (late !== LATE && late !== undefined) return late
      if (late === LATE && refusals.length === 0)
        throw new ConfigurationError(
          `the target ${baseUrl} does not answer in time: it takes connections, but has not answered GET ${path} after ${Math.round((patience.firstMs + (patience.furtherMs ?? FURTHER_MS)) / 1000)} s; is it the service that listens there?`,
        )
      break
    }
    if (refusals.at(-1)?.failure !== undefined) break
  }
  if (broken !== undefined) return broken
  const cut = refusals.some(({ failure }) => failure?.kind === 'reset' || failure?.kind === 'protocol')
  if (cut && patience.isProxied !== true && baseUrl.startsWith('http:') && (await speaksTls(baseUrl)))
    throw new ConfigurationError(
      `the target ${baseUrl} speaks TLS on this port: set the base URL to ${baseUrl.replace('http:', 'https:')}`,
    )
  throw new ConfigurationError(diagnosis(refusals, baseUrl))
}

/** Reports once that an answer takes long. */
function speaking<T>(
  ask: (path: string) => Promise<T>,
  baseUrl: string,
  { firstMs, onSilence }: Patience,
): (path: string) => Promise<T> {
  return async (path) => {
    const timer = setTimeout(
      () =>
        onSilence?.(`waiting for ${baseUrl} to answer GET ${path}, up to ${Math.round(firstMs / 1000)} s`),
      SILENT_AFTER_MS,
    )
    try {
      return await ask(path)
    } finally {
      clearTimeout(timer)
    }
  }
}

const LATE = Symbol('late')

async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof LATE> {
  const timer = new AbortController()
  const late = delay(ms, undefined, { signal: timer.signal }).then(
    (): typeof LATE => LATE,
    (): typeof LATE => LATE,
  )
  try {
    return await Promise.race([promise, late])
  } finally {
    timer.abort()
  }
}

/** The first path that proves the target; undefined if none does. */
async function firstOf(asked: readonly Promise<string | undefined>[]): Promise<string | undefined> {
  return Promise.any(
    asked.map(async (one) => {
      const path = await one
      if (path === undefined) throw new Error('no proof')
      return path
    }),
  ).catch(() => undefined)
}

/**
 * Whether an answer has the marks of this API and is labelled JSON, but is not JSON: a defect to report, not a wrong
 * address.
 */
function meansJson({ status, exchange }: Answer): boolean {
  return (
    status === 200 &&
    exchange.response?.json.ok === false &&
    /\bjson\b/i.test(header(exchange, 'Content-Type') ?? '') &&
    header(exchange, RATE_HEADERS.limit) !== undefined
  )
}
