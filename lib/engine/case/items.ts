/** What can be read of the items of lists. */
import { instant } from '../util/time.ts'
import { given, type JsonObject, text } from '../util/values.ts'
import type { Answer } from './answer.ts'

/** The values of a text field in some items, most frequent first. */
export function distinct(items: readonly JsonObject[], field: string): string[] {
  const counts = new Map<string, number>()
  for (const item of items) {
    const value = text(item[field])
    if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** Whether a page is usable and has no further one behind it. Where `has_more` is no boolean, `total` says it. */
export function endsHere(page: Answer | undefined): page is Answer {
  if (page?.usable !== true) return false
  const { has_more: hasMore, offset, total } = page.page
  return typeof hasMore === 'boolean' ? !hasMore : Number(offset) + page.items.length === total
}

/** Whether a page from the newest item on reaches an item of that age: it ends the list, or has an older item. */
export function reaches(page: Answer, createdAt: unknown): boolean {
  const at = instant(createdAt)
  const hasOlder = page.items.some((item) => at !== undefined && (instant(item['created_at']) ?? at) < at)
  return hasOlder || endsHere(page)
}

/** Whether a value can be used as an id. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** The ids of some items. */
export function idsOf(items: readonly JsonObject[]): string[] {
  return items.flatMap(({ id }) => (isId(id) ? [id] : []))
}

/** Whether a list has items, and none with an id that is a string. */
export function hasNoId({ items }: Answer): boolean {
  return items.length > 0 && idsOf(items).length === 0
}

/** The conversations of some leads. */
export function conversationsOf(leads: readonly JsonObject[]): string[] {
  return leads.flatMap((lead) => (given(lead['conversation_id']) ? [String(lead['conversation_id'])] : []))
}

/** Up to three chatbots of different kinds: the first one, a paused one, and the last one. */
export function variousChatbots(items: readonly JsonObject[]): string[] {
  const paused = items.filter((item) => item['is_active'] === false)
  return [...new Set([...idsOf(items).slice(0, 1), ...idsOf(paused).slice(0, 1), ...idsOf(items).slice(-1)])]
}
