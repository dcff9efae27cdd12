import type { Finding } from './finding.ts'

/**
 * One finding for each requirement, place, status, case, cause and pointer (array positions aside), with its count.
 */
export function merge(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = JSON.stringify([
      finding.requirement,
      finding.where,
      finding.pointer === undefined ? undefined : anyRow(finding.pointer),
      finding.case,
      finding.status,
      finding.consequenceOf,
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

/** A JSON pointer without array positions: the same for every item of a page. */
export function anyRow(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}
