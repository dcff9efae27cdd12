import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream'
import { type Header, headerLines, type TransportFailure } from '../../engine/http/exchange.ts'
import { errorCode } from '../../engine/util/errors.ts'

/** One exchange as it passed, with the beginning of each body. */
export interface Passed {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly requestHeaders: readonly Header[]
  readonly requestBody: Beginning
  readonly response?: {
    readonly status: number
    readonly headers: readonly Header[]
    readonly body: Beginning
  }
  /** Why there is no whole answer. */
  readonly failure?: Pick<TransportFailure, 'kind' | 'message'>
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly durationMs: number
}

/** The beginning of a body. */
export interface Beginning {
  readonly bytes: Uint8Array
  /** Whether that is all of it. */
  readonly isWhole: boolean
}

/** Says that an answer is the proxy's own, and why; in a request, which proxy it passed. */
const OWN_HEADER = 'X-Conformance-Proxy'
/** How much of a body is kept to be judged; the rest passes unseen. */
const MOST_KEPT = 1024 * 1024
/** Headers that belong to one connection (RFC 9110, 7.6.1), and the address that the client used. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'host',
])

/** What all requests of a proxy share. */
export interface Route {
  /** The base address of the target, version segment included. */
  readonly target: URL
  readonly agent: Agent
  /** Names this proxy, by which a loop is noticed. */
  readonly self: string
  /** Called for each exchange when it has ended; what it does delays no other byte of that exchange. */
  readonly onPassed: (passed: Passed) => void
}

/** One request on its way to the target, and the answer on its way back. */
export class Passage {
  private readonly route: Route
  private readonly incoming: IncomingMessage
  private readonly outgoing: ServerResponse
  private readonly startedAt = Date.now()
  private readonly start = performance.now()
  private readonly sent = new Tap()
  private readonly received = new Tap()
  private upstream: ClientRequest | undefined
  private answer: IncomingMessage | undefined
  private hasEnded = false

  constructor(route: Route, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.route = route
    this.incoming = incoming
    this.outgoing = outgoing
  }

  begin(): void {
    const { incoming, outgoing, route } = this
    if (incoming.headers[OWN_HEADER.toLowerCase()] === route.self)
      return this.refuse(508, 'a loop: the target leads back to this proxy')
    incoming.on('data', (chunk: Uint8Array) => this.sent.add(chunk))
    incoming.once('end', () => this.sent.end())
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return
      this.upstream?.destroy()
      this.end({
        kind: 'interrupted',
        message: 'The client closed the connection before the answer had come.',
      })
    })
    this.forward(false)
  }

  private forward(isAgain: boolean): void {
    const { incoming } = this
    const { target, agent, self } = this.route
    const request = target.protocol === 'https:' ? requestHttps : requestHttp
    const upstream = request({
      agent,
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: [...passedOn(incoming), ['Host', target.host] as const, [OWN_HEADER, self] as const].flat(),
    })
    this.upstream = upstream
    upstream.once('response', (answer) => this.giveBack(answer))
    upstream.once('error', (error) => {
      if (this.answer !== undefined || this.hasEnded) return
      // The target had closed an idle connection: nothing was sent on it.
      const isIdle = upstream.reusedSocket && errorCode(error) === 'ECONNRESET' && !hasBody(incoming)
      if (isIdle && !isAgain) this.forward(true)
      else this.refuse(502, `no answer from ${target.origin} (${errorCode(error)})`)
    })
    if (hasBody(incoming)) pipeline(incoming, upstream, () => {})
    else upstream.end()
  }

  private giveBack(answer: IncomingMessage): void {
    const { outgoing } = this
    const own = answer.headers[OWN_HEADER.toLowerCase()]
    // Answered by a proxy of this kind, in a loop maybe: the target said nothing.
    if (own !== undefined) {
      answer.resume()
      return this.refuse(answer.statusCode ?? 502, String(own))
    }
    this.answer = answer
    answer.on('data', (chunk: Uint8Array) => this.received.add(chunk))
    answer.once('end', () => this.received.end())
    outgoing.sendDate = false
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer).flat())
    outgoing.once('finish', () => this.end())
    answer.once('error', (error) => {
      this.end({ kind: 'reset', message: `The answer ended before its end (${errorCode(error)}).` })
      outgoing.destroy()
    })
    answer.pipe(outgoing)
  }

  /** Answers itself, because the target does not. */
  private refuse(status: number, reason: string): void {
    const { outgoing } = this
    this.end({ kind: 'refused', message: `The proxy answered ${status}: ${reason}.` })
    const body = `${JSON.stringify({ error: `The conformance proxy got ${reason}.`, code: 'internal_error' })}\n`
    if (outgoing.headersSent) return void outgoing.destroy()
    outgoing.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      [OWN_HEADER]: reason,
    })
    outgoing.end(body)
    this.incoming.resume()
  }

  private end(failure?: Passed['failure']): void {
    if (this.hasEnded) return
    this.hasEnded = true
    const { incoming, answer, sent, received } = this
    this.route.onPassed({
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      requestHeaders: headerLines(incoming.rawHeaders),
      requestBody: sent.beginning(),
      response: answer && {
        status: answer.statusCode ?? 0,
        headers: headerLines(answer.rawHeaders),
        body: received.beginning(),
      },
      failure,
      startedAt: this.startedAt,
      durationMs: performance.now() - this.start,
    })
  }
}

const NOTHING = new Uint8Array()

/** Keeps the beginning of a body that passes. */
class Tap {
  private chunks: Uint8Array[] = []
  private size = 0
  private hasEnded = false

  add(chunk: Uint8Array): void {
    if (this.size < MOST_KEPT) this.chunks.push(chunk)
    this.size += chunk.length
  }

  end(): void {
    this.hasEnded = true
  }

  beginning(): Beginning {
    // Where nothing came, there may be no end of it either.
    const isWhole = this.size === 0 || (this.hasEnded && this.size <= MOST_KEPT)
    // A copy in memory of its own: a small buffer is a view of a larger one, all of which a message would carry.
    const bytes =
      this.size === 0 ? NOTHING : new Uint8Array(Buffer.concat(this.chunks).subarray(0, MOST_KEPT))
    this.chunks = []
    return { bytes, isWhole }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The header lines that are passed on: as they came, without those of the connection, and without those that it names. */
function passedOn(message: IncomingMessage): Header[] {
  const named = (message.headers.connection ?? '').toLowerCase().split(/\s*,\s*/)
  const isOwn = (name: string): boolean =>
    OF_CONNECTION.has(name) || named.includes(name) || name === OWN_HEADER.toLowerCase()
  const kept = headerLines(message.rawHeaders).filter(([name]) => !isOwn(name.toLowerCase()))
  // A body of unknown length stays one.
  return message.headers['transfer-encoding'] === undefined
    ? kept
    : [...kept, ['Transfer-Encoding', 'chunked']]
}
