import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Catalogue, Requirement } from '../../engine/judge/requirement.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { OPERATIONS } from '../../engine/spec/operations.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

type Selection = Pick<RunOptions, 'profile' | 'only' | 'cases' | 'parts'>

/**
 * The cases of a run, in their order: those of the profile, or those that show the selected requirements.
 * @throws ConfigurationError for a case or a requirement that does not exist
 */
export function selectCases(
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
  { profile, only, cases: named, parts }: Selection,
): CaseDefinition[] {
  const stranger = named?.find((name) => cases.every(({ id }) => id !== name))
  if (stranger !== undefined)
    throw new ConfigurationError(`there is no case ${JSON.stringify(stranger)}; "list" shows all ids`)
  const unknown = only?.find((id) => !catalogue.has(id))
  if (unknown !== undefined)
    throw new ConfigurationError(`there is no requirement ${JSON.stringify(unknown)}; "list" shows all ids`)
  if (named !== undefined) return cases.filter(({ id }) => named.includes(id))
  const inProfile = cases.filter(
    ({ smoke, deep }) => (profile !== 'smoke' || smoke) && (profile === 'full' || !deep),
  )
  if (only === undefined && parts === undefined) return inProfile
  const ofPart = (id: string): boolean => isSelected(id, { parts }, catalogue)
  if (only === undefined) return inProfile.filter(({ requirements }) => requirements.some(ofPart))
  const chosen = new Set(only.filter(ofPart).flatMap((id) => casesFor(id, { cases: inProfile, catalogue })))
  return inProfile.filter((definition) => chosen.has(definition))
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

/** Whether a rule came after the version whose rules count. Who asks for a rule by its id wants it to count. */
export function isNewer(
  { id, since = FIRST_VERSION }: Pick<Requirement, 'id' | 'since'>,
  { rules, only }: Pick<RunOptions, 'rules' | 'only'>,
): boolean {
  if (rules === undefined || only?.includes(id) === true) return false
  return since.localeCompare(rules, 'en', { numeric: true }) > 0
}

const FIRST_VERSION = '0.1'

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
    cases.filter(
      (one) => one.smoke && one.requirements.some((name) => catalogue.get(name).endpoint === operation),
    )
  const oneEach = endpoint === '*' ? OPERATIONS.flatMap((operation) => smoke(operation).slice(0, 1)) : []
  return [...smoke(endpoint), ...oneEach]
}
