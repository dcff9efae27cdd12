import type { Requirement, Source } from './requirement.ts'
import { type OperationKey, OPERATIONS } from '../spec/operations.ts'

/** What a requirement is about: one operation, every operation (`*`), or something outside part 4. */
export type Endpoint = OperationKey | '*' | 'GET /openapi.json' | 'apex host' | 'webhooks'

/** A requirement without its place: {@link section} adds part, section and endpoint. */
export interface Entry extends Pick<
  Requirement,
  'id' | 'strength' | 'text' | 'because' | 'excluded' | 'restsOn'
> {
  readonly item: string
}

/** The section of a group of requirements, and their endpoint. */
interface Place extends Pick<Source, 'section'> {
  readonly part: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** Omitted if the operation itself is the heading of the section. */
  readonly endpoint?: Endpoint
}

/**
 * A requirement that is stated: id, place in its section, text.
 * @param restsOn - requirements whose violation in the same place explains a violation of this one
 */
export const must = (id: string, item: string, text: string, restsOn?: readonly string[]): Entry => ({
  id,
  item,
  strength: 'must',
  text,
  restsOn,
})

/**
 * A requirement that follows from what is stated; `because` says how.
 * @param restsOn - as for {@link must}
 */
export const derived = (
  id: string,
  item: string,
  text: string,
  because: string,
  restsOn?: readonly string[],
): Entry => ({ id, item, strength: 'derived', text, because, restsOn })

/** A point that the specification leaves open or contradicts: observed, never failed. */
export const open = (id: string, item: string, text: string): Entry => ({ id, item, strength: 'open', text })

/** A statement that cannot be judged from outside, with the reason. */
export const excluded = (id: string, item: string, text: string, reason: string): Entry => ({
  id,
  item,
  strength: 'must',
  text,
  excluded: reason,
})

/** The requirements of one section about one endpoint. */
export function section({ part, section, endpoint }: Place, ...entries: readonly Entry[]): Requirement[] {
  const about = endpoint ?? OPERATIONS.find((operation) => operation === section)
  if (about === undefined) throw new Error(`part ${part}, "${section}": the endpoint is not given`)
  return entries.map(({ id, item, strength, text, because, excluded: reason, restsOn }) => ({
    id,
    part,
    endpoint: about,
    strength,
    source: { part, section, item },
    text,
    because,
    excluded: reason,
    restsOn,
  }))
}
