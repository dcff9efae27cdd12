/** Items by key, in their order. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** The items without undefined and false. */
export function present<T>(...items: readonly (T | undefined | false)[]): T[] {
  return items.filter((item): item is T => item !== undefined && item !== false)
}
