import { entries } from '../json.ts'
import type { Context } from './context.ts'
import { findingAt } from './context.ts'
import { listed } from './conflicts.ts'
import { jsonContent } from './media.ts'
import { shapeOf } from './normalise.ts'
import type { MatchedOperation } from './paths.ts'
import type { Located, Reader } from './reader.ts'

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
