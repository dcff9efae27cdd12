import type { Arbitrary } from 'fast-check'
import type { FastCheck } from '../../generate/sampling.ts'

/** A path with an absent id, and the statuses that may answer it. */
export interface OddPath {
  /** Percent-encoded. */
  readonly path: string
  readonly statuses: readonly number[]
}

const DETAILS = ['/conversations', '/leads'] as const
/** Letters that spell no path segment and no property name. */
const LETTERS = 'bcdfghjkmnpqrstvwxz'.split('')

/**
 * Absent ids, one arbitrary for each family of oddities. One id combines several of a family, so that few requests
 * try many.
 * Left out is what proxies and routers may rewrite: dot segments, encoded slashes at an end or beside dots, malformed
 * percent-encoding.
 */
export function oddPaths(fc: FastCheck): Arbitrary<OddPath>[] {
  const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 2, maxLength: 6 })
  const among = (...pools: readonly (readonly [string, ...string[]])[]): Arbitrary<string> =>
    fc
      .tuple(word, ...pools.map((pool) => fc.tuple(fc.constantFrom(...pool), word)))
      .map((parts) => parts.flat().join(''))
  const families: readonly Arbitrary<string>[] = [
    fc.tuple(word, fc.constantFrom(2000, 2000, 200)).map(([w, length]) => w.padEnd(length, w)),
    among(['é', '日本', 'e\u0301'], ['😀', '𝒳', '👩‍👧'], ['\u202E', '\u200B', '\uFEFF']),
    among(['\0'], ['\n', '\r\n', '\t', '\u001B']),
    fc.oneof(
      among(
        ["'", "' OR '1'='1", "'; DROP TABLE leads --"],
        ['<script>alert(1)</script>', '"', '`'],
        [' ', ';'],
      ),
      among(['%', '?', '#'], ['&', '+', '*'], ['$', '{}', ';v=']),
    ),
    fc.oneof(
      among(['/'], ['\\'], ['..', '...']),
      fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toString'),
      fc.constantFrom('-1', '1e309', '9223372036854775808', 'NaN', 'undefined', '[object Object]'),
    ),
  ]
  return families.map((id) =>
    fc.tuple(fc.constantFrom(...DETAILS), id).map(([list, odd]) => ({
      path: `${list}/${encodeURIComponent(odd)}`,
      statuses: odd.length >= 200 ? [404, 400, 414] : [404, 400],
    })),
  )
}
