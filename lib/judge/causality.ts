import type { Finding } from './finding.ts'

/**
 * What a requirement is about. A cause explains only what it can bring about:
 * - `access`: who may see and do what. That a request was let in follows from nothing but another open door.
 * - `form`: how a field looks. It explains what was concluded from the same field of the same answer.
 * - `body`: whether there is a body of the API at all. It explains whatever was concluded from the same answer, but no open door.
 * - `answer`: an operation answers its plainest request.
 * - `refusal`: an operation refuses its plainest invalid request.
 * - `general`: rules on whole statuses, which hold everywhere.
 * - `rule`: everything else.
 */
export type RequirementKind = 'access' | 'form' | 'body' | 'answer' | 'refusal' | 'general' | 'rule'

/** What the judge knows of causes; the API gives it. */
export interface Causality {
  readonly kindOf: (requirement: string) => RequirementKind
  /** Whether a requirement is judged at many places, at each for itself: there it explains nothing of another place. */
  readonly isLocal: (requirement: string) => boolean
  /** Requirements whose violation is a likely cause of this finding, by requirement and place. */
  readonly causesOf: (finding: Finding) => readonly string[]
  /** What one piece of code commonly does for several requirements: the same rule on several lists, say. Absent: nothing. */
  readonly sharedRuleOf?: (requirement: string) => string | undefined
}

/** So many places at which a requirement is violated stand for all. */
const EVERYWHERE = 3

/**
 * Whether a violation can be the cause of a finding: kind, status and place fit.
 * @param causes - what was found on one requirement, one finding for each place and status
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

/** Whether somebody was let in who should not have been. */
function isLetIn({ requirement, status }: Finding, kindOf: Causality['kindOf']): boolean {
  return kindOf(requirement) === 'access' && status !== undefined && status < 300
}
