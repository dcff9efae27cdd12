import type { HeaderLine, WireRequest } from './exchange.ts'

/** Headers that every client sends, with the values that are irrelevant to a rule; `true`: any value. */
const USUAL: ReadonlyMap<string, RegExp | true> = new Map<string, RegExp | true>([
  ['accept', /^application\/json$/],
  ['accept-encoding', /^identity$/],
  ['authorization', true],
  ['connection', true],
  ['content-length', true],
  ['content-type', /^application\/json$/],
  ['host', true],
  ['traceparent', true],
  ['user-agent', true],
  ['x-request-id', true],
])

/** The headers that a case chose: other requests lack them, or send another value. */
export function unusualHeaders(headers: readonly HeaderLine[]): HeaderLine[] {
  return headers.filter(([name, value]) => {
    const usual = USUAL.get(name.toLowerCase())
    return usual !== true && usual?.test(value) !== true
  })
}

/**
 * Whether an ordinary client might send a request: no unusual header, no parameter given twice or with
 * brackets in its name, no character that nobody types, and a JSON body. A report shows such a request first:
 * one with `Content-Type: json` shows little about a service that refuses every lead.
 */
export function isUsual({ url, headers, body, bodyCoding }: WireRequest): boolean {
  const query = [...new URLSearchParams(url.split('?')[1])]
  const names = query.map(([name]) => name)
  return (
    unusualHeaders(headers).length === 0 &&
    new Set(names).size === names.length &&
    !names.some((name) => /[[\]]/.test(name)) &&
    !query.some(([, value]) => value.length > LONGEST_VALUE) &&
    !UNTYPED.test(decoded(url)) &&
    bodyCoding === undefined &&
    (body === undefined || body === '' || (isJson(body) && !UNTYPED.test(body) && !ESCAPED.test(body)))
  )
}

/** No id, status or instant in a query is longer. */
const LONGEST_VALUE = 100

// Control characters except those between members of a body, and half of a character.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNTYPED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u
/** The same characters as escapes in JSON. */
const ESCAPED = /\\u(?:00[01][0-9a-f]|d[89a-f])/i

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    // A broken escape.
    return '\0'
  }
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}
