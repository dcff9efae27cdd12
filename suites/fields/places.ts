/** The places of an answer with requirements of their own: the fields of its schema, at any depth. */
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { asObject, own } from '../../lib/engine/contract/json.ts'
import { type OperationKey, operationOf, OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'

interface PlacedField {
  readonly requirement: string
  readonly isTime: boolean
}

/** A place in an answer, with the field at it. */
interface FieldPlace extends PlacedField {
  readonly pointer: string
}

/** The fields of each answer by their places, with `#` for the number of an item: `/data/#/messages/#/role`. */
const FIELDS_OF: ReadonlyMap<OperationKey, ReadonlyMap<string, PlacedField>> = new Map(
  OPERATIONS.map((key) => [
    key,
    new Map(fieldsIn({ $ref: `#/components/schemas/${operationOf(key).responseSchema}` }, '')),
  ]),
)

function fieldsIn(schema: JsonObject, path: string): readonly (readonly [string, PlacedField])[] {
  return CONTRACT.fieldsOf(schema).flatMap(({ name, schema: inner }) => {
    const { 'x-requirement': requirement, format } = inner
    const place = `${path}/${name}`
    const field =
      typeof requirement === 'string'
        ? [[place, { requirement, isTime: format === 'date-time' }] as const]
        : []
    const items = own(inner, 'items')
    return [
      ...field,
      ...(items === undefined ? fieldsIn(inner, place) : fieldsIn(asObject(items), `${place}/#`)),
    ]
  })
}

/**
 * The innermost field with a requirement on the way to a pointer such as `/data/3/messages/0/role`; undefined
 * if there is none.
 */
export function placeAt(operation: OperationKey, pointer: string): FieldPlace | undefined {
  const names = pointer.split('/').slice(1)
  for (let depth = names.length; depth > 0; depth--) {
    const path = names.slice(0, depth)
    const field = FIELDS_OF.get(operation)?.get(
      path.map((name) => `/${/^\d+$/.test(name) ? '#' : name}`).join(''),
    )
    if (field !== undefined) return { pointer: `/${path.join('/')}`, ...field }
  }
  return undefined
}

/** The fields that an answer shows, without optional ones that are absent or null. */
export function placesIn(operation: OperationKey, body: unknown): readonly FieldPlace[] {
  const fields = FIELDS_OF.get(operation) ?? new Map<string, PlacedField>()
  const found: FieldPlace[] = []
  // A transcript has a hundred thousand fields: each is added once, and none is copied.
  const visit = (value: unknown, pointer: string, place: string): void => {
    if (!given(value)) return
    const field = fields.get(place)
    if (field !== undefined) found.push({ pointer, ...field })
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value))
      for (const [index, one] of value.entries()) visit(one, `${pointer}/${index}`, `${place}/#`)
    else for (const [name, one] of Object.entries(value)) visit(one, `${pointer}/${name}`, `${place}/${name}`)
  }
  visit(body, '', '')
  return found
}
