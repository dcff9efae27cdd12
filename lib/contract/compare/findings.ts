/** What a contradiction is about; the judge maps these to requirements. */
export const CONTRADICTION_KINDS = [
  'invalid-document',
  'openapi-version',
  'info-version',
  'operation',
  'parameter',
  'request-body',
  'response',
  'security',
] as const
export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number]

/** One statement of a served description that cannot be true together with the specification. */
export interface Contradiction {
  readonly kind: ContradictionKind
  /** The place in words: `GET /leads 200 data[].status`. */
  readonly where: string
  readonly expected: string
  readonly received: string
  /** Further places that show the same statement, usually through a shared component. */
  readonly alsoAt: readonly string[]
}

/** A contradiction as found: with the JSON pointers of the served schemas that state it. */
export interface RawFinding {
  readonly kind: ContradictionKind
  readonly where: string
  /** The last step of `where`: tells two fields of one schema apart. */
  readonly leaf: string
  readonly expected: string
  readonly received: string
  readonly origins: ReadonlySet<string>
}

/** One false statement in a shared component shows at many operations: it is reported once, at the first of them. */
export function mergeFindings(found: readonly RawFinding[]): Contradiction[] {
  const groups: { first: RawFinding; origins: Set<string>; alsoAt: string[] }[] = []
  for (const finding of found) {
    const same = groups.find(
      ({ first, origins }) =>
        first.kind === finding.kind &&
        first.leaf === finding.leaf &&
        first.expected === finding.expected &&
        first.received === finding.received &&
        [...finding.origins].some((origin) => origins.has(origin)),
    )
    if (same === undefined) groups.push({ first: finding, origins: new Set(finding.origins), alsoAt: [] })
    else {
      for (const origin of finding.origins) same.origins.add(origin)
      if (finding.where !== same.first.where && !same.alsoAt.includes(finding.where))
        same.alsoAt.push(finding.where)
    }
  }
  return groups.map(({ first: { kind, where, expected, received }, alsoAt }) => ({
    kind,
    where,
    expected,
    received,
    alsoAt,
  }))
}
