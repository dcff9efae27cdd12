import type { Context } from './context.ts'
import { findingAt } from './context.ts'
import { jsonContent } from './media.ts'
import { shapeOf } from './normalise.ts'
import type { MatchedOperation } from './paths.ts'

interface Described {
  readonly key: string
  readonly resource: string
  /** Names of the fields that its items are described with. */
  readonly names: readonly string[]
  readonly origins: ReadonlySet<string>
}

/**
 * Finds lists that are described with the rows of another one. A description may leave out what a service never shows, and add fields; but
 * rows that have just the names of another list's rows, among them what only the other resource has, and nothing of their own, are that
 * other resource.
 */
export function compareResources(context: Context, operations: readonly MatchedOperation[]): void {
  const all = operations.flatMap((operation) => rowsOf(context, operation))
  for (const one of all) {
    const other = all.find((two) => passesFor(context, one, two))
    if (other === undefined) continue
    const place = { kind: 'response', base: `${one.key} 200`, path: 'data[]' } as const
    context.report(findingAt(place, `a ${one.resource}`, `the rows of ${other.key}`, one.origins))
  }
}

function passesFor({ fieldsOf }: Context, one: Described, other: Described): boolean {
  if (one === other || one.names.toSorted().join() !== other.names.toSorted().join()) return false
  const [own = [], others = []] = [one, other].map(({ resource }) =>
    fieldsOf(resource).map(({ name }) => name),
  )
  const alien = one.names.filter((name) => others.includes(name) && !own.includes(name))
  return alien.length > 1 && !one.names.some((name) => own.includes(name) && !others.includes(name))
}

function rowsOf({ served, rulings }: Context, { key, served: operation }: MatchedOperation): Described[] {
  const resource = rulings.mistakable[key]
  const listing = served.child(operation, 'responses', '200')
  const response = listing === undefined ? undefined : served.resolve(listing)
  if (resource === undefined || response === undefined) return []
  const content = jsonContent(served, response)
  if (content.found !== 'schema') return []
  const data = shapeOf(served, content).types.get('object')?.properties?.get('data')
  const items = data === undefined ? undefined : shapeOf(served, data).types.get('array')?.items
  const shape = items === undefined ? undefined : shapeOf(served, items)
  const names = [...(shape?.types.get('object')?.properties?.keys() ?? [])]
  return shape === undefined || shape.unsure ? [] : [{ key, resource, names, origins: shape.origins }]
}
