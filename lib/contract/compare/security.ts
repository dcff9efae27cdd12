import { isObject, own } from '../json.ts'
import type { Context } from './context.ts'
import type { MatchedOperation } from './paths.ts'
import type { Located, Reader } from './reader.ts'

/**
 * Compares how operations are secured: each one needs a key that is sent as an HTTP bearer token (part 5). An operation without a
 * requirement needs none: to leave it out says the same as an empty one, which OpenAPI has for taking a general one back.
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
