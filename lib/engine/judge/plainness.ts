import type { Exchange } from '../http/exchange.ts'
import type { Finding } from './finding.ts'

/**
 * The findings in the order of the requests that show them, the plainest first: the key under test, then fewer
 * parameters, a shorter body, fewer headers, a shorter address. Equal ones are told apart by their texts, so that every
 * run shows the same.
 */
export function plainestFirst(
  findings: readonly Finding[],
  exchanges: Iterable<Exchange>,
): readonly Finding[] {
  const ranks = new Map([...exchanges].toSorted(compare).map(({ id }, index) => [id, index]))
  const rankOf = ({ exchanges: [id = 0] }: Finding): number => ranks.get(id) ?? ranks.size
  return findings.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function compare(a: Exchange, b: Exchange): number {
  const theirs = sizesOf(b)
  const difference = sizesOf(a)
    .map((size, index) => size - (theirs[index] ?? 0))
    .find((one) => one !== 0)
  if (difference !== undefined) return difference
  return textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b))
}

function sizesOf({ key, request }: Exchange): readonly number[] {
  const { query, body = '', headers, url } = request
  return [Number(key !== 'main'), query.length, body.length, headers.length, url.length]
}

function textOf({ request: { method, url, body = '' } }: Exchange): string {
  return `${method} ${url} ${body}`
}
