import type { Source } from '../judge/requirement.ts'

/** The nine parts of the specification, by number, in short. */
export const PART_TITLES: Readonly<Record<number, string>> = {
  1: 'Service and conventions',
  2: 'Resources and fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
}

export const PARTS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** How an endpoint is called in running text: `every endpoint` for `*`. */
export function endpointName(endpoint: string): string {
  return endpoint === '*' ? 'every endpoint' : endpoint
}

/** An endpoint as a lower-case word for class names and anchors: `POST /leads/{id}` gives `post-leads-id`. */
export function endpointSlug(endpoint: string): string {
  return endpointName(endpoint)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

interface Stated {
  readonly part: number
  readonly source?: Source
  readonly because?: string
}

/** Where the specification states a requirement, in running text: `part 4, GET /leads: “since”`, `part 5, rule 3`. */
export function statedIn({ part, source }: Stated): string {
  if (source === undefined) return `part ${part}`
  const place = source.section === '' ? `part ${part}` : `part ${part}, ${source.section}`
  return /^\d+$/.test(source.item) ? `${place}, rule ${source.item}` : `${place}: “${source.item}”`
}

/** A line that says where the specification states a requirement, and how a derived one follows from that. */
export function specificationLine(stated: Stated): string {
  const line = `Specification, ${statedIn(stated)}.`
  return stated.because === undefined ? line : `${line} Derived: ${stated.because}`
}
