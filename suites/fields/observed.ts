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
  const unknown = new Map<string, Exchange>()
  let known: Exchange | undefined
  for (const exchange of exchanges) {
    const resource = operationOf(exchange.operation)?.resource
    if (resource === undefined || exchange.response?.status !== 200) continue
    const items = resourcesOf(exchange)
    if (items.length === 0) continue
    known = exchange
    const specified = new Set(CONTRACT.fieldsOf(resource).map(({ name }) => name))
    for (const name of items.flatMap((item) => Object.keys(item)))
      if (!specified.has(name)) unknown.set(`${resource}.${name}`, exchange)
  }
  if (known === undefined) return []
  const names = [...unknown.keys()]
  return [
    point(
      'OPEN-02',
      names.length === 0
        ? 'no field beyond the specification'
        : `further fields: ${names.slice(0, 20).join(', ')}`,
      [...unknown.values()][0] ?? known,
    ),
  ]
}
