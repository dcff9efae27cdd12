/**
 * Query parameters as they arrive: spellings and values that frameworks, query languages and databases understand in
 * ways of their own. One line each; it is tried on one parameter, with profile `full` on more.
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
  '99999999999999999999',
  '1.5',
  '-0',
  '\u0663', // an Arabic digit
  'null',
  'NaN',
  '_',
  "o'brien",
  'nul\u0000',
  'x'.repeat(1000),
  '0000-00-00T00:00:00Z',
]

/** Further ones, for the full profile. */
const MORE_VALUES: readonly string[] = [
  '9223372036854775808',
  '',
  '1e3',
  '0x10',
  'ten',
  'undefined',
  '%',
  '{}',
  "' OR '1'='1",
  '\u{1F4A5}',
  '99999-01-01T00:00:00Z',
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
 * Each spelling of an id in one `chatbot_id` after the other.
 * @param turn - 0 for one parameter each, 1 for all others
 */
export function oddIds(own: string, foreign: string, turn: 0 | 1): readonly OddQuery[] {
  // A rollup shows no rows, so it is tried with the further spellings alone.
  const taking = PARAMETERS.filter(({ name }) => name === 'chatbot_id')
  const listing = taking.filter(({ operation }) => operation !== 'GET /analytics/summary')
  return ID_SPELLINGS.flatMap((spell, index) => {
    const first = listing[index % listing.length]
    return taking
      .filter((parameter) => (parameter === first) === (turn === 0))
      .map((parameter) => odd(parameter, spell(parameter.name, own, foreign)))
  })
}

/**
 * Each odd value in one parameter after the other, `chatbot_id` apart, and date-times in other forms.
 * @param turn - 0 for the values of every profile, 1 for all of them, each in the next parameter
 */
export function oddValues(turn: 0 | 1): readonly OddQuery[] {
  const others = PARAMETERS.filter(({ name }) => name !== 'chatbot_id')
  const dated = others.filter(({ name }) => ['since', 'from', 'to'].includes(name))
  const inTurn = (values: readonly string[], among: typeof others): readonly OddQuery[] =>
    values.flatMap((value, index) => {
      const parameter = among[(index + turn) % among.length]
      return parameter === undefined ? [] : [odd(parameter, [[parameter.name, value]])]
    })
  return [...inTurn(turn === 0 ? VALUES : [...VALUES, ...MORE_VALUES], others), ...inTurn(MOMENTS, dated)]
}
