import { groupBy } from '../util/collections.ts'
import { type Finding, mergeFindings, wasLetIn } from './finding.ts'

/** What each requirement rests on: a graph without circles, by id. */
export type Foundations = (requirement: string) => readonly string[]

/**
 * Says of each finding which violations it follows from, and merges repeated ones. Nothing is dropped: a consequence
 * is a violation, too.
 *
 * A finding follows from a violation of something that its own requirement rests on, directly or through others, if
 * both happened in the same exchange or on the same operation. Two wrong statuses must be the same one. A request that
 * was let in without a right follows from nothing that happened in another exchange.
 */
export function attribute(findings: readonly Finding[], restsOn: Foundations): Finding[] {
  const violations = groupBy(findings, ({ requirement }) => requirement)
  const places = memoized((id: string) => placesOf(violations.get(id) ?? []))
  const foundations = memoized((id: string) =>
    [...foundationsOf(id, restsOn)].filter((one) => violations.has(one)),
  )
  const causesOf = memoized((finding: Finding) =>
    foundations(finding.requirement).filter((id) => places(id).some((place) => explains(place, finding))),
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

/** Where a requirement was violated: an operation, and the exchanges that show it. */
interface Place {
  readonly where: string
  readonly status: number | undefined
  readonly exchanges: ReadonlySet<number>
}

function placesOf(findings: readonly Finding[]): Place[] {
  return [...groupBy(findings, ({ where, status }) => `${status} ${where}`).values()].flatMap((alike) =>
    alike.slice(0, 1).map(({ where, status }) => ({
      where,
      status,
      exchanges: new Set(alike.flatMap(({ exchanges }) => exchanges)),
    })),
  )
}

function explains(cause: Place, effect: Finding): boolean {
  if (cause.status !== undefined && effect.status !== undefined && cause.status !== effect.status)
    return false
  return (
    effect.exchanges.some((id) => cause.exchanges.has(id)) ||
    (cause.where === effect.where && !wasLetIn(effect))
  )
}

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as V
  }
}
