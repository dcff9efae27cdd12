/**
 * Fields, timestamps and ids: oracles judge them in every answer, whichever case sent the request.
 * Specification part 2, conventions of part 1, and the envelope of part 7.
 */
import { idsOf } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import type { Exchange } from '../lib/engine/http/exchange.ts'
import { statementsOf } from '../lib/engine/judge/rows.ts'
import { CONTRACT } from '../lib/engine/contract/api.ts'
import { operationOf } from '../lib/engine/contract/operations.ts'
import { integer, type JsonObject } from '../lib/engine/util/values.ts'
import { ids, rows as idRows } from './fields/ids.ts'
import { rows as formRows, schema } from './fields/schema.ts'
import { FIELDS } from './fields/table.ts'
import { point, resourcesOf, type Watcher } from './support/observed.ts'
import { EFFORT } from './support/effort.ts'

export const theme = 'fields'

const { open, excluded } = statementsOf({ part: 1, section: '', endpoint: '*' })

export const rows = [
  ...formRows,
  ...idRows,
  open('OPEN-01', 'returns JSON responses', 'Whether a JSON object in a response repeats a member name.'),
  open(
    'OPEN-02',
    '4',
    'Which fields beyond the specification the responses have; new fields may appear at any time.',
  ),
  excluded('CLIENT-01', '2', 'Clients treat ids as opaque.', 'Binds clients, not the service.'),
  excluded(
    'CLIENT-02',
    '4',
    'Clients ignore fields that they do not recognise.',
    'Binds clients, not the service.',
  ),
  excluded(
    'ID-90',
    '2',
    'Ids are the ones used in dashboard URLs.',
    'The dashboard is not part of the API, so nothing can be compared.',
  ),
  ...FIELDS.map(({ requirement }) => requirement),
]

export default suite('Messages', {}, (verify) => {
  // A mistake in one message of a hundred shows in long transcripts. The oracles judge the answers.
  verify(
    ['TIME-01', 'ID-02'],
    'reads the longest transcripts',
    { needs: ['conversation'] },
    async ({ api, world, each }) => {
      const { items } = world.discovery.main.lists['GET /conversations']
      await each(
        idsOf(longestTranscripts(items)),
        async (id) => void (await api.conversation(id)).mustArrive(),
      )
    },
  )
})

/** The conversations with most messages: a mistake in one message of a hundred shows there. */
function longestTranscripts(items: readonly JsonObject[]): readonly JsonObject[] {
  const length = ({ message_count: messages }: JsonObject): number => integer(messages) ?? 0
  return items.toSorted((one, other) => length(other) - length(one)).slice(0, EFFORT.transcripts)
}

/** OPEN-01: whether an object repeats a name. */
const repeatedNames: Watcher = (exchanges) => {
  const read = exchanges.filter(({ response }) => response?.json.ok)
  const odd = read.find(
    ({ response }) =>
      response?.json.ok && response.json.oddities.some(({ kind }) => kind === 'duplicate-key'),
  )
  if (read.length === 0) return []
  const text = odd === undefined ? 'no object repeats a member name' : 'an object repeats a member name'
  return [point('OPEN-01', text, odd ?? read[0])]
}

/** OPEN-02: fields beyond the specification. */
const unknownFields: Watcher = (exchanges) => {
  const shown = exchanges.filter(
    (exchange) => exchange.response?.status === 200 && resourcesOf(exchange).length > 0,
  )
  const unknown = shown.map((exchange) => ({ exchange, names: unknownNames(exchange) }))
  const [seen = shown.at(-1)] = unknown.flatMap(({ exchange, names }) => (names.length > 0 ? exchange : []))
  if (seen === undefined) return []
  const names = [...new Set(unknown.flatMap((one) => one.names))].slice(0, 20)
  const text =
    names.length === 0 ? 'no field beyond the specification' : `further fields: ${names.join(', ')}`
  return [point('OPEN-02', text, seen)]
}

function unknownNames(exchange: Exchange): readonly string[] {
  const resource = operationOf(exchange.operation)?.resource
  if (resource === undefined) return []
  const specified = new Set(CONTRACT.fieldsOf(resource).map(({ name }) => name))
  return resourcesOf(exchange)
    .flatMap((item) => Object.keys(item))
    .filter((name) => !specified.has(name))
    .map((name) => `${resource}.${name}`)
}

export const oracles = [schema, ids]
export const watchers = [repeatedNames, unknownFields]
