/** The places of an answer with requirements of their own: the fields of its schema, at any depth. */
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { asObject, own } from '../../lib/engine/contract/json.ts'
import { type OperationKey, operationOf, OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { given, isObject, type JsonObject } from '../../lib/engine/util/values.ts'

/** A field of an answer, with the fields of its value or, if that is an array, of its items. */
interface PlacedField {
  readonly name: string
  readonly requirement: unknown
  readonly isTime: boolean
  readonly isArray: boolean
  readonly inner: readonly PlacedField[]
}

interface FieldPlace {
  readonly pointer: string
  readonly requirement: string
  readonly isTime: boolean
}

const FIELDS_OF: ReadonlyMap<OperationKey, readonly PlacedField[]> = new Map(
  OPERATIONS.map((key) => [
    key,
    fieldsIn({ $ref: `#/components/schemas/${operationOf(key).responseSchema}` }),
  ]),
)

function fieldsIn(schema: JsonObject): readonly PlacedField[] {
  return CONTRACT.fieldsOf(schema).map(({ name, schema: value }) => ({
    name,
    requirement: value['x-requirement'],
    isTime: value['format'] === 'date-time',
    isArray: own(value, 'items') !== undefined,
    inner: fieldsIn(asObject(own(value, 'items') ?? value)),
  }))
}

function placed(pointer: string, { requirement, isTime }: PlacedField): readonly FieldPlace[] {
  return typeof requirement === 'string' ? [{ pointer, requirement, isTime }] : []
}

/**
 * The innermost field with a requirement on the way to a pointer such as `/data/3/messages/0/role`; undefined
 * if there is none.
 */
export function placeAt(operation: OperationKey, pointer: string): FieldPlace | undefined {
  let fields = FIELDS_OF.get(operation) ?? []
  let [at, found]: [string, FieldPlace | undefined] = ['', undefined]
  for (const name of pointer.split('/').slice(1)) {
    at += `/${name}`
    const isItem = /^\d+$/.test(name)
    const field = fields.find((one) => one.name === name)
    if (field === undefined && !isItem) break
    if (field !== undefined) [fields, found] = [field.inner, placed(at, field)[0] ?? found]
  }
  return found
}

/** The fields that an answer shows, without optional ones that are absent or null. */
export function placesIn(operation: OperationKey, body: unknown): readonly FieldPlace[] {
  const found: FieldPlace[] = []
  // A transcript has a hundred thousand fields: each is added once, and none is copied.
  const visit = (value: unknown, pointer: string, fields: readonly PlacedField[]): void => {
    if (!isObject(value)) return
    for (const field of fields) {
      const [inner, at] = [value[field.name], `${pointer}/${field.name}`]
      if (!given(inner)) continue
      found.push(...placed(at, field))
      if (!field.isArray) visit(inner, at, field.inner)
      else if (field.inner.length > 0 && Array.isArray(inner))
        for (const [index, one] of inner.entries()) visit(one, `${at}/${index}`, field.inner)
    }
  }
  visit(body, '', FIELDS_OF.get(operation) ?? [])
  return found
}
