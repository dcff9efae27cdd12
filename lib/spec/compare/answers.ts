import { remembered } from '../../util/memo.ts'
import type { Contract } from '../contract.ts'
import { entries, isBeyond, own, shortValue, typeOf } from '../json.ts'
import { jsonContent } from './bodies.ts'
import { type Context, items, type Place, property, type Rulings, words } from './context.ts'
import { shapeOf } from './normalise.ts'
import { matchOperations } from './paths.ts'
import { createReader, type Located, type Reader } from './reader.ts'
import { listed, range } from './schema.ts'
import { type Facets, JSON_TYPES, type SchemaNode, type Shape, typeNames } from './shape.ts'

/** A difference between an answer and what the served description says of it. */
export interface Mismatch {
  /** The place in words: `GET /things 200 data[].size`. */
  readonly where: string
  readonly described: string
  readonly received: string
}

/** An answer, held against the served description. */
interface Described {
  /** Whether the description lists its status for its operation. */
  readonly isListed: boolean
  readonly differences: readonly Mismatch[]
}

export type DescribedAnswers = (operation: string, status: number, body: unknown) => Described

/** Deeper or larger answers are not compared: comparing is recursive. */
const DEEPEST = 150
const MOST_VALUES = 100_000
/** The most differences of one answer: those of equal places are one. */
const MOST = 20

/**
 * Compares answers with a served OpenAPI document. Types, enumerations, bounds, required fields and undescribed statuses are compared;
 * formats and patterns are not, and what the reader does not understand gives no difference.
 * @param served any JSON value; only local references are followed, and no pattern is compiled
 */
export function answersBy(contract: Contract, rulings: Rulings, served: unknown): DescribedAnswers {
  const reader = createReader(served)
  const context: Context = {
    rulings,
    operations: [...contract.operations.keys()],
    fieldsOf: contract.fieldsOf,
    contract: createReader(contract.document, Infinity),
    served: reader,
    report: () => undefined,
    skip: () => undefined,
  }
  const described = new Map(matchOperations(context).operations.map((one) => [one.key, one.served]))
  const shapes = remembered((node: SchemaNode) => shapeOf(reader, node))
  return (operation, status, body) => {
    const found = described.get(operation)
    const responses = found === undefined ? undefined : reader.child(found, 'responses')
    if (responses === undefined) return { isListed: true, differences: [] }
    const place: Place = { kind: 'response', base: `${operation} ${status}`, path: '' }
    const response = responseOf(reader, responses, status)
    if (response === undefined) return { isListed: false, differences: [] }
    const content = jsonContent(reader, response)
    if (content.found !== 'schema' || isBeyond(body, DEEPEST, MOST_VALUES))
      return { isListed: true, differences: [] }
    const differences = new Map<string, Mismatch>()
    compareValue({ shapes, differences }, place, content, body)
    return { isListed: true, differences: [...differences.values()] }
  }
}

/** The response for a status: listed itself, as a range, or as `default`. */
function responseOf(reader: Reader, responses: Located, status: number): Located | undefined {
  const wanted = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT']
  const names = entries(responses.value).map(([name]) => name)
  const name = wanted.flatMap((one) => names.find((other) => other.toUpperCase() === one) ?? [])[0]
  const found = name === undefined ? undefined : reader.child(responses, name)
  return found === undefined ? undefined : (reader.resolve(found) ?? found)
}

interface Comparison {
  readonly shapes: (node: SchemaNode) => Shape
  readonly differences: Map<string, Mismatch>
}

function compareValue(comparison: Comparison, place: Place, node: SchemaNode, value: unknown): void {
  const { shapes, differences } = comparison
  const shape = shapes(node)
  if (shape.unsure || differences.size >= MOST) return
  const differs = (described: string, received: string, at = place): void => {
    const key = `${words(at)} ${described}`
    if (!differences.has(key)) differences.set(key, { where: words(at), described, received })
  }
  const type = JSON_TYPES.find((one) => one === jsonType(value))
  const facets = type === undefined ? undefined : shape.types.get(type)
  if (facets === undefined || (facets.integer === true && !Number.isInteger(value)))
    return differs(typeNames(shape), typeOf(value))
  if (facets.values?.includes(value) === false)
    return differs(`one of ${listed(facets.values)}`, shortValue(value))
  const size = sizeOf(value)
  if (type !== undefined && size !== undefined && isOutside(facets, size))
    return differs(range(type, facets), typeof value === 'number' ? String(value) : String(size))
  if (Array.isArray(value)) {
    if (facets.items === undefined) return
    for (const item of value) compareValue(comparison, items(place), facets.items, item)
    return
  }
  for (const name of facets.required ?? [])
    if (own(value, name) === undefined) differs('required', 'absent', property(place, name))
  for (const [name, member] of entries(value)) {
    const described = facets.properties?.get(name)
    if (described !== undefined) compareValue(comparison, property(place, name), described, member)
  }
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** What the bounds of a schema limit: the value of a number, the characters of a string, the items of an array. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return Array.from(value).length
  return Array.isArray(value) ? value.length : undefined
}

function isOutside({ min = -Infinity, max = Infinity }: Facets, size: number): boolean {
  return size < min || size > max
}
