import {
  type Exchange,
  type HeaderLine,
  type KeyLabel,
  type ReceivedResponse,
  type SentRequest,
  type TransportFailure,
} from './exchange.ts'
import { isGatewayAnswer } from './gateway-answers.ts'
import { messageOf } from '../util/errors.ts'
import { count, visible } from '../util/text.ts'
import type { Ledger } from './ledger.ts'
import { readJson } from './read-json.ts'
import { buildRequest, isAbsolute, keyLabel, type RequestSpec } from './request.ts'
import { type Transport, TransportError, type WireResponse } from './transport.ts'

export type { RequestSpec } from './request.ts'

export interface ClientOptions {
  /** Base address, version segment included. */
  readonly baseUrl: string
  readonly transport: Transport
  readonly keys: Readonly<Partial<Record<KeyLabel, string>>>
  readonly ledger: Ledger
  /** The operation that a method and a path address; the path is relative to the base URL and percent-encoded. */
  readonly match: (method: string, path: string) => string | undefined
  /** The id of the next exchange, from 1; shared by the clients of a run. */
  readonly nextId: () => number
  /** Simultaneous requests. */
  readonly concurrency: number
  /** The middlewares that each request passes, outermost first. */
  readonly middlewares: readonly Middleware[]
  /** Aborts pending requests and sends no more. */
  readonly signal?: AbortSignal
  /** Ignores budget and floor, to restore changes. Its requests still count. */
  readonly unlimited?: boolean
  /** The time in milliseconds since the epoch; absent: by the clock of this machine. */
  readonly now?: () => number
  /** Additional headers of each try. */
  readonly furtherHeaders?: (id: number, asker?: string) => readonly HeaderLine[]
}

export interface Client {
  /** Sends one request and resolves with its exchange; never rejects, failures are in the exchange. */
  readonly send: Send
}

/**
 * Sends one request and resolves with its exchange. A wrapper may answer a repeated read with the previous
 * exchange.
 */
export type Send = (spec: RequestSpec) => Promise<Exchange>

/** Does something before or after a request, which `next` sends, or in its place. */
export type Middleware = (spec: RequestSpec, next: Send) => Promise<Exchange>

/** A client that counts requests in the ledger and respects its limits. */
export function createClient(options: ClientOptions): Client {
  const room = createSlots(options.concurrency)
  const attempt: Send = (spec) => sendOnce(spec, options)
  const through = options.middlewares.reduceRight<Send>(
    (next, middleware) => (spec) => middleware(spec, next),
    attempt,
  )
  const send: Send = async (spec) => {
    const release = await room()
    try {
      return await through(spec)
    } catch (error) {
      return unsent(spec, 'protocol', `The request could not be sent: ${visible(messageOf(error))}.`)
    } finally {
      release()
    }
  }
  return { send }
}

/** A middleware that reports each exchange whose request was sent. */
export function reporting(onExchange: (exchange: Exchange) => void): Middleware {
  return async (spec, next) => {
    const exchange = await next(spec)
    if (exchange.id > 0) onExchange(exchange)
    return exchange
  }
}

/** The exchange of a request that was not sent. */
export function unsent(spec: RequestSpec, kind: TransportFailure['kind'], message: string): Exchange {
  const { method, path } = spec
  return {
    id: 0,
    key: keyLabel(spec),
    operation: undefined,
    request: { method, url: path, path, query: [], headers: [] },
    failure: { kind, message },
    startedAt: Date.now(),
    durationMs: 0,
  }
}

/** One try of a request: counted before it is sent, and noted when it has ended. */
async function sendOnce(spec: RequestSpec, options: ClientOptions): Promise<Exchange> {
  const { ledger, transport, signal, match, now = Date.now } = options
  const key = keyLabel(spec)
  const obstacle = obstacleTo(key, options)
  if (obstacle !== undefined) return unsent(spec, ...obstacle)
  const built = buildRequest(spec, options)
  const id = options.nextId()
  const request = withHeaders(built, options.furtherHeaders?.(id, spec.asker))
  ledger.sent(id, key)
  const startedAt = now()
  const end = await transport(request, signal).then(received, failed)
  const durationMs = now() - startedAt
  const operation = isAbsolute(spec) ? undefined : match(request.method, request.path)
  const { pass } = spec
  const exchange: Exchange = { id, key, operation, request, pass, startedAt, durationMs, ...end }
  const marked: Exchange = isGatewayAnswer(exchange) ? { ...exchange, gateway: true } : exchange
  ledger.note(marked)
  return marked
}

/** Why a request with a key must not be sent now: the run was ended, or its allowance is used up. */
function obstacleTo(
  key: KeyLabel,
  { signal, ledger, unlimited }: ClientOptions,
): readonly ['interrupted' | 'budget', message: string] | undefined {
  if (signal?.aborted) return ['interrupted', 'The run was ended before the request was sent.']
  const refusal = unlimited === true ? undefined : ledger.refusal(key)
  return refusal === undefined ? undefined : ['budget', `Not sent: ${refusal}.`]
}

/** A request with additional headers; its own take precedence. */
function withHeaders(request: SentRequest, further: readonly HeaderLine[] = []): SentRequest {
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()))
  const added = further.filter(([name]) => !own.has(name.toLowerCase()))
  return added.length === 0 ? request : { ...request, headers: [...request.headers, ...added] }
}

/**
 * The most header lines of a response that are read. Servers send about thirty, and Apache accepts a hundred;
 * without a limit, a run would hold all of them in memory.
 */
const MOST_HEADERS = 200

function received({
  status,
  headers,
  body,
}: WireResponse): { response: ReceivedResponse } | { failure: TransportFailure } {
  const { text, json, tooLarge } = readJson(body)
  const excess = headers.length > MOST_HEADERS ? count(headers.length, 'header line') : tooLarge
  if (excess !== undefined)
    return { failure: { kind: 'too-large', message: `The answer (${status}) has ${excess}.` } }
  return { response: { status, headers, text, json, size: body.length } }
}

function failed(error: unknown): { failure: TransportFailure } {
  if (error instanceof TransportError) return { failure: { kind: error.kind, message: error.message } }
  return {
    failure: {
      kind: 'protocol',
      message: `The transport failed in an unforeseen way: ${visible(messageOf(error))}.`,
    },
  }
}

/**
 * At most `size` requests at the same time. Later requests wait in order: a request that has ended frees a
 * slot for the next one.
 * @returns a function that resolves when a slot is free; call its result exactly once to free the slot
 */
function createSlots(size: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let free = size
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return release
  }
}
