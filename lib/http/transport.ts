import type { Header, TransportFailure } from './exchange.ts'

/** A request ready for the wire. */
export interface WireRequest {
  readonly method: string
  /** Absolute URL. */
  readonly url: string
  readonly headers: readonly Header[]
  readonly body?: string
}

/** The answer, unparsed. Content coding is already undone; redirects are never followed. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

/**
 * Sends one request and resolves with its answer; rejects with a {@link TransportError} when there is none.
 */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse>

/** No answer could be had, or what came was not HTTP. */
export class TransportError extends Error {
  readonly kind: TransportFailure['kind']

  constructor(kind: TransportFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TransportError'
    this.kind = kind
  }
}
