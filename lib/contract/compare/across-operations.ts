import { entries } from '../json.ts'
import { jsonContent } from './bodies.ts'
import type { Context } from './context.ts'
import { findingAt } from './context.ts'
import { shapeOf } from './normalise.ts'
import type { MatchedOperation } from './paths.ts'
import type { Located, Reader } from './reader.ts'
import { listed } from './schema.ts'

/** The codes of one described error. */
interface Codes {
  readonly base: string
  readonly status: string
  readonly values: readonly unknown[]
  readonly origins: ReadonlySet<string>
}

/** How many statuses have to share their codes before these are taken for the codes of the envelope as such. */
const SHARED_BY = 3

/**
 * Compares the codes of the one envelope that every error uses (part 7). Which of them a status carries is open, so a description may give
 * each status its own. Where all described errors have the same ones, they are the allowed values of the table, and none may be missing.
 */
export function compareErrorCodes(context: Context, operations: readonly MatchedOperation[]): void {
  const described = operations.flatMap((operation) => codesOf(context.served, operation))
  const [first] = described
  if (first === undefined || new Set(described.map(({ status }) => status)).size < SHARED_BY) return
  const sets = described.map(({ values }) => [...new Set(values)].map(String).toSorted().join())
  if (new Set(sets).size > 1) return
  const allowed = allowedCodes(context)
  if (allowed.every((code) => first.values.includes(code))) return
  const place = { kind: 'response', base: first.base, path: 'code' } as const
  context.report(
    findingAt(place, `one of ${listed(allowed)}`, `one of ${listed(first.values)}`, first.origins),
  )
}

function allowedCodes({ contract, rulings }: Context): readonly unknown[] {
  const envelope = contract.child(contract.root, 'components', 'schemas', rulings.envelope)
  return (envelope && codeIn(contract, envelope)?.values) ?? []
}

/** The codes of the errors that an operation describes with an enumeration of them; those without one say nothing. */
function codesOf(served: Reader, { key, served: operation }: MatchedOperation): Codes[] {
  const responses = served.child(operation, 'responses')
  if (responses === undefined) return []
  return entries(responses.value).flatMap(([status]) => {
    const listing = /^[45]\d\d$/.test(status) ? served.child(responses, status) : undefined
    const response = listing === undefined ? undefined : served.resolve(listing)
    const content = response === undefined ? undefined : jsonContent(served, response)
    const codes = content?.found === 'schema' ? codeIn(served, content.schema) : undefined
    return codes === undefined ? [] : [{ base: `${key} ${status}`, status, ...codes }]
  })
}

function codeIn(reader: Reader, schema: Located): Pick<Codes, 'values' | 'origins'> | undefined {
  const node = shapeOf(reader, { schema }).types.get('object')?.properties?.get('code')
  const shape = node === undefined ? undefined : shapeOf(reader, node)
  const values = shape?.types.get('string')?.values
  return shape === undefined || shape.unsure || values === undefined
    ? undefined
    : { values, origins: shape.origins }
}

interface Described {
  readonly key: string
  readonly resource: string
  /** Names of the fields that its items are described with. */
  readonly names: readonly string[]
  readonly origins: ReadonlySet<string>
}

/**
 * Finds lists that are described with the items of another list. A description may leave out fields that a service never returns, and
 * add fields. But items with exactly the field names of another list, several of which only the other resource has, and with no field
 * that only their own resource has, are the other resource.
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
