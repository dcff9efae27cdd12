/** Reads the items of lists. */
import { reaches } from '../judge/page.ts'
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

/** Whether a page is usable and is the last one. If `has_more` is not a boolean, `total` decides. */
export function endsHere(page: Answer | undefined): page is Answer {
  if (page?.usable !== true) return false
  const { has_more: hasMore, offset, total } = page.page
  return typeof hasMore === 'boolean' ? !hasMore : Number(offset) + page.items.length === total
}

/** Whether a value can be used as an id. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** The ids of some items. */
export function idsOf(items: readonly JsonObject[]): string[] {
  return items.flatMap(({ id }) => (isId(id) ? [id] : []))
}

/** Whether a list has items, but none with a string as id. */
export function hasNoId({ items }: Answer): boolean {
  return items.length > 0 && idsOf(items).length === 0
}

/** The values of a field in some items, as texts. */
export function fieldValues(items: readonly JsonObject[], field: string): string[] {
  return items.flatMap((item) => (given(item[field]) ? [String(item[field])] : []))
}

/** The items that a page from the newest one on lacks, though it reaches them: other items push some off a page. */
export function missingFrom(page: Answer, items: readonly JsonObject[]): readonly JsonObject[] {
  const listed = new Set(idsOf(page.items))
  return items.filter(({ id, created_at: at }) => isId(id) && !listed.has(id) && reaches(page.exchange, at))
}
