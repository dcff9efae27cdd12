import { percentDecoded } from '../../util/text.ts'
import type { JsonObject } from '../../util/values.ts'
import { atPointer, entries, own } from '../json.ts'

/** An operation as a document describes it. */
export interface DescribedOperation {
  /**
   * What it takes and answers: `path` and `query`, each as an object with a field a parameter, `body`, and the answers by status in
   * capitals: `200`, `4XX`, `DEFAULT`. What is not described, and parameters of which one cannot be read, are not among them.
   */
  readonly messages: ReadonlyMap<string, Message>
  /** As it stands on the operation or on the document; an empty list, the same as none at all, needs no key. */
  readonly security: unknown
}

/** What a request or an answer holds. What cannot be read has no media types and no schema. */
export interface Message {
  readonly mediaTypes: readonly string[]
  /** The schema of its JSON. */
  readonly schema: unknown
}

/**
 * Finds operations of a document by their keys, `GET /leads/{id}`. The version segment may be part of the paths or of the servers, and
 * the names of path parameters are free. What lies in another document is `elsewhere`.
 */
export function operationsOf(
  document: JsonObject,
): (key: string) => DescribedOperation | 'elsewhere' | undefined {
  const items = new Map(entries(document['paths']).map(([path, item]) => [essential(path), item]))
  return (key) => {
    const [method = '', path = ''] = key.split(' ')
    const listed = items.get(essential(path))
    const item = followed(document, listed)
    if (listed !== undefined && item === undefined) return 'elsewhere'
    const operation = own(item, method.toLowerCase())
    return operation === undefined ? undefined : readOperation(document, item, operation)
  }
}

/** A path without the names of its parameters, without what stands before `v1`, and without a slash at its end. */
const essential = (path: string): string =>
  path
    .replaceAll(/\{[^{}/]*\}/g, '{}')
    .replace(/^.*\/v1(?=\/)/, '')
    .replace(/(.)\/$/, '$1')

function readOperation(document: JsonObject, item: unknown, operation: unknown): DescribedOperation {
  const messages = new Map<string, Message>()
  const parameters = [item, operation].flatMap((owner) => [own(owner, 'parameters') ?? []].flat())
  for (const place of ['path', 'query'] as const) {
    const schema = parametersIn(place, document, parameters)
    if (schema !== undefined) messages.set(place, { mediaTypes: [], schema })
  }
  const body = own(operation, 'requestBody')
  if (body !== undefined) messages.set('body', messageOf(followed(document, body)))
  for (const [status, response] of entries(own(operation, 'responses')))
    messages.set(status.toUpperCase(), messageOf(followed(document, response)))
  return { messages, security: own(operation, 'security') ?? document['security'] ?? [] }
}

/** The parameters of one place as the schema of an object. One that is an object itself stands for others, and leaves them all open. */
function parametersIn(
  place: 'path' | 'query',
  document: JsonObject,
  parameters: readonly unknown[],
): JsonObject | undefined {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  for (const parameter of parameters.map((one) => followed(document, one))) {
    const [name, schema] = ['name', 'schema'].map((member) => own(parameter, member))
    const stated = followed(document, schema)
    const isObject = own(stated, 'type') === 'object' || own(stated, 'properties') !== undefined
    if (typeof name !== 'string' || isObject) return undefined
    if (own(parameter, 'in') !== place) continue
    // Paths of this API have one parameter, an id, whatever it is called.
    const known = place === 'path' ? 'id' : name
    properties[known] = schema
    if (own(parameter, 'required') === true) required.push(known)
  }
  return { type: 'object', properties, required }
}

function messageOf(message: unknown): Message {
  const content = entries(own(message, 'content'))
  const json = content.find(([type]) => isJson(type)) ?? content.find(([type]) => mayBeJson(type))
  return { mediaTypes: content.map(([type]) => type), schema: own(json?.[1], 'schema') }
}

const isJson = (type: string): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type)

/** Whether a media type, or a range of them, may be JSON. */
export const mayBeJson = (type: string): boolean =>
  isJson(type) || /^[^;]*\+json\s*(?:;|$)|^\s*(?:\*|application)\/\*/i.test(type)

const MOST_REFERENCES = 100

/** A value, or what its chain of references within the document leads to; undefined where one leads nowhere or elsewhere. */
export function followed(document: unknown, value: unknown): unknown {
  let found = value
  for (let steps = 0; steps < MOST_REFERENCES; steps++) {
    const reference = own(found, '$ref')
    if (typeof reference !== 'string') return found
    if (!reference.startsWith('#/')) return undefined
    found = atPointer(document, percentDecoded(reference.slice(1)))
  }
  return undefined
}
