import type { CaseDefinition } from '../harness/suite.ts'
import type { Catalogue } from '../judge/requirement.ts'
import { OPERATIONS } from '../spec/operations.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

type Selection = Pick<RunOptions, 'profile' | 'only' | 'cases' | 'parts'>

/**
 * The cases of a run: those of the profile, or those that show the selected requirements. Added are cases that send what
 * a selected one reviews.
 */
export function selectCases(
  scope: Pick<Scope, 'cases' | 'catalogue'>,
  { profile, only, cases: named, parts }: Selection,
): CaseDefinition[] {
  const { cases, catalogue } = scope
  if (named !== undefined)
    return withSenders(
      cases.filter(({ id }) => named.includes(id)),
      scope,
    )
  const inProfile = cases.filter(
    ({ smoke, deep }) => (profile !== 'smoke' || smoke) && (profile === 'full' || !deep),
  )
  if (only === undefined && parts === undefined) return inProfile
  const ofPart = (id: string): boolean => isSelected(id, { parts }, catalogue)
  const chosen =
    only === undefined
      ? inProfile.filter(({ requirements }) => requirements.some(ofPart))
      : only.filter(ofPart).flatMap((id) => casesFor(id, { cases: inProfile, catalogue }))
  return withSenders(chosen, scope)
}

/** Whether a requirement is in the operator's selection. */
export function isSelected(
  id: string,
  { only, parts }: Pick<RunOptions, 'only' | 'parts'>,
  catalogue: Catalogue,
): boolean {
  if (only !== undefined && !only.includes(id)) return false
  return parts === undefined || parts.includes(catalogue.get(id).part)
}

/**
 * The cases that show one requirement: those that name it. Where none does, every answer to its operation shows it, and
 * the smoke cases of that operation are run; for what holds everywhere, one of each operation.
 */
function casesFor(id: string, { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>): CaseDefinition[] {
  const own = cases.filter(({ requirements }) => requirements.includes(id))
  if (own.length > 0) return own
  const { endpoint, excluded } = catalogue.get(id)
  if (excluded !== undefined) return []
  const smoke = (operation: string): CaseDefinition[] =>
    about(operation, { cases, catalogue }).filter((one) => one.smoke)
  const oneEach = endpoint === '*' ? OPERATIONS.flatMap((operation) => smoke(operation).slice(0, 1)) : []
  return [...smoke(endpoint), ...oneEach]
}

/** Cases that verify something of an operation. */
function about(
  operation: string,
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
): CaseDefinition[] {
  return cases.filter(({ requirements }) =>
    requirements.some((id) => catalogue.get(id).endpoint === operation),
  )
}

/**
 * Cases with what they review, in the order of all cases: of each operation the smoke cases, which write there, and the
 * first that is refused.
 */
function withSenders(
  chosen: readonly CaseDefinition[],
  scope: Pick<Scope, 'cases' | 'catalogue'>,
): CaseDefinition[] {
  const reviewed = new Set(chosen.flatMap(({ reviews = [] }) => reviews))
  const senders = [...reviewed].flatMap((operation) => {
    const all = about(operation, scope)
    return [...all.filter(({ smoke }) => smoke), ...all.filter(({ phase }) => phase === 'refuse').slice(0, 1)]
  })
  const taken = new Set([...chosen, ...senders])
  return scope.cases.filter((definition) => taken.has(definition))
}
