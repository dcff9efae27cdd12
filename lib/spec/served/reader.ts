import { percentDecoded } from '../../util/text.ts'
import { atPointer, entries, own, pointerTo } from '../json.ts'

/** A value of a document and its JSON pointer. */
export interface Located {
  readonly value: unknown
  readonly at: string
}

/** What a message of a description says of its JSON body. */
export type Content =
  /** `at`: the JSON pointer of the schema. */
  | { readonly states: 'schema'; readonly at: string }
  /** No body, no schema, or a reference that leads out of the document. */
  | { readonly states: 'nothing' }
  /** Only other media types. */
  | { readonly states: 'other'; readonly types: readonly string[] }

interface Parameter {
  readonly name: string
  /** `query`, `path`, `header` or `cookie`. */
  readonly place: string
  readonly required: boolean
  /** The JSON pointer of the schema; undefined if there is none. */
  readonly schema: string | undefined
}

/** An operation of the contract, as a served document describes it. References are resolved. */
export interface ServedOperation {
  readonly key: string
  readonly parameters: readonly Parameter[]
  /** Some parameters could not be read, or one of them holds several: what is not found may be among them. */
  readonly unclear: boolean
  /** Undefined if no request body is described. */
  readonly body: Content | undefined
  /** By status, as written: `200`, `4XX`, `default`. */
  readonly answers: ReadonlyMap<string, Content>
  /** The operation's own `security`, or that of the document. */
  readonly security: unknown
}

/** Where the operations of a contract stand in a served document. */
export interface Served {
  readonly document: unknown
  readonly operations: ReadonlyMap<string, ServedOperation>
  /** Keys of the operations that the document does not describe. */
  readonly missing: readonly string[]
}

/** What the description says of an answer: its status may be listed itself, as a range, or as `default`; undefined if it is not listed. */
export function answerFor(served: Served, operation: string, status: number): Content | undefined {
  const answers = served.operations.get(operation)?.answers ?? new Map<string, Content>()
  const wanted = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT']
  const names = [...answers.keys()]
  const name = wanted.flatMap((one) => names.find((other) => other.toUpperCase() === one) ?? [])[0]
  return name === undefined ? undefined : answers.get(name)
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
 * Finds the operations of a contract in a served document. The version segment may be part of the paths or of the
 * servers, so the prefix with the most operations counts.
 * @param served any JSON value; nothing that it refers to is fetched
 */
export function readServed(keys: readonly string[], served: unknown): Served {
  const items = new Map<string, Located>()
  for (const [path, value] of entries(own(served, 'paths'))) {
    const item = { value, at: pointerTo('/paths', path) }
    items.set(anonymous(path), resolved(served, item) ?? item)
  }
  const prefix = commonPrefix(keys, [...items.keys()])
  const operations = new Map<string, ServedOperation>()
  const missing: string[] = []
  for (const key of keys) {
    const [method = '', path = ''] = key.split(' ')
    const item = items.get(prefix + anonymous(path)) ?? items.get(anonymous(path))
    const operation = own(item?.value, method.toLowerCase())
    // A path item that lies in another document cannot be read.
    if (item !== undefined && operation !== undefined)
      operations.set(key, readOperation(served, key, item, method.toLowerCase()))
    else if (own(item?.value, '$ref') === undefined) missing.push(key)
  }
  return { document: served, operations, missing }
}

function commonPrefix(keys: readonly string[], templates: readonly string[]): string {
  const paths = [...new Set(keys.map((key) => anonymous(key.split(' ')[1] ?? '')))]
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

function readOperation(document: unknown, key: string, item: Located, method: string): ServedOperation {
  const at = pointerTo(item.at, method)
  const value = own(item.value, method)
  const operation = { value, at }
  const parameters = new Map<string, Parameter>()
  let unclear = false
  for (const listed of [...listedIn(item), ...listedIn(operation)]) {
    const parameter = readParameter(document, listed)
    if (parameter === undefined) unclear = true
    else parameters.set(`${parameter.place} ${parameter.name}`, parameter)
  }
  const body = own(value, 'requestBody')
  const answers = entries(own(value, 'responses')).map(([status, response]) => {
    const place = { value: response, at: pointerTo(at, 'responses', status) }
    return [status, contentOf(document, place)] as const
  })
  return {
    key,
    parameters: [...parameters.values()],
    unclear,
    body:
      body === undefined ? undefined : contentOf(document, { value: body, at: pointerTo(at, 'requestBody') }),
    answers: new Map(answers),
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
  const stated = own(found.value, 'schema')
  const at = pointerTo(found.at, 'schema')
  const schema = stated === undefined ? undefined : resolved(document, { value: stated, at })
  const isObject = own(schema?.value, 'type') === 'object' || own(schema?.value, 'properties') !== undefined
  if (place === 'query' && isObject && own(found.value, 'explode') !== false) return undefined
  const required = own(found.value, 'required') === true
  return { name, place, required, schema: stated === undefined ? undefined : at }
}

/** What a request body or a response says of its JSON. */
function contentOf(document: unknown, message: Located): Content {
  const found = resolved(document, message)
  const content = own(found?.value, 'content')
  const types = entries(content).map(([type]) => type)
  const type = types.find((one) => isJson(one, 'application/json')) ?? types.find((one) => isJson(one))
  if (found === undefined || types.length === 0) return { states: 'nothing' }
  if (type === undefined) return { states: 'other', types }
  const at = pointerTo(found.at, 'content', type)
  const media = resolved(document, { value: own(content, type), at })
  if (media === undefined || own(media.value, 'schema') === undefined) return { states: 'nothing' }
  return { states: 'schema', at: pointerTo(media.at, 'schema') }
}

function isJson(mediaType: string, only?: string): boolean {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase()
  if (only !== undefined) return essence === only
  return essence.endsWith('+json') || essence === '*/*' || essence === 'application/*'
}
