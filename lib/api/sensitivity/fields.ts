import type { Exchange } from '../../http/exchange.ts'
import { answerForm } from '../oracles/resources.ts'
import { isObject, type Row } from '../../util/values.ts'
import { bodyOf, rowsOf } from '../oracles/bodies.ts'
import { altered, GONE, type Path, pointer, refused, succeeded } from '../../judge/alter.ts'
import type { Fault, Operator } from '../../judge/fault.ts'
import { isRequired } from './required.ts'

/** A field of an answer, and the resource that it belongs to. */
interface Site {
  readonly resource: string
  readonly path: Path
  readonly value: unknown
}

const known = new WeakMap<Exchange, readonly Site[]>()

/** Every field of an answer once: of a list the first row that gives it. Looked through once for all operators. */
function sites(exchange: Exchange): readonly Site[] {
  const found = known.get(exchange) ?? sitesOf(exchange).filter(isKnown)
  known.set(exchange, found)
  return found
}

function sitesOf(exchange: Exchange): Site[] {
  if (refused(exchange)) return fieldsOf('Error', [], bodyOf(exchange))
  const answer = answerForm(exchange.operation)
  if (!succeeded(exchange) || answer === undefined) return []
  const { resource, form } = answer
  const { data, pagination } = bodyOf(exchange)
  if (form === 'object') return isObject(data) ? nested(resource, ['data'], data) : []
  const rows = rowsOf(exchange)
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  const ofRows = [...names].flatMap((name) => {
    const index = rows.findIndex((row) => row[name] !== undefined && row[name] !== null)
    return index < 0 ? [] : [{ resource, path: ['data', index, name], value: rows[index]?.[name] }]
  })
  return isObject(pagination) ? [...ofRows, ...fieldsOf('Pagination', ['pagination'], pagination)] : ofRows
}

function fieldsOf(resource: string, path: Path, object: Row): Site[] {
  return Object.entries(object).map(([name, value]) => ({ resource, path: [...path, name], value }))
}

/** The fields of one object, and of the objects that it holds. */
function nested(resource: string, path: Path, object: Row): Site[] {
  const inner = (name: string, of: string): Site[] => {
    const value = object[name]
    if (isObject(value)) return fieldsOf(of, [...path, name], value)
    const first: unknown = Array.isArray(value) ? value[0] : undefined
    return isObject(first) ? fieldsOf(of, [...path, name, 0], first) : []
  }
  return [
    ...fieldsOf(resource, path, object),
    ...(resource === 'ConversationDetail' ? inner('messages', 'Message') : []),
    ...(resource === 'AnalyticsSummary' ? [...inner('totals', 'Totals'), ...inner('by_day', 'Day')] : []),
  ]
}

/** An operator that alters each field that it fits. */
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

/** Unknown fields are free: altering them says nothing. */
function isKnown({ resource, path }: Site): boolean {
  return isRequired(resource, String(path.at(-1))) !== undefined
}

const optional = ({ resource, path }: Site): boolean => isRequired(resource, String(path.at(-1))) === false
const named =
  (...names: readonly string[]) =>
  ({ path }: Site): boolean =>
    names.includes(String(path.at(-1)))
const isText = ({ value }: Site): boolean => typeof value === 'string'
const isNumber = ({ value }: Site): boolean => typeof value === 'number'
const isTime = ({ path, value }: Site): boolean =>
  typeof value === 'string' && String(path.at(-1)).endsWith('_at')

/** Faults in single fields: presence, type and form. */
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
  each(
    'form/uuid',
    ({ value }) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value),
    () => '7',
  ),
  each('form/email', named('email'), () => 'nobody'),
  each(
    'form/zone',
    (site) => site.resource === 'Booking' && named('attendee_timezone')(site),
    () => 'Lisbon time',
  ),
  each('form/empty-id', named('id'), () => ''),
  each(
    'range/negative',
    (site) => isNumber(site) && named('limit', 'offset', 'total', 'message_count')(site),
    () => -1,
  ),
  each('word/role', named('role'), () => 'bot'),
  each('word/code', named('code'), () => 'oops'),
  each('word/window', named('window'), () => '7d'),
  each(
    'word/source',
    (site) => site.resource === 'Reservation' && named('source')(site),
    () => 'fax',
  ),
  each(
    'word/reservation-status',
    (site) => site.resource === 'Reservation' && named('status')(site),
    () => 'lost',
  ),
  each('word/cancelled-by', named('cancelled_by'), () => 'nobody'),
]
