import { percentDecoded } from '../../util/text.ts'
import type { JsonObject } from '../../util/values.ts'
import { atPointer, entries, own } from '../json.ts'

/** An operation as a document describes it. */
export interface DescribedOperation {
  /**
   * Parameters by name, for each place; undefined if one cannot be read, or if one object stands for several
   * parameters.
   */
  readonly parameters: Readonly<Record<ParameterPlace, ReadonlyMap<string, Parameter>>> | undefined
  readonly body: Message | undefined
  /** By status in capitals: `200`, `4XX`, `DEFAULT`. */
  readonly answers: ReadonlyMap<string, Message>
  /**
   * The security of the operation, or of the document; an empty list, like a missing one, means that no key
   * is needed.
   */
  readonly security: unknown
}

/** The places of parameters that this API uses. */
export type ParameterPlace = 'path' | 'query'

interface Parameter {
  readonly required: boolean
  readonly schema: unknown
}

/** The content of a request or response. If it cannot be read, it has no media types and no schema. */
export interface Message {
  readonly mediaTypes: readonly string[]
  /** The schema of its JSON. */
  readonly schema: unknown
}

/**
 * Finds operations of a document by their keys, such as `GET /leads/{id}`. The version segment may be part of
 * the paths or of the servers, and path parameters may have any name. An operation in another document is
 * `elsewhere`.
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

/**
 * A path without the names of its parameters, without the part up to `v1` or `v{version}`, as ASP.NET writes it,
 * and without a slash at its end.
 */
const essential = (path: string): string =>
  path
    .replaceAll(/\{[^{}/]*\}/g, '{}')
    .replace(/^.*\/v(?:1|\{\})(?=\/)/, '')
    .replace(/(.)\/$/, '$1')

function readOperation(document: JsonObject, item: unknown, operation: unknown): DescribedOperation {
  const parameters = [item, operation].flatMap((owner) => [own(owner, 'parameters') ?? []].flat())
  const body = own(operation, 'requestBody')
  const answers = entries(own(operation, 'responses')).map(
    ([status, response]) => [status.toUpperCase(), messageOf(followed(document, response))] as const,
  )
  return {
    parameters: readParameters(document, parameters),
    body: body === undefined ? undefined : messageOf(followed(document, body)),
    answers: new Map(answers),
    security: own(operation, 'security') ?? document['security'] ?? [],
  }
}

function readParameters(
  document: JsonObject,
  parameters: readonly unknown[],
): DescribedOperation['parameters'] {
  const found = { path: new Map<string, Parameter>(), query: new Map<string, Parameter>() }
  for (const parameter of parameters.map((one) => followed(document, one))) {
    const [name, place, schema] = ['name', 'in', 'schema'].map((member) => own(parameter, member))
    const stated = followed(document, schema)
    const isObject = own(stated, 'type') === 'object' || own(stated, 'properties') !== undefined
    if (typeof name !== 'string' || isObject) return undefined
    if (place === 'path' || place === 'query')
      found[place].set(name, { required: own(parameter, 'required') === true, schema })
  }
  return found
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

/**
 * A value; for a reference, the value at the end of its chain within the document; undefined if it leads
 * nowhere or elsewhere.
 */
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
