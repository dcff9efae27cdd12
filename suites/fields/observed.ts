import type { Exchange } from '../../lib/http/exchange.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { operationOf } from '../../lib/spec/operations.ts'
import { point, resourcesOf, type Watcher } from '../support/observed.ts'

/** OPEN-01: whether an object repeats a name. */
export const repeatedNames: Watcher = (exchanges) => {
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
export const unknownFields: Watcher = (exchanges) => {
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

/** The fields of an answer that its resource does not have in the specification. */
function unknownNames(exchange: Exchange): readonly string[] {
  const resource = operationOf(exchange.operation)?.resource
  if (resource === undefined) return []
  const specified = new Set(CONTRACT.fieldsOf(resource).map(({ name }) => name))
  return resourcesOf(exchange)
    .flatMap((item) => Object.keys(item))
    .filter((name) => !specified.has(name))
    .map((name) => `${resource}.${name}`)
}
