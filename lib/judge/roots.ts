import { groupBy } from '../util/collections.ts'
import { type Finding, mergeFindings, wasLetIn } from './finding.ts'

/** What each requirement rests on: a graph without circles, by id. */
export type Foundations = (requirement: string) => readonly string[]

/**
 * Says of each finding which violations it follows from, and merges repeated ones. Nothing is dropped: a consequence
 * is a violation, too.
 *
 * A finding follows from a violation of something that its requirement rests on, directly or through others, where one
 * exchange shows both, or one operation shows both with the same wrong status (or with none).
 */
export function attribute(findings: readonly Finding[], restsOn: Foundations): Finding[] {
  const violations = groupBy(findings, ({ requirement }) => requirement)
  const placesOf = memoized((id: string) => new Set((violations.get(id) ?? []).flatMap(places)))
  const foundations = memoized((id: string) =>
    [...foundationsOf(id, restsOn)].filter((one) => violations.has(one)),
  )
  const causesOf = memoized((finding: Finding) =>
    foundations(finding.requirement).filter((id) => places(finding).some((place) => placesOf(id).has(place))),
  )
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

/** Everything that a requirement rests on, directly or through others. */
export function foundationsOf(id: string, restsOn: Foundations): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...restsOn(id)]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...restsOn(next))
  }
  return reached
}

/**
 * Where a finding was seen: its exchanges, and the operation with the wrong status. A request that was let in without a
 * right was seen in its own exchanges alone: it must not disappear behind another one.
 */
function places(finding: Finding): (number | string)[] {
  const { exchanges, where, status = '' } = finding
  return wasLetIn(finding) ? [...exchanges] : [...exchanges, `${where} ${status}`]
}

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as V
  }
}
