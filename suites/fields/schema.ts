import { json } from '../../lib/engine/http/exchange.ts'
import { isOwnedKey } from '../../lib/engine/http/keys.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { about, major, statementsOf } from '../../lib/engine/judge/rows.ts'
import { CONTRACT, FULL_PAGE } from '../../lib/engine/contract/api.ts'
import { asObject } from '../../lib/engine/contract/json.ts'
import { type Operation, operationOf } from '../../lib/engine/contract/operations.ts'
import { isObject, quote } from '../../lib/engine/util/values.ts'
import { placeAt, placesIn } from './places.ts'

const part1 = statementsOf({ part: 1, section: '', endpoint: '*' })

export const rows = [
  about(
    'answers',
    part1.must(
      'JSON-03',
      '1',
      'A response with a single resource wraps it as an object in `data`.',
      major('Clients read `data` first: without it they find no resource at all.'),
    ),
  ),
  about(
    'answers',
    part1.must(
      'JSON-04',
      '1',
      'A response of a paginated list has an array of objects in `data` and an object in `pagination`.',
      major('A client that walks the pages finds no rows, or no end.'),
    ),
  ),
  part1.must(
    'TIME-01',
    '3',
    'A timestamp is a real instant in UTC, written exactly as YYYY-MM-DDThh:mm:ssZ.',
    major('Clients compare timestamps as texts or parse them strictly: another form sorts wrongly or fails.'),
  ),
]

const TIME = 'TIME-01'

/** The content of a successful answer, by the form of its operation, and the requirement on it. */
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
export const schema: Oracle = (exchange, judgements) => {
  const operation = operationOf(exchange.operation)
  if (operation === undefined || exchange.response === undefined) return
  // Answers to wrong keys are judged only by their status.
  if (!isOwnedKey(exchange.key)) return
  const { status } = exchange.response
  if (status < 200 || status > 299 || !exchange.response.json.ok) return
  const body = json(exchange)
  judgeWrapper(operation, body, judgements)
  judgeFields(operation, body, judgements)
}

function judgeFields({ key, form, responseSchema }: Operation, body: unknown, judgements: Judgements): void {
  const shown = form === 'page' ? cutToPage(body) : body
  const broken = new Set<string>()
  for (const problem of CONTRACT.validate(responseSchema, shown)) {
    const place = placeAt(key, problem.pointer)
    if (place === undefined) continue
    broken.add(place.pointer)
    const isTime = problem.keyword === 'format' && problem.format === 'date-time'
    // Both texts are made only when needed: of a hundred equal failures, most are only counted.
    judgements.fail(
      isTime ? TIME : place.requirement,
      () => problem.expected,
      () => problem.received,
      { pointer: problem.pointer },
    )
  }
  // The requirement on a field holds if the field is present; an absent optional field proves nothing.
  for (const { pointer, requirement, isTime } of placesIn(key, shown)) {
    if (broken.has(pointer)) continue
    judgements.pass(requirement)
    if (isTime) judgements.pass(TIME)
  }
}

/** A page without the items beyond the largest limit: the arithmetic of pages judges those. */
function cutToPage(body: unknown): unknown {
  const { data } = asObject(body)
  return Array.isArray(data) && data.length > FULL_PAGE
    ? { ...asObject(body), data: data.slice(0, FULL_PAGE) }
    : body
}

/** Part 1: `data`, with `pagination` next to it on pages; the items of an array are objects. */
function judgeWrapper({ form }: Operation, body: unknown, judgements: Judgements): void {
  const { requirement, expected, members } = WRAPPERS[form]
  const held = asObject(body)
  const [wrong] = Object.entries(members).find(([name, fits]) => !fits(held[name])) ?? []
  if (wrong === undefined) judgements.pass(requirement)
  else if (isObject(body))
    judgements.fail(requirement, expected, quote(body[wrong]), { pointer: `/${wrong}` })
  else judgements.fail(requirement, expected, quote(body))
  const { data } = held
  for (const [index, item] of Array.isArray(data) ? data.entries() : [])
    if (!isObject(item))
      judgements.fail(requirement, 'objects in `data`', quote(item), { pointer: `/data/${index}` })
}
