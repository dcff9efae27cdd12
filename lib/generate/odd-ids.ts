import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './sampling.ts'

/** A path with an id that stands for nothing, and the statuses that may answer it. */
export interface OddPath {
  /** Percent-encoded. */
  readonly path: string
  readonly statuses: readonly number[]
}

const DETAILS = ['/conversations', '/leads'] as const
/** Letters that form no word of a path and no name of a property. */
const LETTERS = [...'bcdfghjkmnpqrstvwxz']

/**
 * Ids that belong to nothing, one arbitrary for each kind. What a proxy or a router may rewrite on its way does not occur: no segment of
 * dots alone, no encoded slash at an end or beside dots, no wrong percent-encoding.
 */
export function oddPaths(fc: FastCheck): Arbitrary<OddPath>[] {
  const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 2, maxLength: 6 })
  const around = (...middles: readonly [string, ...string[]]): Arbitrary<string> =>
    fc.tuple(word, fc.constantFrom(...middles), word).map((parts) => parts.join(''))
  const ids: readonly Arbitrary<string>[] = [
    word.map((w) => w.padEnd(200, w)),
    word.map((w) => w.padEnd(2000, w)),
    around('é', '日本', '\u202E', '\u200B', 'e\u0301', '\uFEFF'),
    around('😀', '𝒳', '👩‍👧'),
    around('/'),
    around('..', '...'),
    around(' '),
    around("'", '"', '`'),
    fc.constantFrom('<script>alert(1)</script>', '<img src=x>'),
    around('\\'),
    around(';', ';v='),
    around('\0'),
    around('\n', '\r\n'),
    fc.constantFrom("' OR '1'='1", '1; DROP TABLE leads --', '1 UNION SELECT NULL'),
    around('%', '?', '#', '&', '+', '$', '{}', '*'),
    fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toString'),
    fc.constantFrom('-1', '1e309', '9223372036854775808', 'NaN', 'undefined', '[object Object]'),
  ]
  return ids.map((id) =>
    fc.tuple(fc.constantFrom(...DETAILS), id).map(([list, odd]) => ({
      path: `${list}/${encodeURIComponent(odd)}`,
      statuses: odd.length >= 200 ? [404, 400, 414] : [404, 400],
    })),
  )
}
