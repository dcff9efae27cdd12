import type { Arbitrary } from 'fast-check'
import { OPERATIONS } from '../catalogue/index.ts'
import { operation } from '../contract/index.ts'
import type { FastCheck } from './sampling.ts'

/** A list, or another reading operation with a query, and what to ask it. */
export interface OddQuery {
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
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
/** A service may drop what cannot be seen. */
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
/** None is an instant, not even for a lenient reader. */
const MOMENTS = ['yesterday', '2024-13-45T99:99:99Z', 'T', '日', 'a\0b', '+999999-01-01', 'NaN'] as const

interface Parameter {
  readonly path: string
  readonly name: string
  readonly type: 'string' | 'boolean' | 'integer'
  readonly moment: boolean
}

/**
 * A parameter that no operation has, for odd values that a service may either refuse or ignore: with it, no oracle takes the other one for
 * a filter.
 */
const ASIDE = ['_', '1'] as const

/** Queries with something odd in them, one arbitrary for each kind of oddity. */
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
    fc
      .tuple(parameter, fc.constantFrom(...values))
      .map(([{ path, name }, value]) => ({ path, query: query(name, value) }))
  return [
    odd(free, TEXTS, (name, value) => (INVISIBLE.test(value) ? [[name, value], ASIDE] : [[name, value]])),
    odd(free, ['x', '日'], (name, value) => [
      [name, value.repeat(1000 / new TextEncoder().encode(value).length)],
    ]),
    odd(
      pick((p) => p.type === 'integer'),
      NUMBERS,
      (name, value) => [[name, value]],
    ),
    odd(
      pick((p) => p.type === 'boolean'),
      FLAGS,
      (name, value) => [[name, value], ASIDE],
    ),
    odd(
      pick((p) => p.moment),
      MOMENTS,
      (name, value) => [[name, value], ASIDE],
    ),
    odd(any, ['', ' ', ','], (name, value) => [[name, value], ASIDE]),
    odd(any, ['1', 'open', 'true'], (name, value) => [
      [name, value],
      [name, `${value}0`],
    ]),
    odd(any, ['[]', '[0]', '[a][b]', '[$gt]', '[__proto__]'], (name, suffix) => [[`${name}${suffix}`, '1']]),
    odd(any, ['__proto__', 'constructor', '日', 'a\0b', 'x'.repeat(200), '$where'], (_, unknown) => [
      [unknown, '1'],
    ]),
  ]
}

function queryParameters(): readonly Parameter[] {
  return OPERATIONS.map((key) => operation(key))
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
