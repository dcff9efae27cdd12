import type { Finding } from './finding.ts'

const GENERAL = new Set(['STATUS-01', 'STATUS-02', 'STATUS-03'])

/**
 * Leaves the root causes: drops each finding that another violation of the same run explains, and merges what was seen
 * again and again. One defect is to be told once, by the requirement that it breaks.
 */
export function rootCauses(findings: readonly Finding[]): { roots: Finding[]; explained: Finding[] } {
  const specific = new Set(
    findings.filter((f) => !GENERAL.has(f.requirement)).flatMap((f) => f.exchanges.slice(0, 1)),
  )
  const candidates = findings.filter(
    (f) => !(GENERAL.has(f.requirement) && specific.has(f.exchanges[0] ?? 0)),
  )
  const violated = new Set(candidates.map((f) => f.requirement))
  const causes = (f: Finding): string[] =>
    (f.explainedBy ?? []).filter((id) => id !== f.requirement && violated.has(id))
  const certain = new Set(candidates.filter((f) => causes(f).length === 0).map((f) => f.requirement))
  const explained = candidates.filter((f) => causes(f).some((id) => certain.has(id)))
  const roots = candidates.filter((f) => !explained.includes(f))
  return { roots: merge(roots), explained: merge(explained) }
}

/** One finding for each requirement, place and pointer, array positions aside; with how often it was seen. */
export function merge(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = JSON.stringify([
      finding.requirement,
      finding.where,
      finding.pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*'),
      finding.case,
    ])
    const known = merged.get(key)
    if (known === undefined) merged.set(key, finding)
    else {
      const exchanges =
        known.exchanges.length < 3
          ? [...new Set([...known.exchanges, ...finding.exchanges])]
          : known.exchanges
      merged.set(key, { ...known, exchanges, count: known.count + finding.count })
    }
  }
  return [...merged.values()]
}
