import { json } from '../../lib/http/exchange.ts'
import { isOwnedKey } from '../../lib/http/keys.ts'
import type { Judgements } from '../../lib/judge/judgements.ts'
import type { Oracle } from '../../lib/judge/oracle.ts'
import { CONTRACT, FULL_PAGE } from '../../lib/spec/api.ts'
import { asObject, own } from '../../lib/spec/json.ts'
import { type Operation, type OperationKey, operationOf, OPERATIONS } from '../../lib/spec/operations.ts'
import { given, isObject, quote, type JsonObject } from '../../lib/util/values.ts'

/** What a successful answer holds, by the form of its operation, and the requirement that says so. */
const WRAPPERS = {
  object: { requirement: 'JSON-03', expected: 'an object in `data`', members: { data: isObject } },
  page: {
    requirement: 'JSON-04',
    expected: 'an array in `data` and an object in `pagination`',
    members: { data: Array.isArray, pagination: isObject },
  },
  list: { requirement: 'LIST-SOURCES-01', expected: 'an array in `data`', members: { data: Array.isArray } },
} as const

/** Part 2: wrapper and fields of every successful answer, one requirement for each field. */
export const schema: Oracle = (exchange, judgements, { contract }) => {
  const operation = operationOf(exchange.operation)
  if (operation === undefined || exchange.response === undefined) return
  // Answers to wrong keys are judged by their status alone.
  if (!isOwnedKey(exchange.key)) return
  const { status } = exchange.response
  if (status < 200 || status > 299 || !exchange.response.json.ok) return
  const body = json(exchange)
  judgeWrapper(operation, status, body, judgements)

  const fields = FIELDS_OF.get(operation.key) ?? new Map<string, Field>()
  const shown = operation.form === 'page' ? cutToPage(body) : body
  const broken = new Set<string>()
  for (const problem of contract.validate(operation.responseSchema, shown)) {
    const [place, requirement] = fieldAt(fields, problem.pointer)
    if (requirement === undefined) continue
    broken.add(place)
    const isTime = problem.keyword === 'format' && problem.format === 'date-time'
    // Both texts are made on demand: of a hundred equal failures, most are only counted.
    judgements.fail(
      isTime ? TIME : requirement,
      () => problem.expected,
      () => problem.received,
      { pointer: problem.pointer },
    )
  }
  passFields(fields, shown, '', broken, judgements)
}

/** A page without the items beyond the largest limit, which the arithmetic of pages judges. */
function cutToPage(body: unknown): unknown {
  const { data } = asObject(body)
  return Array.isArray(data) && data.length > FULL_PAGE
    ? { ...asObject(body), data: data.slice(0, FULL_PAGE) }
    : body
}

/** Part 1: `data`, with `pagination` beside it on pages; the items of an array are objects. */
function judgeWrapper({ form }: Operation, status: number, body: unknown, judgements: Judgements): void {
  const { requirement, expected, members } = WRAPPERS[form]
  const held = asObject(body)
  const [wrong] = Object.entries(members).find(([name, fits]) => !fits(held[name])) ?? []
  judgements.check(
    wrong === undefined,
    requirement,
    expected,
    () => memberInWords(status, body, wrong ?? ''),
    faultAt(status, body, wrong ?? ''),
  )
  const { data } = held
  for (const [index, item] of Array.isArray(data) ? data.entries() : [])
    if (!isObject(item))
      judgements.fail(requirement, 'objects in `data`', quote(item), { pointer: `/data/${index}` })
}

/** The member at fault in words; of what is no object, or an error, the whole body. */
function memberInWords(status: number, body: unknown, name: string): string {
  if (isError(body)) return `status ${status} with ${quote(body)}`
  if (!isObject(body)) return quote(body)
  return Object.hasOwn(body, name) ? quote(body[name]) : 'absent'
}

/** The place at fault: the member, or of an error with a success status that status. */
function faultAt(status: number, body: unknown, name: string): { status?: number; pointer?: string } {
  if (isError(body)) return { status }
  return isObject(body) ? { pointer: `/${name}` } : {}
}

function isError(body: unknown): boolean {
  return isObject(body) && 'error' in body && 'code' in body && !('data' in body)
}

const TIME = 'TIME-01'

/** The members of an object in the contract, or of the objects in an array, by name. */
type Fields = ReadonlyMap<string, Field>

interface Field {
  /** The requirement about the field; absent for the wrapper of an answer. */
  readonly requirement?: string
  readonly isTime: boolean
  readonly fields: Fields
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

/** The innermost field that a pointer such as `/data/3/messages/0/role` leads to: where it is, and its requirement. */
function fieldAt(fields: Fields, pointer: string): readonly [place: string, requirement?: string] {
  let inside = fields
  let place = ''
  let found: readonly [string, string?] = ['']
  for (const name of pointer.split('/').slice(1)) {
    place += `/${name}`
    const field = inside.get(name)
    if (field === undefined) continue
    inside = field.fields
    if (field.requirement !== undefined) found = [place, field.requirement]
  }
  return found
}

/** A field requirement holds where the field is present; an absent optional field proves nothing. */
function passFields(
  fields: Fields,
  value: unknown,
  place: string,
  broken: ReadonlySet<string>,
  judgements: Judgements,
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (isObject(item)) passFields(fields, item, `${place}/${index}`, broken, judgements)
    return
  }
  if (!isObject(value)) return
  for (const [name, { requirement, isTime, fields: inner }] of fields) {
    const shown = value[name]
    const pointer = `${place}/${name}`
    if (!given(shown)) continue
    if (requirement !== undefined && !broken.has(pointer)) {
      judgements.pass(requirement)
      if (isTime) judgements.pass(TIME)
    }
    if (inner.size > 0) passFields(inner, shown, pointer, broken, judgements)
  }
}
