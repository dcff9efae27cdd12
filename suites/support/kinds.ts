import { idsOf } from '../../lib/engine/case/items.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { EFFORT } from './effort.ts'

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
  const kindsOf = (item: JsonObject): string[] => fields.map((field) => `${field}: ${kindIn(field, item)}`)
  const chosen = items.slice(-1)
  while (chosen.length < EFFORT.kinds) {
    const seen = new Set(chosen.flatMap(kindsOf))
    const further = (item: JsonObject): number => kindsOf(item).filter((kind) => !seen.has(kind)).length
    const [next] = items.toSorted((one, other) => further(other) - further(one))
    if (next === undefined || further(next) === 0) return chosen
    chosen.push(next)
  }
  return chosen
}

/** Up to three chatbots of different kinds: the first one, a paused one, and the last one. */
export function variousChatbots(items: readonly JsonObject[]): string[] {
  const paused = items.filter((item) => item['is_active'] === false)
  return [...new Set([...idsOf(items).slice(0, 1), ...idsOf(paused).slice(0, 1), ...idsOf(items).slice(-1)])]
}
