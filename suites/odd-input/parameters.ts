/**
 * Query parameters as they arrive: spellings and values that frameworks, query languages and databases understand in
 * ways of their own. One line each; a new one is tried on some parameters, with profile `full` on more.
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

/** Every so many spellings one is tried on a parameter, beginning with another one on each. */
const APART = 4

/**
 * Each `chatbot_id` in some of the spellings, so that every spelling is tried on some list.
 * @param turn - 0 for a fourth of them, 1 for the others
 */
export function oddIds(own: string, foreign: string, turn: 0 | 1): readonly OddQuery[] {
  // A rollup shows no rows, so it is tried with the further spellings alone.
  const taking = PARAMETERS.filter(
    ({ name, operation }) => name === 'chatbot_id' && (turn === 1 || operation !== 'GET /analytics/summary'),
  )
  return taking.flatMap((parameter, place) =>
    ID_SPELLINGS.filter((_, index) => ((index + place) % APART === 0) === (turn === 0)).map((spell) =>
      odd(parameter, spell(parameter.name, own, foreign)),
    ),
  )
}

/** How many values each parameter gets in a full run. */
const EACH = 2

/**
 * Every other parameter but `chatbot_id` with one of the values, and some date-times in other forms.
 * @param turn - 1 for each parameter with further values
 */
export function oddValues(turn: 0 | 1): readonly OddQuery[] {
  const others = PARAMETERS.filter(({ name }) => name !== 'chatbot_id')
  const valued = (parameter: (typeof PARAMETERS)[number], index: number): OddQuery =>
    odd(parameter, [[parameter.name, VALUES[index % VALUES.length] ?? '']])
  if (turn === 1)
    return others.flatMap((parameter, place) =>
      Array.from({ length: EACH }, (_, n) => valued(parameter, place + (n + 1) * others.length)),
    )
  const dated = others
    .filter(({ name }) => ['since', 'from', 'to'].includes(name))
    .map((parameter, place) => odd(parameter, [[parameter.name, MOMENTS[place % MOMENTS.length] ?? '']]))
  return [...others.map(valued).filter((_, place) => place % 2 === 0), ...dated.slice(0, 2 * MOMENTS.length)]
}
