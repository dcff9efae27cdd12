import { percentDecoded } from '../../util/text.ts'
import { atPointer, entries, own, pointerTo } from '../json.ts'

/** A value of a document and its JSON pointer. */
interface Located {
  readonly value: unknown
  readonly at: string
}

/** What a message of a description says of its body. Without a body, or where a reference leads out of the document, nothing. */
export interface Content {
  readonly types: readonly string[]
  /** Whether one of the media types is JSON. */
  readonly isJson: boolean
  /** The JSON pointer of the schema of the JSON, if there is one. */
  readonly schema?: string
}

export interface Parameter {
  readonly name: string
  /** `query`, `path`, `header` or `cookie`. */
  readonly place: string
  readonly required: boolean
  /** The JSON pointer of the schema; undefined if there is none. */
  readonly schema: string | undefined
}

/** An operation of the contract, as a served document describes it. References are resolved. */
export interface DescribedOperation {
  readonly key: string
  readonly parameters: readonly Parameter[]
  /** Some parameters could not be read, or one of them holds several: what is not found may be among them. */
  readonly isUnclear: boolean
  /** Undefined if no request body is described. */
  readonly body: Content | undefined
  /** By status, as written: `200`, `4XX`, `default`. */
  readonly answers: ReadonlyMap<string, Content>
  /** The operation's own `security`, or that of the document. */
  readonly security: unknown
}

/** What a served document describes of the operations of a contract. */
export interface Described {
  readonly document: unknown
  readonly operations: ReadonlyMap<string, DescribedOperation>
  /** Keys of the operations that the document does not describe. */
  readonly missing: readonly string[]
}

/** What the description says of an answer: its status may be listed itself, as a range, or as `default`; undefined if it is not listed. */
export function answerFor(described: Described, operation: string, status: number): Content | undefined {
  const answers = described.operations.get(operation)?.answers ?? []
  const byName = new Map([...answers].map(([name, content]) => [name.toUpperCase(), content]))
  return byName.get(String(status)) ?? byName.get(`${Math.floor(status / 100)}XX`) ?? byName.get('DEFAULT')
}

const MOST_REFERENCES = 100

/** The target of a reference within the document, or the value itself; undefined if the reference leads nowhere or elsewhere. */
export function resolved(document: unknown, from: Located): Located | undefined {
  let found = from
  for (let steps = 0; steps < MOST_REFERENCES; steps++) {
    const reference = own(found.value, '$ref')
    if (typeof reference !== 'string') return found.value === undefined ? undefined : found
    if (!reference.startsWith('#/')) return undefined
    found = atReference(document, reference)
  }
  return undefined
}

/** What a reference within the document names: `#/components/schemas/Lead`. */
export function atReference(document: unknown, reference: string): Located {
  const at = percentDecoded(reference.slice(1))
  return { at, value: atPointer(document, at) }
}

/** A path without the names of its parameters, which are free. */
const anonymous = (path: string): string => path.replaceAll(/\{[^{}/]*\}/g, '{}')

/**
 * Finds operations in a served document. The version segment may be part of the paths or of the servers, so the prefix with the
 * most operations counts.
 * @param keys - those of the contract
 * @param served any JSON value; nothing that it refers to is fetched
 */
export function readDescription(keys: readonly string[], served: unknown): Described {
  const items = new Map<string, Located>()
  for (const [path, value] of entries(own(served, 'paths'))) {
    const item = { value, at: pointerTo('/paths', path) }
    items.set(anonymous(path), resolved(served, item) ?? item)
  }
  const prefix = commonPrefix(keys, [...items.keys()])
  const operations = new Map<string, DescribedOperation>()
  const missing: string[] = []
  for (const key of keys) {
    const [method = '', path = ''] = key.split(' ')
    const item = items.get(prefix + anonymous(path)) ?? items.get(anonymous(path))
    if (item !== undefined && own(item.value, method.toLowerCase()) !== undefined)
      operations.set(key, readOperation(served, key, item, method.toLowerCase()))
    // A path item that lies in another document cannot be read.
    else if (own(item?.value, '$ref') === undefined) missing.push(key)
  }
  return { document: served, operations, missing }
}

function commonPrefix(keys: readonly string[], templates: readonly string[]): string {
  const paths = new Set(keys.map((key) => anonymous(key.split(' ')[1] ?? '')))
  const counts = new Map<string, number>([['', 0]])
  for (const template of templates)
    for (const path of paths)
      if (template.endsWith(path)) {
        const prefix = template.slice(0, template.length - path.length)
        counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
      }
  // If two versions are described side by side, that of the specification counts.
  const rank = (prefix: string): number => Number(prefix === '' || prefix.split('/').includes('v1'))
  const ranked = [...counts].sort(([a, n], [b, m]) => m - n || rank(b) - rank(a) || a.length - b.length)
  return ranked[0]?.[0] ?? ''
}

function readOperation(document: unknown, key: string, item: Located, method: string): DescribedOperation {
  const at = pointerTo(item.at, method)
  const value = own(item.value, method)
  const listed = [...listedIn(item), ...listedIn({ value, at })]
  const parameters = listed.map((one) => readParameter(document, one))
  // One of the operation takes the place of one of its path.
  const known = new Map(parameters.flatMap((one) => (one ? [[`${one.place} ${one.name}`, one]] : [])))
  const contentAt = (member: unknown, ...place: readonly string[]): Content =>
    contentOf(document, { value: member, at: pointerTo(at, ...place) })
  const body = own(value, 'requestBody')
  return {
    key,
    parameters: [...known.values()],
    isUnclear: parameters.includes(undefined),
    body: body === undefined ? undefined : contentAt(body, 'requestBody'),
    answers: new Map(
      entries(own(value, 'responses')).map(([status, response]) => [
        status,
        contentAt(response, 'responses', status),
      ]),
    ),
    security: own(value, 'security') ?? own(document, 'security'),
  }
}

function listedIn({ value, at }: Located): Located[] {
  const list = own(value, 'parameters')
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items.map((item, index) => ({ value: item, at: pointerTo(at, 'parameters', String(index)) }))
}

/** Undefined for what cannot be read, and for an object whose members are parameters each (`style: form`, exploded). */
function readParameter(document: unknown, listed: Located): Parameter | undefined {
  const found = resolved(document, listed)
  const [name, place] = [own(found?.value, 'name'), own(found?.value, 'in')]
  if (found === undefined || typeof name !== 'string' || typeof place !== 'string') return undefined
  const at = pointerTo(found.at, 'schema')
  const stated = own(found.value, 'schema')
  const schema = resolved(document, { value: stated, at })?.value
  if (own(schema, 'type') === 'object' || own(schema, 'properties') !== undefined) return undefined
  const required = own(found.value, 'required') === true
  return { name, place, required, schema: stated === undefined ? undefined : at }
}

/** What a request body or a response says of its content. */
function contentOf(document: unknown, message: Located): Content {
  const found = resolved(document, message)
  const content = own(found?.value, 'content')
  const types = entries(content).map(([type]) => type)
  const type = types.find((one) => essence(one) === 'application/json') ?? types.find(isJson)
  if (found === undefined || type === undefined) return { types, isJson: false }
  const at = pointerTo(found.at, 'content', type)
  const media = resolved(document, { value: own(content, type), at })
  const hasSchema = media !== undefined && own(media.value, 'schema') !== undefined
  return { types, isJson: true, schema: hasSchema ? pointerTo(media.at, 'schema') : undefined }
}

function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase()
}

function isJson(mediaType: string): boolean {
  return /\+json$|^(?:\*|application)\/\*$/.test(essence(mediaType))
}
