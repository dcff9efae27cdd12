import type { Context, Place } from './context.ts'
import { findingAt } from './context.ts'
import { jsonContent } from './media.ts'
import type { MatchedOperation } from './paths.ts'
import { compareSchema } from './schema.ts'

/** Compares the JSON body of an operation that takes one. Whether the body as a whole is required is left out: its default is "no", and easily forgotten. */
export function compareBody(context: Context, operation: MatchedOperation): void {
  const { contract, served } = context
  const ours = contract.child(operation.contract, 'requestBody')
  if (ours === undefined) return
  const place: Place = { kind: 'request-body', base: `${operation.key} body`, path: '' }
  const theirs = served.child(operation.served, 'requestBody')
  if (theirs === undefined)
    return context.report(
      findingAt(place, 'a JSON request body', 'no request body', new Set([operation.served.at])),
    )
  const stated = served.resolve(theirs)
  const wanted = contract.resolve(ours)
  if (stated === undefined || wanted === undefined) return context.skip(place.base)
  const ourContent = jsonContent(contract, wanted)
  const theirContent = jsonContent(served, stated)
  if (theirContent.found === 'other')
    return context.report(
      findingAt(place, 'application/json', theirContent.types.join(', '), new Set([stated.at])),
    )
  if (ourContent.found !== 'schema' || theirContent.found === 'nothing') return context.skip(place.base)
  compareSchema(context, 'request', place, { schema: ourContent.schema }, { schema: theirContent.schema })
}
