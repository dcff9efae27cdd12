/** The places of an answer that requirements are about: the fields of its schema, at any depth. */
import { CONTRACT } from '../../lib/engine/spec/api.ts'
import { asObject, own } from '../../lib/engine/spec/json.ts'
import { type OperationKey, operationOf, OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { given, isObject, type JsonObject } from '../../lib/engine/util/values.ts'

/** The members of an object in the contract, or of the objects in an array, by name. */
type Fields = ReadonlyMap<string, Field>

interface Field {
  /** The requirement about the field; absent for the wrapper of an answer. */
  readonly requirement?: string
  readonly isTime: boolean
  readonly fields: Fields
}

/** A field of an answer that a requirement is about. */
interface Place {
  readonly pointer: string
  readonly requirement: string
  readonly isTime: boolean
}

const FIELDS_OF: ReadonlyMap<OperationKey, Fields> = new Map(
  OPERATIONS.map((key) => [
    key,
    fieldsIn(asObject({ $ref: `#/components/schemas/${operationOf(key).responseSchema}` })),
  ]),
)

function fieldsIn(schema: JsonObject): Fields {
  return new Map(
    CONTRACT.fieldsOf(schema).map(({ name, schema: inner }) => {
      const requirement = inner['x-requirement']
      return [
        name,
        {
          requirement: typeof requirement === 'string' ? requirement : undefined,
          isTime: inner['format'] === 'date-time',
          fields: fieldsIn(asObject(own(inner, 'items') ?? inner)),
        },
      ]
    }),
  )
}

/** The innermost field that a pointer such as `/data/3/messages/0/role` leads to; undefined if no requirement is about it. */
export function placeAt(operation: OperationKey, pointer: string): Place | undefined {
  let fields = FIELDS_OF.get(operation)
  let path = ''
  let found: Place | undefined
  for (const name of pointer.split('/').slice(1)) {
    path += `/${name}`
    const field = fields?.get(name)
    // The number of an item: its fields are those of the array.
    if (field === undefined) continue
    fields = field.fields
    const { requirement, isTime } = field
    if (requirement !== undefined) found = { pointer: path, requirement, isTime }
  }
  return found
}

/** The fields that an answer shows; an optional one that is absent or null is not among them. */
export function placesIn(operation: OperationKey, body: unknown): readonly Place[] {
  return placesUnder(FIELDS_OF.get(operation) ?? new Map(), body, '')
}

function placesUnder(fields: Fields, value: unknown, path: string): readonly Place[] {
  if (fields.size === 0) return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => placesUnder(fields, item, `${path}/${index}`))
  if (!isObject(value)) return []
  return [...fields].flatMap(([name, { requirement, isTime, fields: inner }]) => {
    if (!given(value[name])) return []
    const pointer = `${path}/${name}`
    const place = requirement === undefined ? [] : [{ pointer, requirement, isTime }]
    return [...place, ...placesUnder(inner, value[name], pointer)]
  })
}
