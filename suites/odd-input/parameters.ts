/**
 * Query parameters as they arrive: spellings and values that frameworks, query languages and databases understand in
 * ways of their own. One line each; a new one is tried on some parameters, with profile `full` on as many again.
 */
import type { RequestSpec } from '../../lib/http/request.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import type { OperationKey } from '../../lib/spec/operations.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** Spellings of an id of the own workspace and of a foreign one. None selects anything of another workspace. */
const ID_SPELLINGS: readonly ((name: string, own: string, foreign: string) => Pairs)[] = [
  (name, own, foreign) => [
    [name, own],
    [name, foreign],
  ],
  (name, _own, foreign) => [[`${name}[]`, foreign]],
  (name, own) => [[`${name}[$ne]`, own]],
  (name, own, foreign) => [[name, `${own},${foreign}`]],
  (name, own, foreign) => [
    [name, foreign],
    [name, own],
  ],
  (name, own, foreign) => [
    [`${name}[0]`, own],
    [`${name}[1]`, foreign],
  ],
  (name, _own, foreign) => [[`${name}__in`, foreign]],
  (name) => [[name, '%']],
  (name, own) => [[name, `${own}' OR '1'='1`]],
  (name) => [[name, '{"$gt":""}']],
  (name) => [[name, '*']],
  (name) => [[name, 'undefined']],
  (name) => [[name, '__proto__']],
  (name) => [[name, ' ']],
]

/** Values of any other parameter: each is valid, or a mistake of the client. */
const VALUES: readonly string[] = [
  '2147483649',
  '9223372036854775808',
  '99999999999999999999',
  '',
  '1.5',
  '1e3',
  '-0',
  '0x10',
  '\u0663', // an Arabic digit
  'ten',
  'null',
  'undefined',
  'NaN',
  '%',
  '_',
  '*',
  '{}',
  '[]',
  "o'brien",
  "' OR '1'='1",
  'nul\u0000',
  '\u{1F4A5}',
  '\u65e5\u672c',
  'x'.repeat(1000),
  '99999-01-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '2026-03-01T24:00:00Z',
]

/** Valid date-times in other forms: with a fraction, with an offset. */
const MOMENTS: readonly string[] = ['2026-03-01T00:00:00.123Z', '2026-03-01T02:00:00+02:00']

/** A request with an odd query. */
export interface OddQuery {
  readonly operation: OperationKey
  readonly request: RequestSpec & { readonly query: Pairs }
}

const PARAMETERS = OPERATIONS.flatMap((operation) => {
  const { method, path, queryParameters } = CONTRACT.operation(operation)
  return queryParameters.map(({ name }) => ({ operation, method, path, name }))
})

const odd = (parameter: (typeof PARAMETERS)[number], query: Pairs): OddQuery => {
  const { operation, method, path } = parameter
  return { operation, request: { method, path, query } }
}

/**
 * Each `chatbot_id` in half of the spellings, alternately.
 * @param half - 0 or 1: which half
 */
export function oddIds(own: string, foreign: string, half: 0 | 1): readonly OddQuery[] {
  // A rollup shows no rows, so it is tried with the further spellings alone.
  const taking = PARAMETERS.filter(
    ({ name, operation }) => name === 'chatbot_id' && (half === 1 || operation !== 'GET /analytics/summary'),
  )
  return taking.flatMap((parameter, place) =>
    ID_SPELLINGS.filter((_, index) => (index + place + half) % 2 === 0).map((spell) =>
      odd(parameter, spell(parameter.name, own, foreign)),
    ),
  )
}

/** How many values each parameter gets. */
const EACH = 2

/**
 * Each other parameter with some of the values, and those for date-times with other forms of one.
 * @param turn - another turn gives other values
 */
export function oddValues(turn: number): readonly OddQuery[] {
  const others = PARAMETERS.filter(({ name }) => name !== 'chatbot_id')
  const valued = others.flatMap((parameter, place) =>
    Array.from({ length: EACH }, (_, n) => {
      const value = VALUES[(EACH * (place + turn * others.length) + n) % VALUES.length] ?? ''
      return odd(parameter, [[parameter.name, value]])
    }),
  )
  const dated = others
    .filter(({ name }) => ['since', 'from', 'to'].includes(name))
    .flatMap((parameter) => MOMENTS.map((moment) => odd(parameter, [[parameter.name, moment]])))
  return turn === 0 ? [...valued, ...dated] : valued
}
