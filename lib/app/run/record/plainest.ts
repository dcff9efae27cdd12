import type { Exchange } from '../../../engine/http/exchange.ts'
import { isUsual } from '../../../engine/http/usual.ts'
import type { Finding } from '../../../engine/judge/finding.ts'

type ById = ReadonlyMap<number, Exchange>

/**
 * The findings in the order of their requests, the plainest first: an ordinary request, to an operation of the
 * API, with the key under test, then fewer parameters, a shorter body, a shorter write before it, fewer headers, a shorter address. Equal
 * ones are ordered by their texts, so that every run shows the same.
 */
export function plainestFirst(findings: readonly Finding[], exchanges: ById): readonly Finding[] {
  const shown = findings.map((finding) => ({ finding, sizes: sizesOf(finding, exchanges) }))
  return shown.toSorted((a, b) => compared(a.sizes, b.sizes)).map(({ finding }) => finding)
}

/**
 * The findings with wrongly successful answers first, unless no client would send such a request. Equal ones
 * keep their order: the plainest request first.
 */
export function mostTellingFirst(findings: readonly Finding[], exchanges: ById): readonly Finding[] {
  const isOdd = ({ exchanges: [id = 0] }: Finding): boolean => oddness(exchanges.get(id)) === 1
  const isServed = ({ status = 0 }: Finding): boolean => status >= 200 && status < 300
  return findings.toSorted(
    (a, b) => Number(isOdd(a)) - Number(isOdd(b)) || Number(isServed(b)) - Number(isServed(a)),
  )
}

function sizesOf({ exchanges: [id = 0, ...others] }: Finding, exchanges: ById): readonly (number | string)[] {
  const exchange = exchanges.get(id)
  if (exchange === undefined) return [Infinity]
  const { key, operation, request } = exchange
  const { query, body = '', headers, url, method } = request
  const before = others.flatMap((one) => exchanges.get(one)?.request.body?.length ?? [])
  return [
    oddness(exchange),
    Number(operation === undefined),
    Number(key !== 'main'),
    query.length,
    body.length,
    Math.max(0, ...before),
    headers.length,
    url.length,
    `${method} ${url} ${body}`,
  ]
}

/** 1 for a request that no client sends. */
function oddness(exchange: Exchange | undefined): number {
  return exchange === undefined || isUsual(exchange.request) ? 0 : 1
}

function compared(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? -1
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}
