/** The causes of each violated requirement: one entry per finding, empty if it has none. */
export type Causes = ReadonlyMap<string, readonly (readonly string[])[]>

/**
 * Follows causes to their ends: the root violations of each violated requirement.
 * A requirement with a finding without cause is a root itself. Requirements that only explain each other are all
 * roots: nothing shows which came first.
 */
export function origins(causes: Causes): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = [...causes.keys()]
  const grounded = new Set(ids.filter((id) => causes.get(id)?.some((some) => some.length === 0)))
  const next = (id: string): string[] =>
    grounded.has(id) ? [] : (causes.get(id) ?? []).flat().filter((cause) => causes.has(cause))
  const reached = new Map(ids.map((id) => [id, reachable(id, next)]))
  const reaches = (id: string): readonly string[] => [...(reached.get(id) ?? [])]
  const ends = new Set(
    ids.filter((id) => grounded.has(id) || reaches(id).every((other) => reached.get(other)?.has(id))),
  )
  return new Map(
    ids.map((id) => [
      id,
      grounded.has(id) ? new Set([id]) : new Set(reaches(id).filter((one) => ends.has(one))),
    ]),
  )
}

function reachable(from: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...next(from)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...next(id))
  }
  return seen
}
