import {
  type Exchange,
  type Header,
  isLimited,
  type KeyLabel,
  type ReceivedResponse,
  type SentRequest,
  type TransportFailure,
  wasTurnedAway,
  withoutAnswer,
} from './exchange.ts'
import { messageOf } from '../util/errors.ts'
import { visible } from '../util/text.ts'
import type { Ledger } from './ledger.ts'
import { readJson } from './read-json.ts'
import { buildRequest, isAbsolute, keyLabel, type RequestSpec } from './request.ts'
import { type Next, ONCE_MORE, type Retries } from './retries.ts'
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
  /** Called for each request sent, when it has ended and before `send` resolves. */
  readonly onExchange: (exchange: Exchange) => void
  /** Shared exchange ids for several clients of a run; otherwise the client counts itself. */
  readonly nextId?: () => number
  /** Simultaneous requests. */
  readonly concurrency: number
  /** Aborts pending requests and sends no more. */
  readonly signal?: AbortSignal
  /** Ignores budget and floor, to restore changes. Its requests still count. */
  readonly unlimited?: boolean
  /** Waits until the key under test may be used again; resolves with whether to retry. Absent: never waits. */
  readonly openWindow?: () => Promise<boolean>
  /** Which requests are retried; shared by all clients of a run. Absent: a lost GET, once. */
  readonly retries?: Retries
  /** Whether an error visibly comes from something in front of the API. Absent: never. */
  readonly isForeign?: (exchange: Exchange) => boolean
  /** Additional headers of each try. */
  readonly furtherHeaders?: (id: number, asker?: string) => readonly Header[]
}

export interface Client {
  /**
   * Sends one request and resolves with its exchange; never rejects, failures are in the exchange.
   * What may be temporary is retried (see {@link Retries}). All tries are counted and recorded; `send` returns the
   * last.
   */
  readonly send: Send
}

/** Sends one request and resolves with its exchange. A wrapper may give an equal read the exchange of the one before. */
export type Send = (spec: RequestSpec) => Promise<Exchange>

/** The most windows that one request waits for. */
const MOST_WINDOWS = 20

/** A client that counts requests in the ledger, respects its limits and reports every exchange. */
export function createClient(options: ClientOptions): Client {
  return new HttpClient(options)
}

class HttpClient implements Client {
  private readonly options: ClientOptions
  private readonly retries: Retries
  private readonly room: () => Promise<() => void>
  private readonly nextId: () => number

  constructor(options: ClientOptions) {
    const { concurrency, retries = ONCE_MORE } = options
    this.options = options
    this.retries = retries
    this.room = createSlots(concurrency)
    let lastId = 0
    this.nextId = options.nextId ?? ((): number => ++lastId)
  }

  readonly send: Send = async (spec) => {
    const release = await this.room()
    try {
      return await this.sendWithRetries(spec, buildRequest(spec, this.options))
    } catch (error) {
      const request = { method: spec.method, url: spec.path, path: spec.path, query: [], headers: [] }
      return this.unsent(
        spec,
        request,
        'protocol',
        `The request could not be sent: ${visible(messageOf(error))}.`,
      )
    } finally {
      release()
    }
  }

  /**
   * Sends a request, and again if the result may be temporary. Reports all tries once it is known which of them
   * stand.
   */
  private async sendWithRetries(spec: RequestSpec, request: SentRequest): Promise<Exchange> {
    const earlier: Exchange[] = []
    let last = await this.sendWithinWindow(spec, request)
    let next = last.id > 0 ? await this.retries.next(last, 0) : 'stands'
    while (next === 'again') {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const repeated = await this.sendWithinWindow(spec, request)
      if (repeated.id === 0) break
      earlier.push(last)
      last = repeated
      // oxlint-disable-next-line no-await-in-loop
      next = await this.retries.next(last, earlier.length)
    }
    const tries = next === 'gone' ? [...earlier, last].map(withoutAnswer) : asTries(earlier, last, next)
    for (const exchange of tries) this.report(exchange)
    return tries.at(-1) ?? last
  }

  /** Sends a request, and again after each wait for a window. */
  private async sendWithinWindow(spec: RequestSpec, request: SentRequest): Promise<Exchange> {
    for (let windows = 0; ; windows++) {
      const exchange = this.refused(spec, request) ?? (await this.sendOnce(spec, request))
      // A GET answered 429 was not served, so it may be sent again once the window is open.
      const isSpent = exchange.failure?.kind === 'budget' || (isLimited(exchange) && request.method === 'GET')
      if (!isSpent || windows >= MOST_WINDOWS) return exchange
      // oxlint-disable-next-line no-await-in-loop -- the next try comes when the window has opened
      if (!(await this.isWindowOpen(exchange))) return exchange
      this.report(exchange)
    }
  }

  private async sendOnce(spec: RequestSpec, plainRequest: SentRequest): Promise<Exchange> {
    const { ledger, transport, signal, isForeign, furtherHeaders } = this.options
    await this.retries.turn()
    const refused = this.refused(spec, plainRequest)
    if (refused !== undefined) return refused
    const id = this.nextId()
    const request = withHeaders(plainRequest, furtherHeaders?.(id, spec.asker))
    ledger.sent(id, keyLabel(spec))
    const startedAt = Date.now()
    const start = performance.now()
    const outcome = await transport(request, signal).then(received, failed)
    const durationMs = performance.now() - start
    const plain = this.exchangeOf(spec, request, { id, startedAt, durationMs, ...outcome })
    const exchange = isForeign?.(plain) === true ? { ...plain, foreign: true as const } : plain
    ledger.note(exchange)
    this.retries.note(exchange)
    return exchange
  }

  /** The exchange of a request that must not be sent now, if so. */
  private refused(spec: RequestSpec, request: SentRequest): Exchange | undefined {
    const { ledger, signal, unlimited } = this.options
    if (signal?.aborted)
      return this.unsent(spec, request, 'interrupted', 'The run was ended before the request was sent.')
    const reason = keyLabel(spec) === 'main' && unlimited !== true ? ledger.refusal() : undefined
    return reason === undefined ? undefined : this.unsent(spec, request, 'budget', `Not sent: ${reason}.`)
  }

  /** Whether a spent window was waited for and the request may be retried. */
  private async isWindowOpen({ key }: Exchange): Promise<boolean> {
    const { ledger, openWindow } = this.options
    return key === 'main' && ledger.spendable() === 0 && (await openWindow?.()) === true
  }

  private report(exchange: Exchange): void {
    if (exchange.id > 0) this.options.onExchange(exchange)
  }

  private unsent(
    spec: RequestSpec,
    request: SentRequest,
    kind: TransportFailure['kind'],
    message: string,
  ): Exchange {
    const failure = { kind, message }
    return this.exchangeOf(spec, request, { id: 0, startedAt: Date.now(), durationMs: 0, failure })
  }

  private exchangeOf(
    spec: RequestSpec,
    request: SentRequest,
    rest: Pick<Exchange, 'id' | 'startedAt' | 'durationMs' | 'response' | 'failure'>,
  ): Exchange {
    const operation = isAbsolute(spec) ? undefined : this.options.match(request.method, request.path)
    return { key: keyLabel(spec), operation, request, ...rest }
  }
}

/** A request with additional headers; its own take precedence. */
function withHeaders(request: SentRequest, further: readonly Header[] = []): SentRequest {
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()))
  const added = further.filter(([name]) => !own.has(name.toLowerCase()))
  return added.length === 0 ? request : { ...request, headers: [...request.headers, ...added] }
}

/** All tries of one request: those that were temporary are marked, and the last one names what it repeats. */
function asTries(earlier: readonly Exchange[], last: Exchange, next: Exclude<Next, 'gone'>): Exchange[] {
  const isPassing = next === 'passing'
  const repeats = last.request.method === 'GET' ? [] : earlier.filter((one) => !wasTurnedAway(one))
  return [
    ...earlier.map((exchange): Exchange =>
      isPassing || isAnotherEnd(exchange, last) ? { ...exchange, momentary: true } : exchange,
    ),
    {
      ...last,
      momentary: isPassing ? true : undefined,
      repeats: repeats.length === 0 ? undefined : repeats.map(({ id }) => id),
    },
  ]
}

/** Whether an earlier try ended differently from the last one, which got an answer. */
function isAnotherEnd(earlier: Exchange, last: Exchange): boolean {
  return last.response !== undefined && earlier.response?.status !== last.response.status
}

function received({
  status,
  headers,
  body,
}: WireResponse): { response: ReceivedResponse } | { failure: TransportFailure } {
  const { text, json, tooLarge } = readJson(body)
  if (tooLarge !== undefined)
    return { failure: { kind: 'too-large', message: `The answer (${status}) has ${tooLarge}.` } }
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
 * Room for so many requests at once; later ones wait in order.
 * @returns a function that resolves when there is room; call its result exactly once to give the room back
 */
function createSlots(size: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let taken = 0
  const release = (): void => {
    taken--
    waiting.shift()?.()
  }
  return async () => {
    if (taken >= size) await new Promise<void>((resolve) => waiting.push(resolve))
    taken++
    return release
  }
}
