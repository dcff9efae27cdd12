import type { WireRequest } from '../../../engine/http/exchange.ts'
import type { Transport, WireResponse } from '../../../engine/http/transport.ts'

type Json = Record<string, unknown>

/** Alters the JSON objects that a service answers with; `count` says how many requests there were. */
export function tampering(
  alter: (body: Json, request: WireRequest, count: number) => Json,
): (reference: Transport) => Transport {
  return (reference) => {
    let count = 0
    return async (request, signal) => {
      count += 1
      const mine = count
      const answer = await reference(request, signal)
      const text = Buffer.from(answer.body).toString()
      if (!text.startsWith('{')) return answer
      return { ...answer, body: Buffer.from(JSON.stringify(alter(JSON.parse(text), request, mine))) }
    }
  }
}

/** A service that answers some requests itself and forwards the others. */
export function answering(
  own: (request: WireRequest, count: number) => WireResponse | undefined,
): (reference: Transport) => Transport {
  return (reference) => {
    let count = 0
    return async (request, signal) => own(request, ++count) ?? reference(request, signal)
  }
}

/** A JSON answer with the rate headers. */
export function jsonAnswer(body: string, status = 200): WireResponse {
  const headers = [
    ['Content-Type', 'application/json'],
    ['X-RateLimit-Limit', '1000'],
    ['X-RateLimit-Remaining', '900'],
    ['X-RateLimit-Reset', '3600'],
  ] as const
  return { status, headers, body: Buffer.from(body) }
}

/** The object in a member, if there is one. */
export function memberOf(body: Json, name: string): Json | undefined {
  const member = body[name]
  return typeof member === 'object' && member !== null && !Array.isArray(member) ? { ...member } : undefined
}
