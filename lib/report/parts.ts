import type { Source } from '../judge/requirement.ts'
import type { RunRecord } from './record.ts'

type Verified = Pick<RunRecord, 'api' | 'requirements'>

/** The parts of the specification that a record speaks of, by number. */
export function partsOf({ api, requirements }: Verified): readonly number[] {
  return api === undefined
    ? [...new Set(requirements.map(({ part }) => part))].toSorted((a, b) => a - b)
    : api.parts.map((_, index) => index + 1)
}

/** The title of a part of the specification; empty where the record does not hold it. */
export function partTitle({ api }: Pick<RunRecord, 'api'>, part: number): string {
  return api?.parts[part - 1] ?? ''
}

/** What requirements speak of beside the operations: `*` for every one of them first. */
export function besideOperations({ api, requirements }: Verified): readonly string[] {
  const endpoints = new Set(requirements.map(({ endpoint }) => endpoint))
  for (const operation of api?.operations ?? []) endpoints.delete(operation)
  return [...endpoints].toSorted((a, b) => Number(b === '*') - Number(a === '*'))
}

/** How an endpoint is called in running text: `every endpoint` for `*`. */
export function endpointName(endpoint: string): string {
  return endpoint === '*' ? 'every endpoint' : endpoint
}

/** An endpoint as a lower-case word for class names and anchors: `POST /things/{id}` gives `post-things-id`. */
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
  readonly own?: true
}

/** Where the specification states a requirement, in running text: `part 4, GET /things: “since”`, `part 5, rule 3`. */
export function statedIn({ part, source, own }: Stated): string {
  if (own === true && source !== undefined) return source.item
  if (source === undefined) return `part ${part}`
  const place = source.section === '' ? `part ${part}` : `part ${part}, ${source.section}`
  return /^\d+$/.test(source.item) ? `${place}, rule ${source.item}` : `${place}: “${source.item}”`
}

/** A line that says where the specification states a requirement, and how a derived one follows from that. */
export function specificationLine(stated: Stated): string {
  const line = stated.own === true ? `${statedIn(stated)}.` : `Specification, ${statedIn(stated)}.`
  return stated.because === undefined ? line : `${line} Derived: ${stated.because}`
}
