import { entries, own } from '../json.ts'
import { isObject } from '../../util/values.ts'
import { jsonContent } from './bodies.ts'
import { type Context, findingAt } from './context.ts'
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

/** The fewest statuses with the same codes for which these count as the codes of the envelope. */
const SHARED_BY = 3

/**
 * Compares the codes of the error envelope. The specification does not assign codes to statuses, so a description may
 * list different codes for each status. If all described errors list the same codes, these are the allowed values,
 * and none may be missing.
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

/** The enumerated codes of an operation's described errors. Errors without an enumeration are skipped. */
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
 * Finds lists that are described with the items of another list. Descriptions may omit fields that the service never
 * returns, and may add fields. But items with exactly the field names of another list are wrong if several of these
 * belong only to the other resource and none only to their own.
 */
export function compareResources(context: Context, operations: readonly MatchedOperation[]): void {
  const all = operations.flatMap((operation) => itemsOf(context, operation))
  for (const one of all) {
    const other = all.find((two) => isMistakenFor(context, one, two))
    if (other === undefined) continue
    const place = { kind: 'response', base: `${one.key} 200`, path: `${context.rulings.items}[]` } as const
    context.report(findingAt(place, `a ${one.resource}`, `the items of ${other.key}`, one.origins))
  }
}

function isMistakenFor({ fieldsOf }: Context, one: Described, other: Described): boolean {
  if (one === other || one.names.toSorted().join() !== other.names.toSorted().join()) return false
  const [own = [], others = []] = [one, other].map(({ resource }) =>
    fieldsOf(resource).map(({ name }) => name),
  )
  const alien = one.names.filter((name) => others.includes(name) && !own.includes(name))
  return alien.length > 1 && !one.names.some((name) => own.includes(name) && !others.includes(name))
}

function itemsOf({ served, rulings }: Context, { key, served: operation }: MatchedOperation): Described[] {
  const resource = rulings.mistakable[key]
  const listing = served.child(operation, 'responses', '200')
  const response = listing === undefined ? undefined : served.resolve(listing)
  if (resource === undefined || response === undefined) return []
  const content = jsonContent(served, response)
  if (content.found !== 'schema') return []
  const list = shapeOf(served, content).types.get('object')?.properties?.get(rulings.items)
  const items = list === undefined ? undefined : shapeOf(served, list).types.get('array')?.items
  const shape = items === undefined ? undefined : shapeOf(served, items)
  const names = [...(shape?.types.get('object')?.properties?.keys() ?? [])]
  return shape === undefined || shape.unsure ? [] : [{ key, resource, names, origins: shape.origins }]
}

/**
 * Compares the security of operations: each needs an HTTP bearer token. An operation without a security requirement
 * needs no key: an absent requirement means the same as an empty one, with which OpenAPI cancels a general
 * requirement.
 */
export function compareSecurity(context: Context, operations: readonly MatchedOperation[]): void {
  const { served } = context
  const general = served.child(served.root, 'security')
  const declared = operations.map((operation) => served.child(operation.served, 'security') ?? general)
  if (operations.length > 0 && declared.every((requirement) => requirement === undefined))
    return report(context, 'the whole description', NO_REQUIREMENT, '/security')
  for (const [index, operation] of operations.entries()) {
    const requirement = declared[index]
    if (requirement === undefined) report(context, operation.key, NO_REQUIREMENT, operation.served.at)
    else judge(context, operation.key, requirement)
  }
}

const NO_REQUIREMENT = 'no security requirement'

function judge(context: Context, where: string, requirement: Located): void {
  if (!Array.isArray(requirement.value)) return context.skip(`${where} security`)
  const alternatives = requirement.value.map((item) => (isObject(item) ? Object.keys(item) : undefined))
  if (alternatives.some((names) => names === undefined)) return context.skip(`${where} security`)
  if (alternatives.length === 0 || alternatives.some((names) => names?.length === 0))
    return report(context, where, 'no authentication needed', requirement.at)
  const all = alternatives.map((names) => (names ?? []).map((name) => fitness(context.served, name)))
  if (all.some((fits) => fits.every((fit) => fit === 'fit'))) return
  if (all.some((fits) => fits.every((fit) => fit !== 'unfit'))) return context.skip(`${where} security`)
  report(
    context,
    where,
    `security ${alternatives.map((names) => names?.join(' and ')).join(' or ')}`,
    requirement.at,
  )
}

/** Whether a scheme describes `Authorization: Bearer <API_KEY>`. */
function fitness(reader: Reader, name: string): 'fit' | 'unfit' | 'unclear' {
  const listed = reader.child(reader.root, 'components', 'securitySchemes', name)
  if (listed === undefined) return 'unfit'
  const scheme = reader.resolve(listed)?.value
  const type = own(scheme, 'type')
  if (type === 'http') return text(own(scheme, 'scheme')) === 'bearer' ? 'fit' : 'unfit'
  // The same header, described by its name.
  if (type === 'apiKey')
    return own(scheme, 'in') === 'header' && text(own(scheme, 'name')) === 'authorization' ? 'fit' : 'unfit'
  return type === 'mutualTLS' ? 'unfit' : 'unclear'
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function report(context: Context, where: string, received: string, at: string): void {
  const expected = 'an HTTP bearer token'
  context.report({ kind: 'security', where, leaf: 'security', expected, received, origins: new Set([at]) })
}
