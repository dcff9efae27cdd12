import { FIELDS, type ResourceName } from '../fields/table.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'

/** Fields that only the detail has, or that change in a workspace in use. */
const IGNORED = new Set(['messages'])

/**
 * Items that differ most: the last one, the one with the most messages, and for each field one where it is present,
 * absent or different.
 */
export function varied(items: readonly JsonObject[], fields: readonly string[], most = 5): JsonObject[] {
  const identified = items
    .filter((item) => typeof item['id'] === 'string' && item['id'] !== '')
    .map((item) => ({ item, traits: fields.map((field) => `${field}:${trait(field, item)}`) }))
  const longest = best(identified, ({ item }) => Number(item['message_count'] ?? 0))
  const chosen = new Set([identified.at(-1), longest].filter((one) => one !== undefined))
  const seen = new Set([...chosen].flatMap(({ traits }) => traits))
  while (chosen.size < most) {
    const next = best(
      identified.filter((one) => !chosen.has(one)),
      ({ traits }) => traits.filter((known) => !seen.has(known)).length,
    )
    if (next === undefined) break
    chosen.add(next)
    for (const known of next.traits) seen.add(known)
  }
  return [...chosen].map(({ item }) => item)
}

/** The first item with the highest score. */
function best<T>(items: readonly T[], score: (item: T) => number): T | undefined {
  let [top] = items
  let highest = top === undefined ? 0 : score(top)
  for (const item of items.slice(1)) {
    const own = score(item)
    if (!(own > highest)) continue
    top = item
    highest = own
  }
  return top
}

/** The trait of an item in a field: present, null or absent; for statuses and languages the value. */
function trait(field: string, item: JsonObject): string {
  const value = item[field]
  if (!given(value)) return field in item ? 'null' : 'absent'
  if (field === 'language_code') return String(value).includes('-') ? 'with a region' : 'plain'
  if (field === 'message_count') return value === 0 ? 'none' : 'some'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'filled'
  return typeof value === 'string' && field !== 'status' ? 'given' : JSON.stringify(value)
}

/** The first field in which a detail differs from its list item. Fields that either omits do not count. */
export function firstDifference(
  resource: ResourceName,
  item: JsonObject,
  detail: JsonObject,
): string | undefined {
  return FIELDS.filter((field) => field.resource === resource && !IGNORED.has(field.field))
    .map(({ field }) => field)
    .find(
      (field) => field in item && field in detail && comparable(item[field]) !== comparable(detail[field]),
    )
}

/** Tags are a set: their order is open. */
function comparable(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort((a, b) => (a < b ? -1 : 1)) : value)
}

/** How a detail is read, and what it is compared with. */
interface Compared {
  readonly resource: 'Conversation' | 'Lead'
  readonly list: 'GET /conversations' | 'GET /leads'
  readonly read: (id: string) => Promise<Answer>
}

/**
 * Expects a detail to show what its list shows. Both may be some seconds old: only a difference that lasts is one.
 */
export async function expectAsListed(
  { api, expect, eventually }: Pick<Context, 'api' | 'expect' | 'eventually'>,
  id: string,
  { resource, list, read }: Compared,
): Promise<void> {
  const { detail, page, item, field } = await eventually(
    async () => {
      const [one, all] = await Promise.all([read(id), api.fullPage(list)])
      const listed = all.items.find((other) => other['id'] === id) ?? one.data
      return {
        detail: one,
        page: all,
        item: listed,
        field: one.usable ? firstDifference(resource, listed, one.data) : undefined,
      }
    },
    (seen) => seen.field === undefined,
  )
  expect(detail).toAnswer(200, { requirement: resource === 'Lead' ? 'GET-LEAD-01' : 'GET-CONVERSATION-01' })
  expect(detail).toSatisfy(
    field === undefined,
    `${field} ${quote(item[field ?? ''])}, as in the list`,
    quote(detail.data[field ?? '']),
    { pointer: `/data/${field}`, also: [page] },
  )
}
