import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './sampling.ts'
import { operationOf, OPERATIONS } from '../../lib/spec/operations.ts'

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

/** A reading operation and its query. */
export interface OddQuery {
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Requirements of plain cases that send nearly the same. */
}

const TEXTS = [
  '日本é',
  '😀',
  'a\0b',
  '\u202E\u200B',
  "' OR '1'='1",
  '<script>alert(1)</script>',
  '%',
  '%00',
  '{"$gt":""}',
  '__proto__',
  '../../etc/passwd',
  'a\r\nb',
] as const
/** A thousand characters, or as many bytes. */
const LONG = ['x'.repeat(1000), '日'.repeat(333)] as const
const BLANKS = ['', ' ', ','] as const
const TWICE = ['1', 'open', 'true'] as const
const SUFFIXES = ['[]', '[0]', '[a][b]', '[$gt]', '[__proto__]'] as const
const UNKNOWN = ['__proto__', 'constructor', '日', 'a\0b', 'x'.repeat(200), '$where'] as const
/** Invisible characters: a service may drop them. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u
const NUMBERS = [
  '-1',
  '+5',
  '1e2',
  '1e309',
  '0x10',
  '1.5',
  '١٢',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'Infinity',
  'ten',
  'a\0b',
  '1,000',
] as const
const FLAGS = ['maybe', '1', 'TRUE', 'null', '[]', 'a\0b', '日'] as const
/** No parser finds an instant in any of these. */
const MOMENTS = ['yesterday', '2024-13-45T99:99:99Z', 'T', '日', 'a\0b', '+999999-01-01', 'NaN'] as const

interface Parameter {
  readonly path: string
  readonly name: string
  readonly type: 'string' | 'boolean' | 'integer'
  readonly moment: boolean
}

/**
 * An unknown parameter. Beside it, no oracle takes the odd value for a filter, and the service may ignore or refuse
 * it.
 */
const ASIDE = ['_', '1'] as const

/** Queries with an odd value, one arbitrary for each family. */
export function oddQueries(fc: FastCheck): Arbitrary<OddQuery>[] {
  const parameters = queryParameters()
  const pick = (wanted: (parameter: Parameter) => boolean): Arbitrary<Parameter> =>
    fc.constantFrom(...parameters.filter(wanted))
  const free = pick((p) => p.type === 'string' && !p.moment)
  const any = pick(() => true)
  const odd = (
    parameter: Arbitrary<Parameter>,
    values: readonly string[],
    query: (name: string, value: string) => OddQuery['query'],
  ): Arbitrary<OddQuery> =>
    fc.tuple(parameter, fc.constantFrom(...values)).map(([{ path, name }, value]) => ({
      path,
      query: query(name, value),
    }))
  return [
    fc.oneof(
      { weight: 3, arbitrary: odd(free, TEXTS, (name, value) => [[name, value], ...besides(value)]) },
      { weight: 1, arbitrary: odd(free, LONG, (name, value) => [[name, value]]) },
    ),
    odd(
      pick((p) => p.type === 'integer'),
      NUMBERS,
      (name, value) => [[name, value]],
    ),
    odd(
      pick((p) => p.moment),
      MOMENTS,
      (name, value) => [[name, value], ASIDE],
    ),
    fc.oneof(
      odd(
        pick((p) => p.type === 'boolean'),
        FLAGS,
        (name, value) => [[name, value], ASIDE],
      ),
      odd(any, BLANKS, (name, value) => [[name, value], ASIDE]),
    ),
    fc.oneof(
      odd(any, TWICE, (name, value) => [
        [name, value],
        [name, `${value}0`],
      ]),
      odd(any, SUFFIXES, (name, suffix) => [[`${name}${suffix}`, '1']]),
      odd(any, UNKNOWN, (_, name) => [[name, '1'], ASIDE]),
    ),
    severalAtOnce(fc, parameters),
  ]
}

/** Several parameters of one path at once, each with any value. */
function severalAtOnce(fc: FastCheck, parameters: readonly Parameter[]): Arbitrary<OddQuery> {
  const values = fc.constantFrom(...TEXTS, ...NUMBERS, ...FLAGS, ...MOMENTS)
  return fc.constantFrom(...new Set(parameters.map(({ path }) => path))).chain((path) => {
    const own = parameters.filter((parameter) => parameter.path === path)
    return fc
      .tuple(
        fc.subarray(own, { minLength: Math.min(2, own.length) }),
        fc.array(values, { minLength: 8, maxLength: 8 }),
      )
      .map(([chosen, some]) => ({
        path,
        query: [...chosen.map(({ name }, n): [string, string] => [name, some[n] ?? '']), ASIDE],
      }))
  })
}

function besides(value: string): OddQuery['query'] {
  return INVISIBLE.test(value) ? [ASIDE] : []
}

function queryParameters(): readonly Parameter[] {
  return OPERATIONS.map((key) => operationOf(key))
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, queryParameters: parameters }) =>
      parameters.map(({ name, schema }) => ({
        path,
        name,
        type: schema['type'] === 'integer' || schema['type'] === 'boolean' ? schema['type'] : 'string',
        moment: schema['format'] === 'date-time',
      })),
    )
}
