import { RawBody } from './actor.ts'

/** A generated body as it is to be sent: as JSON, or as it stands. */
export function asSent(body: unknown, raw: boolean): unknown {
  return raw ? new RawBody(String(body)) : body
}

/**
 * Bodies that are no JSON object, made from one that is valid: cut at nothing, wrapped, written twice, followed by something else. Whoever
 * reads them leniently finds the valid one in them.
 */
export function noObjects(valid: Readonly<Record<string, unknown>>): readonly RawBody[] {
  const text = JSON.stringify(valid)
  return [`${text} x`, `[${text}]`, JSON.stringify(text), 'null', ''].map((body) => new RawBody(body))
}
