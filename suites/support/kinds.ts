import { given, type JsonObject } from '../../lib/util/values.ts'

/** How many of many alike are tried: four show each status and flag of most workspaces. */
export const FEW = 4

/**
 * What an item is in a field: absent, null, a flag, a status, or given; of arrays, texts and numbers whether they are
 * empty.
 */
function kindIn(field: string, item: JsonObject): string {
  const value = item[field]
  if (!given(value)) return field in item ? 'null' : 'absent'
  if (typeof value === 'boolean' || field.endsWith('status')) return String(value)
  const isEmpty = value === 0 || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? 'empty' : 'given'
}

/** A few items that differ in some fields: the last one, then always the one with most kinds that none before it has. */
export function ofEveryKind(items: readonly JsonObject[], fields: readonly string[]): readonly JsonObject[] {
  const kinds = new Map(
    items.map((item) => [item, fields.map((field) => `${field}: ${kindIn(field, item)}`)]),
  )
  const seen = new Set<string>()
  const chosen: JsonObject[] = []
  let next = items.at(-1)
  while (next !== undefined && chosen.length < FEW) {
    chosen.push(next)
    for (const kind of kinds.get(next) ?? []) seen.add(kind)
    let best = 0
    next = undefined
    for (const [item, own] of kinds) {
      const further = own.filter((kind) => !seen.has(kind)).length
      if (further > best) [best, next] = [further, item]
    }
  }
  return chosen
}
