import { entries } from '../json.ts'
import type { Context } from './context.ts'
import { findingAt } from './context.ts'
import { jsonContent } from './media.ts'
import type { MatchedOperation } from './paths.ts'
import type { Located } from './reader.ts'
import { compareSchema } from './schema.ts'

/**
 * Compares the success response and every described error. A status that is not described contradicts nothing:
 * leaving something out is no false statement. Another success status in place of 200 is one (part 4).
 */
export function compareResponses(context: Context, operation: MatchedOperation): void {
  const { contract, served } = context
  const wanted = contract.child(operation.contract, 'responses')
  const stated = served.child(operation.served, 'responses')
  const label = `${operation.key} responses`
  if (wanted === undefined || stated === undefined) return context.skip(label)
  const statuses = entries(stated.value).map(([status]) => status)
  const success = statuses.find((s) => s === '200') ?? statuses.find((s) => s.toUpperCase() === '2XX')
  const others = statuses.filter((status) => /^2\d\d$/.test(status))
  if (success !== undefined) compareOne(context, operation.key, success, [wanted, '200'], stated)
  else if (others.length > 0) {
    const place = { kind: 'response', base: operation.key, path: '' } as const
    context.report(findingAt(place, 'status 200', `status ${others.join(', ')}`, new Set([stated.at])))
  } else context.skip(`${operation.key} 200`)
  for (const status of statuses.filter(
    (s) => /^[45](?:\d\d|XX)$/i.test(s) || (s === 'default' && success !== undefined),
  ))
    compareOne(context, operation.key, status, [wanted, '401'], stated)
}

/** `source` names the contract's response to compare with; every error has the same one. */
function compareOne(
  context: Context,
  key: string,
  status: string,
  source: readonly [Located, string],
  all: Located,
): void {
  const { contract, served } = context
  const ours = contract.child(...source)
  const theirs = served.child(all, status)
  const wanted = ours === undefined ? undefined : contract.resolve(ours)
  const stated = theirs === undefined ? undefined : served.resolve(theirs)
  const place = { kind: 'response', base: `${key} ${status}`, path: '' } as const
  if (wanted === undefined || stated === undefined) return context.skip(place.base)
  const ourContent = jsonContent(contract, wanted)
  const theirContent = jsonContent(served, stated)
  if (theirContent.found === 'other')
    return context.report(
      findingAt(place, 'application/json', theirContent.types.join(', '), new Set([stated.at])),
    )
  if (ourContent.found !== 'schema' || theirContent.found === 'nothing') return context.skip(place.base)
  compareSchema(context, 'response', place, { schema: ourContent.schema }, { schema: theirContent.schema })
}
