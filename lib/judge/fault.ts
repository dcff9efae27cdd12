import { pointerTo } from '../contract/json.ts'
import { isOwnedKey } from '../http/keys.ts'
import { type Exchange, type Header, json } from '../http/exchange.ts'
import { isObject } from '../util/values.ts'

/** A way in which a recorded answer could be wrong. */
export interface Operator {
  /** Permanent, `family/what-is-wrong`. */
  readonly name: string
  /** Copies of an exchange with this fault; none if it does not apply. `pool` holds all exchanges of the run. */
  readonly seed: (exchange: Exchange, pool: readonly Exchange[]) => readonly Fault[]
  /** Why such a fault can go undetected. */
  readonly unseen: string
}

/** One altered answer. */
export interface Fault {
  readonly exchange: Exchange
  /** JSON pointer or header: what was altered. */
  readonly where: string
  /** The altered answer violates nothing in the specification. */
  readonly equivalent?: boolean
}

export type Path = readonly (string | number)[]

/** Marks a member for removal. */
export const GONE = Symbol('gone')

/** A value with one place changed; the rest is shared with the original. */
export function changed(value: unknown, [step, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as unknown[])]
    const next = changed(items[Number(step)], rest, change)
    if (next === GONE) items.splice(Number(step), 1)
    else items[Number(step)] = next
    return items
  }
  if (!isObject(value)) return value
  const next = changed(value[step], rest, change)
  if (next !== GONE) return { ...value, [step]: next }
  const { [step]: _gone, ...others } = value
  return others
}

/** The exchange with another body. */
export function withBody(exchange: Exchange, body: unknown): Exchange {
  const { response } = exchange
  if (response === undefined) return exchange
  let text: string | undefined
  return {
    ...exchange,
    response: {
      status: response.status,
      headers: response.headers,
      size: response.size,
      get text() {
        return (text ??= JSON.stringify(body))
      },
      json: { ok: true, value: body, oddities: [] },
    },
  }
}

/** The exchange with one place of its body changed. */
export function altered(exchange: Exchange, path: Path, change: (old: unknown) => unknown): Exchange {
  return withBody(exchange, changed(json(exchange), path, change))
}

/** The exchange with a body that is no JSON. */
export function withText(exchange: Exchange, text: string): Exchange {
  const { response } = exchange
  if (response === undefined) return exchange
  return { ...exchange, response: { ...response, text, json: { ok: false, problem: 'no JSON' } } }
}

/** The exchange with another status. */
export function withStatus(exchange: Exchange, status: number): Exchange {
  const { response } = exchange
  return response === undefined ? exchange : { ...exchange, response: { ...response, status } }
}

/** The exchange with other headers. */
export function withHeaders(exchange: Exchange, change: (header: Header) => readonly Header[]): Exchange {
  const { response } = exchange
  if (response === undefined) return exchange
  return { ...exchange, response: { ...response, headers: response.headers.flatMap(change) } }
}

/** A path into a body as a JSON pointer. */
export function pointer(path: Path): string {
  return pointerTo('', ...path.map(String))
}

/** Whether an answer is a success of an endpoint with a valid key. */
export function succeeded(exchange: Exchange): boolean {
  return exchange.operation !== undefined && exchange.response?.status === 200 && isOwnedKey(exchange.key)
}

/** Whether an answer is an error of an endpoint. */
export function refused(exchange: Exchange): boolean {
  return exchange.operation !== undefined && (exchange.response?.status ?? 0) >= 400
}
