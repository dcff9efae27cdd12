import { type Finding, mergeFindings } from './finding.ts'
import { groupBy } from '../util/collections.ts'

/**
 * What kind of statement a requirement is. It limits what a violation can explain:
 * - `access`: who may see and do what. Only another violation of this kind explains that a request was let in.
 * - `form`: the form of a field. Explains conclusions from the same field of the same answer.
 * - `body`: whether there is a body of the API at all. Explains all conclusions from the same answer, but not that a
 * request was let in.
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
  /** The member that wraps what an answer is about: a pointer that ends there leads to a whole item. Absent: none does. */
  readonly wrapper?: string
  /** What one piece of code commonly does for several requirements: the same rule on several lists, say. Absent: nothing. */
  readonly sharedRuleOf?: (requirement: string) => string | undefined
}

/**
 * Attributes each finding to its likely root causes, and merges repeated ones. Nothing is dropped: a consequence is a
 * violation too.
 */
export function attribute(findings: readonly Finding[], causality: Causality): Finding[] {
  const likely = withSharedRules(causesByFinding(findings, causality), causality)
  const byRequirement = groupBy(findings, ({ requirement }) => requirement)
  const ends = origins(
    new Map([...byRequirement].map(([id, some]) => [id, some.map((one) => likely.get(one) ?? [])])),
  )
  return mergeFindings(
    findings.map((finding) => {
      const roots = new Set(
        (likely.get(finding) ?? []).flatMap((cause) => {
          const found = ends.get(cause)
          // A cause that may itself follow from this requirement does not explain it.
          return found === undefined || found.has(finding.requirement) ? [] : [...found]
        }),
      )
      return roots.size === 0 ? finding : { ...finding, consequenceOf: [...roots].sort() }
    }),
  )
}

/** The requirements that fit as causes, for each finding. */
function causesByFinding(
  findings: readonly Finding[],
  causality: Causality,
): ReadonlyMap<Finding, readonly string[]> {
  const direct = directCauses(findings, causality)
  const isLone = (finding: Finding): boolean => direct.get(finding)?.size === 0
  const alike = groupBy(
    findings.filter(({ status }) => status !== undefined),
    ({ where, status }) => `${status} ${where}`,
  )
  return new Map(
    findings.map((finding) => {
      const { where, status } = finding
      const others = status === undefined ? [] : (alike.get(`${status} ${where}`) ?? [])
      const leaders = leadersOf(others, finding, isLone, causality.kindOf)
        .filter((one) => fits(finding, [one], causality))
        .map(({ requirement }) => requirement)
      return [finding, [...new Set([...(direct.get(finding) ?? []), ...leaders])]]
    }),
  )
}

/** The causes that a finding names, or the API for it, where they fit, and what is malformed in the same answers. */
function directCauses(
  findings: readonly Finding[],
  causality: Causality,
): ReadonlyMap<Finding, ReadonlySet<string>> {
  const { causesOf } = causality
  const byAnswer = groupBy(findings, ({ exchanges }) => exchanges[0])
  // One finding of each kind represents the others: a page of wrong items costs no more than one.
  const distinct = new Map(findings.map((one) => [`${one.requirement} ${one.where} ${one.status}`, one]))
  const byRequirement = groupBy([...distinct.values()], ({ requirement }) => requirement)
  return new Map(
    findings.map((finding) => {
      const near = finding.exchanges.flatMap((id) => byAnswer.get(id) ?? [])
      const named = [...(finding.explainedBy ?? []), ...causesOf(finding)].filter((id) => {
        const here = near.filter(({ requirement }) => requirement === id)
        return fits(finding, [...(byRequirement.get(id) ?? []), ...here], causality)
      })
      return [finding, new Set([...named, ...malformed(finding, near, causality)])]
    }),
  )
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

/** This many requirements with the same wrong status, or with a shared rule broken, have one cause. */
const MANY = 3

/** If a rule that several requirements share is broken in many of them alike, that is one mistake: the others follow. */
function withSharedRules(
  likely: ReadonlyMap<Finding, readonly string[]>,
  { sharedRuleOf = (): undefined => undefined }: Causality,
): ReadonlyMap<Finding, readonly string[]> {
  const lone = [...likely.keys()].filter(
    (finding) => likely.get(finding)?.length === 0 && sharedRuleOf(finding.requirement) !== undefined,
  )
  const bySharedRule = groupBy(
    lone,
    ({ requirement, status }) => `${sharedRuleOf(requirement)} ${status ?? ''}`,
  )
  const causes = new Map(likely)
  for (const findings of bySharedRule.values()) {
    const [first, ...others] = [...new Set(findings.map(({ requirement }) => requirement))].sort()
    if (first === undefined || others.length + 1 < MANY) continue
    for (const finding of findings) if (finding.requirement !== first) causes.set(finding, [first])
  }
  return causes
}

/** Malformed answers from which something was concluded. A wrong status needs no body. */
function malformed(
  finding: Finding,
  near: readonly Finding[],
  { kindOf, wrapper }: Causality,
): readonly string[] {
  const own = kindOf(finding.requirement)
  if (finding.status !== undefined || own === 'form' || own === 'body') return []
  return near
    .filter((one) => {
      const kind = kindOf(one.requirement)
      return kind === 'form' ? isSameField(finding, one, wrapper) : kind === 'body' && own !== 'access'
    })
    .map(({ requirement }) => requirement)
}

/**
 * Of the findings about one wrong status at one place, those that cause the others: a finding on the simplest request
 * or refusal; a general one if many requirements are affected; otherwise one of a case, which knows the expected
 * status.
 */
function leadersOf(
  alike: readonly Finding[],
  finding: Finding,
  isLone: (finding: Finding) => boolean,
  kindOf: Causality['kindOf'],
): readonly Finding[] {
  const of = (...kinds: RequirementKind[]): Finding[] =>
    alike.filter(({ requirement }) => kinds.includes(kindOf(requirement)))
  const own = kindOf(finding.requirement)
  if (own === 'answer') return []
  const [answers, refusals] = [of('answer'), of('refusal')]
  if (own === 'refusal' || answers.length > 0) return answers
  // Findings about access have other causes than those about the form of refusals.
  if (refusals.length > 0 && own !== 'access') return refusals
  const asserted = alike.filter((one) => one.case !== undefined)
  const isWidespread = new Set(asserted.filter(isLone).map(({ requirement }) => requirement)).size >= MANY
  if (own === 'general') return isWidespread ? [] : asserted
  if (finding.case === undefined) return asserted
  return isWidespread ? of('general') : []
}

/** Whether two findings concern the same field, of whatever item. */
function isSameField(one: Finding, other: Finding, wrapper: string | undefined): boolean {
  const [field, another] = [one, other].map(fieldOf)
  return field !== undefined && field !== wrapper && field === another
}

/** The member that a pointer leads to or into. */
function fieldOf({ pointer }: Finding): string | undefined {
  return pointer?.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part))
}

/** The causes of each violated requirement: one entry per finding, empty if it has none. */
export type Causes = ReadonlyMap<string, readonly (readonly string[])[]>

/**
 * The root causes of each violated requirement. A requirement with a finding without cause is a root itself.
 * Requirements that only explain each other are all roots: nothing shows which came first.
 */
export function origins(causes: Causes): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = [...causes.keys()]
  const grounded = new Set(ids.filter((id) => causes.get(id)?.some((some) => some.length === 0)))
  const next = (id: string): string[] =>
    grounded.has(id) ? [] : (causes.get(id) ?? []).flat().filter((cause) => causes.has(cause))
  const reached = new Map(ids.map((id) => [id, reachable(id, next)]))
  const reaches = (id: string): readonly string[] => [...(reached.get(id) ?? [])]
  const ends = new Set(
    ids.filter((id) => grounded.has(id) || reaches(id).every((other) => reached.get(other)?.has(id))),
  )
  return new Map(
    ids.map((id) => [
      id,
      grounded.has(id) ? new Set([id]) : new Set(reaches(id).filter((one) => ends.has(one))),
    ]),
  )
}

function reachable(from: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...next(from)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...next(id))
  }
  return seen
}
