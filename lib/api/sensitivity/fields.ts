import type { Field } from '../../contract/contract.ts'
import { operationOf } from '../operations.ts'
import type { Exchange } from '../../http/exchange.ts'
import {
  altered,
  type Fault,
  GONE,
  type Operator,
  type Path,
  pointer,
  refused,
  succeeded,
} from '../../judge/fault.ts'
import { remembered } from '../../util/memo.ts'
import { isObject, type JsonObject } from '../../util/values.ts'
import { CONTRACT } from '../contract.ts'
import { bodyOf } from '../oracles/oracle.ts'

/** A field with a value in an answer, and its entry in the contract. */
interface Site {
  readonly field: Field
  readonly path: Path
  readonly value: unknown
}

/** Every field of an answer once; in a list, that of the first item with a value. Memoised: all operators use it. */
const sites = remembered((exchange: Exchange): readonly Site[] => {
  const body = bodyOf(exchange)
  if (refused(exchange)) return fieldsIn('Error', [], body)
  const operation = operationOf(exchange.operation)
  if (!succeeded(exchange) || operation === undefined) return []
  const members = CONTRACT.fieldsOf(operation.responseSchema)
  return members.flatMap(({ name, schema }) => below(schema, [name], body[name]))
})

/** The specified fields of an object and of those nested in it. Others are free. */
function fieldsIn(
  schema: Parameters<typeof CONTRACT.fieldsOf>[0],
  path: Path,
  object: JsonObject,
): readonly Site[] {
  return CONTRACT.fieldsOf(schema).flatMap((field) => {
    const value = object[field.name]
    if (value === undefined) return []
    const at = [...path, field.name]
    return [{ field, path: at, value }, ...below(field.schema, at, value)]
  })
}

function below(schema: Field['schema'], path: Path, value: unknown): readonly Site[] {
  if (isObject(value)) return fieldsIn(schema, path, value)
  const { items } = schema
  if (!Array.isArray(value) || !isObject(items)) return []
  return CONTRACT.fieldsOf(items).flatMap(({ name }) => {
    const index = value.findIndex((item: unknown) => isObject(item) && (item[name] ?? null) !== null)
    const item: unknown = value[index]
    if (!isObject(item)) return []
    return fieldsIn(items, [...path, index], item).filter((site) => site.path[path.length + 1] === name)
  })
}

/** An operator that alters each field that it applies to. */
function each(
  name: string,
  fits: (site: Site) => boolean,
  alter: (value: unknown) => unknown,
  equivalent: (site: Site) => boolean = () => false,
  unseen = 'judged on every answer',
): Operator {
  return {
    name,
    unseen,
    seed: (exchange) =>
      sites(exchange)
        .filter((site) => fits(site))
        .map((site): Fault => ({
          exchange: altered(exchange, site.path, alter),
          where: pointer(site.path.map((step) => (typeof step === 'number' ? '*' : step))),
          ...(equivalent(site) ? { equivalent: true } : {}),
        })),
  }
}

const optional = ({ field }: Site): boolean => !field.required
const isText = ({ value }: Site): boolean => typeof value === 'string'
const isNumber = ({ value }: Site): boolean => typeof value === 'number'
const hasForm =
  (format: string) =>
  ({ field, value }: Site): boolean =>
    typeof value === 'string' && field.schema['format'] === format
const isTime = hasForm('date-time')
/** Whether the contract enumerates the values of a field. */
const isWord = ({ field, value }: Site): boolean =>
  typeof value === 'string' && (field.schema['enum'] !== undefined || field.schema['const'] !== undefined)

/** Faults in single fields: presence, type, form. */
export const FIELD_OPERATORS: readonly Operator[] = [
  each(
    'field/gone',
    () => true,
    () => GONE,
    optional,
  ),
  each(
    'field/null',
    () => true,
    () => null,
    optional,
  ),
  each(
    'field/renamed',
    (site) => !optional(site),
    () => GONE,
  ),
  each('type/number-for-text', isText, () => 7),
  each('type/text-for-number', isNumber, (value) => String(value)),
  each(
    'type/text-for-flag',
    ({ value }) => typeof value === 'boolean',
    (value) => String(value),
  ),
  each(
    'type/object-for-list',
    ({ value }) => Array.isArray(value),
    () => ({}),
  ),
  each(
    'type/list-for-object',
    ({ value }) => isObject(value),
    () => [],
  ),
  each('type/fraction', isNumber, (value) => Number(value) + 0.5),
  each('form/time-with-fraction', isTime, (value) => String(value).replace('Z', '.000Z')),
  each('form/time-with-offset', isTime, (value) => String(value).replace('Z', '+00:00')),
  each('form/time-with-blank', isTime, (value) => String(value).replace('T', ' ')),
  each('form/no-such-day', isTime, (value) => String(value).replace(/-\d\dT/, '-32T')),
  each('form/uuid', hasForm('uuid'), () => '7'),
  each('form/email', hasForm('email'), () => 'nobody'),
  each(
    'form/zone',
    ({ field }) => field.name === 'attendee_timezone' && /IANA/.test(String(field.schema['description'])),
    () => 'Lisbon time',
  ),
  each(
    'form/empty-id',
    ({ field }) => field.name === 'id',
    () => '',
  ),
  each(
    'range/negative',
    (site) => isNumber(site) && typeof site.field.schema['minimum'] === 'number',
    () => -1,
  ),
  each('word/of-no-list', isWord, () => 'oops'),
]
