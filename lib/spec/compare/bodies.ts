import { entries } from '../json.ts'
import type { Context, Place } from './context.ts'
import { findingAt } from './context.ts'
import type { MatchedOperation } from './paths.ts'
import type { Located, Reader } from './reader.ts'
import { compareSchema } from './schema.ts'

/**
 * Compares the JSON body of an operation. Whether the body is required is not compared: descriptions often forget it,
 * and its default is `false`.
 */
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
  compareContent(context, 'request', place, wanted, stated)
}

/**
 * Compares the success response and every described error. A missing status is an omission, not a contradiction.
 * Another success status instead of 200 is a contradiction.
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
  compareContent(context, 'response', place, wanted, stated)
}

/** Compares the JSON of a request body or a response, both resolved. */
function compareContent(
  context: Context,
  direction: 'request' | 'response',
  place: Place,
  wanted: Located | undefined,
  stated: Located | undefined,
): void {
  const { contract, served } = context
  if (wanted === undefined || stated === undefined) return context.skip(place.base)
  const ourContent = jsonContent(contract, wanted)
  const theirContent = jsonContent(served, stated)
  if (theirContent.found === 'other')
    return context.report(
      findingAt(place, 'application/json', theirContent.types.join(', '), new Set([stated.at])),
    )
  if (ourContent.found !== 'schema' || theirContent.found === 'nothing') return context.skip(place.base)
  compareSchema(context, direction, place, { schema: ourContent.schema }, { schema: theirContent.schema })
}

/** What a `content` map states about JSON. */
type JsonContent =
  | { readonly found: 'schema'; readonly schema: Located }
  /** JSON without a schema, or no content at all: nothing is stated. */
  | { readonly found: 'nothing' }
  /** Only other media types. */
  | { readonly found: 'other'; readonly types: readonly string[] }

/** Finds the JSON representation of a request body or a response. */
export function jsonContent(reader: Reader, message: Located): JsonContent {
  const content = reader.child(message, 'content')
  const types = entries(content?.value).map(([type]) => type)
  if (content === undefined || types.length === 0) return { found: 'nothing' }
  const preferred = types.toSorted((a, b) => rank(a) - rank(b))[0] ?? ''
  if (rank(preferred) === OTHER) return { found: 'other', types }
  const media = reader.child(content, preferred)
  const resolved = media === undefined ? undefined : reader.resolve(media)
  const schema = resolved === undefined ? undefined : reader.child(resolved, 'schema')
  return schema === undefined ? { found: 'nothing' } : { found: 'schema', schema }
}

const OTHER = 3

function rank(mediaType: string): number {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase()
  if (essence === 'application/json') return 0
  if (essence.endsWith('+json')) return 1
  return essence === '*/*' || essence === 'application/*' ? 2 : OTHER
}
