/**
 * Query parameters as they arrive: spellings and values that frameworks, query languages and databases understand in
 * ways of their own. One line each; it is tried on one parameter.
 */
import type { RequestSpec } from '../../lib/engine/http/request.ts'
import { CONTRACT } from '../../lib/engine/spec/api.ts'
import { OPERATIONS } from '../../lib/engine/spec/operations.ts'
import type { OperationKey } from '../../lib/engine/spec/operations.ts'

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
  '',
  '%',
  '{}',
  '\u{1F4A5}',
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

const LISTED = PARAMETERS.filter(
  ({ name, operation }) => name === 'chatbot_id' && operation !== 'GET /analytics/summary',
)

/** Each spelling of an id in the `chatbot_id` of one operation after the other; a rollup shows no rows. */
export function oddIds(own: string, foreign: string): readonly OddQuery[] {
  return inTurn(ID_SPELLINGS, LISTED, (spell, { name }) => spell(name, own, foreign))
}

const OTHERS = PARAMETERS.filter(({ name }) => name !== 'chatbot_id')
const DATED = OTHERS.filter(({ name }) => ['since', 'from', 'to'].includes(name))

/** Each odd value in one parameter after the other, `chatbot_id` apart, and date-times in other forms. */
export const ODD_VALUES: readonly OddQuery[] = [
  ...inTurn(VALUES, OTHERS, (value, { name }) => [[name, value]]),
  ...inTurn(MOMENTS, DATED, (value, { name }) => [[name, value]]),
]

/** Queries with one input each, in one parameter after the other. */
function inTurn<T>(
  inputs: readonly T[],
  among: typeof PARAMETERS,
  query: (input: T, parameter: (typeof PARAMETERS)[number]) => Pairs,
): readonly OddQuery[] {
  return inputs.flatMap((input, index) => {
    const parameter = among[index % among.length]
    if (parameter === undefined) return []
    const { operation, method, path } = parameter
    return [{ operation, request: { method, path, query: query(input, parameter) } }]
  })
}
