import { groupBy } from '../util/collections.ts'
import { type Finding, mergeFindings, wasLetIn } from './finding.ts'

/** What each requirement rests on: a graph without circles, by id. */
export type Foundations = (requirement: string) => readonly string[]

/**
 * Says of each finding which violations it follows from, and merges repeated ones. Nothing is dropped: a consequence
 * is a violation, too.
 *
 * A finding follows from the nearest violation of something that its requirement rests on, directly or through others,
 * where one exchange shows both, or one operation shows both, and not with two different statuses.
 */
export function attribute(findings: readonly Finding[], restsOn: Foundations): Finding[] {
  const violations = groupBy(findings, ({ requirement }) => requirement)
  const shownOf = memoized((id: string) => new Set((violations.get(id) ?? []).flatMap(shownIn)))
  const foundations = memoized((id: string) => [...foundationsOf(id, restsOn)])
  const causesOf = memoized((finding: Finding): readonly string[] => {
    const places = soughtIn(finding)
    for (const level of foundations(finding.requirement)) {
      const causes = level.filter((id) => places.some((place) => shownOf(id).has(place)))
      if (causes.length > 0) return causes
    }
    return []
  })
  const rootsOf: (id: string) => readonly string[] = memoized((id) => {
    const own = violations.get(id) ?? []
    if (own.some((finding) => causesOf(finding).length === 0)) return [id]
    return [...new Set(own.flatMap(causesOf))].flatMap(rootsOf)
  })
  return mergeFindings(
    findings.map((finding) => {
      const roots = [...new Set(causesOf(finding).flatMap(rootsOf))].sort()
      return roots.length === 0 ? finding : { ...finding, consequenceOf: roots }
    }),
  )
}

/** What a requirement rests on: first directly, then through one other, and so on. */
export function* foundationsOf(id: string, restsOn: Foundations): Generator<readonly string[]> {
  const reached = new Set<string>()
  let level: readonly string[] = [id]
  while (level.length > 0) {
    level = [...new Set(level.flatMap(restsOn))].filter((one) => !reached.has(one))
    for (const one of level) reached.add(one)
    yield level
  }
}

type Place = number | string

/** Where a finding was seen: its exchanges, its operation, and this with the wrong status (`undefined` for none). */
function shownIn({ exchanges, where, status }: Finding): Place[] {
  return [...exchanges, where, `${where} ${status}`]
}

/**
 * Where a cause of a finding must have been seen. A request that was let in without a right follows from nothing of
 * another exchange: it must not disappear behind anything.
 */
function soughtIn(finding: Finding): Place[] {
  const { exchanges, where, status } = finding
  if (wasLetIn(finding)) return [...exchanges]
  return [...exchanges, ...(status === undefined ? [where] : [`${where} ${status}`, `${where} undefined`])]
}

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as V
  }
}
