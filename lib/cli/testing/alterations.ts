import type { WireRequest, WireResponse } from '../../http/transport.ts'
import { type Encounter, type Send, through } from './faulty-services.ts'

type Ending = readonly [exitCode: number, says: RegExp]

export const PASSED: Ending = [0, /PASSED/]

/** A service without a fault that answers over the wire in another way. */
export function sent(
  id: string,
  what: string,
  ending: Ending,
  send: Send,
  place: Pick<Encounter, 'host' | 'name'> = {},
): Encounter {
  return { ...through(id, what, ending, async () => undefined), send, ...place }
}

/** Alters every answer of a service. */
export function altered(
  id: string,
  what: string,
  ending: Ending,
  alter: (answer: WireResponse, request: WireRequest) => WireResponse,
): Encounter {
  return through(id, what, ending, async (request, reference) => alter(await reference(request), request))
}

/** Answers every request in place of a service, by the number of requests so far. */
export function instead(
  id: string,
  what: string,
  ending: Ending,
  respond: (count: number, request: WireRequest) => WireResponse | undefined,
): Encounter {
  let count = 0
  return through(id, what, ending, async (request) => respond(++count, request))
}

/** An answer with these headers in place of others of their names. */
export function withHeaders(answer: WireResponse, more: Readonly<Record<string, string>>): WireResponse {
  const names = new Set(Object.keys(more).map((name) => name.toLowerCase()))
  const others = answer.headers.filter(([name]) => !names.has(name.toLowerCase()))
  return { ...answer, headers: [...others, ...Object.entries(more)] }
}

/** Changes the text of a body. */
export function inBodies(change: (text: string) => string): (answer: WireResponse) => WireResponse {
  return (answer) => ({ ...answer, body: Buffer.from(change(Buffer.from(answer.body).toString())) })
}

/** An HTML page. */
export const page = (status: number, title: string): WireResponse => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(`<html><head><title>${title}</title></head></html>`),
})
