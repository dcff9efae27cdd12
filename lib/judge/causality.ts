import type { Finding } from './finding.ts'

/**
 * What kind of statement a requirement is. It limits what a violation can explain:
 * - `access`: who may see and do what. Only another open door explains that a request was let in.
 * - `form`: the form of a field. Explains conclusions from the same field of the same answer.
 * - `body`: whether there is a body of the API at all. Explains all conclusions from the same answer, but no open
 * door.
 * - `answer`: an operation answers its simplest request.
 * - `refusal`: an operation refuses its simplest invalid request.
 * - `general`: rules about every status.
 * - `rule`: everything else.
 */
export type RequirementKind = 'access' | 'form' | 'body' | 'answer' | 'refusal' | 'general' | 'rule'

/** What the judge knows about causes; supplied by the API. */
export interface Causality {
  readonly kindOf: (requirement: string) => RequirementKind
  /** Whether each answer violates a requirement for itself: then it explains nothing at another place. */
  readonly isLocal: (requirement: string) => boolean
  /** Likely causes of this finding, by requirement and place. */
  readonly causesOf: (finding: Finding) => readonly string[]
  /** What one piece of code commonly does for several requirements: the same rule on several lists, say. Absent: nothing. */
  readonly sharedRuleOf?: (requirement: string) => string | undefined
}

/** A requirement violated at this many places counts as violated everywhere. */
const EVERYWHERE = 3

/**
 * Whether a violation can cause a finding: kind, status and place must fit.
 * @param causes - the findings of one requirement, one for each place and status
 */
export function fits(
  effect: Finding,
  causes: readonly Finding[],
  { kindOf, isLocal }: Pick<Causality, 'kindOf' | 'isLocal'>,
): boolean {
  const [first] = causes
  if (first === undefined || first.requirement === effect.requirement) return false
  if (isLetIn(effect, kindOf) && kindOf(first.requirement) !== 'access') return false
  const alike = causes.filter(
    ({ status }) => effect.status === undefined || status === undefined || effect.status === status,
  )
  return (
    alike.some(
      ({ where, exchanges }) =>
        where === effect.where || exchanges.some((id) => effect.exchanges.includes(id)),
    ) ||
    (alike.length > 0 &&
      (!isLocal(first.requirement) || new Set(alike.map(({ where }) => where)).size >= EVERYWHERE))
  )
}

/** Whether a request was let in that should not have been. */
function isLetIn({ requirement, status }: Finding, kindOf: Causality['kindOf']): boolean {
  return kindOf(requirement) === 'access' && status !== undefined && status < 300
}
