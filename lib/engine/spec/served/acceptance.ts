import { shortValue } from '../json.ts'
import type { SchemaProblem } from '../schemas.ts'
import type { Objections } from './schemas.ts'

/** Whether a described schema accepts a value; undefined if that cannot be found out. */
export type Accepts = (value: unknown) => boolean | undefined

/** Whether a described schema accepts values; undefined if it cannot be applied, or accepts anything, which says nothing. */
export function acceptanceOf(objections: Objections, at: string): Accepts | undefined {
  const accepts: Accepts = (value) => {
    const errors = objections(at, value)
    return errors && errors.length === 0
  }
  const saysNothing = accepts({}) !== false && accepts(17) !== false
  return saysNothing ? undefined : accepts
}

/** What the contract says of a place, and what the description says of it. */
export interface Mistake {
  readonly expected: string
  readonly received: string
}

/**
 * The first value that a described schema takes otherwise than the contract does: it must accept what the contract allows, and
 * refuse what it refuses.
 */
export function firstMistake(
  values: readonly unknown[],
  problemOf: (value: unknown) => SchemaProblem | undefined,
  accepts: Accepts,
): Mistake | undefined {
  for (const value of values) {
    const problem = problemOf(value)
    const isAccepted = accepts(value)
    if (problem === undefined && isAccepted === false)
      return { expected: `accepts ${words(value)}`, received: 'refuses it' }
    if (problem !== undefined && isAccepted === true && isStated(problem, value, accepts))
      return { expected: problem.expected, received: `accepts ${words(value)}` }
  }
  return undefined
}

/** Beyond every bound that an API states. */
const FAR: Readonly<Record<string, unknown>> = {
  maximum: 100_000,
  minimum: -100_000,
  maxLength: 'x'.repeat(200_000),
}

/**
 * Whether a description says anything of what is wrong with a value: every one states types and what is required, and it states
 * a bound if it refuses what lies far beyond.
 */
function isStated({ keyword }: SchemaProblem, value: unknown, accepts: Accepts): boolean {
  if (keyword === 'type' || keyword === 'required') return true
  const far = FAR[keyword]
  return far !== undefined && accepts(Array.isArray(value) ? [far] : far) === false
}

function words(value: unknown): string {
  if (value === undefined) return 'its absence'
  const [text = value] = [value].flat()
  return typeof text === 'string' && text.length > 80 ? `${text.length} characters` : shortValue(value)
}
