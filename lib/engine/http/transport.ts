import type { HeaderLine, TransportFailure, WireRequest } from './exchange.ts'

/** The response, unparsed. Content coding is undone; redirects are not followed. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array
}

/** Sends one request and resolves with its response; rejects with a {@link TransportError} if there is none. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse>

/** There was no response, or it was not HTTP. */
export class TransportError extends Error {
  readonly kind: TransportFailure['kind']

  constructor(kind: TransportFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TransportError'
    this.kind = kind
  }
}
