import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Catalogue, Requirement } from '../../engine/judge/requirement.ts'
import { few } from '../../engine/util/bounds.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { OPERATIONS } from '../../engine/spec/operations.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

/** What an operator asks for. */
export type Selection = Pick<RunOptions, 'only' | 'endpoints' | 'parts' | 'cases' | 'skip' | 'lastFailed'>

/** Why a requirement is not asked for, by the option that says so; undefined if it is. */
export function exclusionOf(
  { id, endpoint, part }: Pick<Requirement, 'id' | 'endpoint' | 'part'>,
  { only, endpoints, parts, skip, lastFailed }: Selection,
): string | undefined {
  const skipped = skip?.find((one) => fits(one.id, id))
  if (skipped !== undefined) return `skipped: ${skipped.reason}`
  if (only?.some((wanted) => fits(wanted, id)) === false)
    return lastFailed === true ? 'not selected by --last-failed' : `not selected by --only ${few(only)}`
  if (endpoints?.some((wanted) => isOf(endpoint, wanted)) === false)
    return `not selected by --endpoint ${few(endpoints.map((one) => `'${one}'`))}`
  return parts?.includes(part) === false ? `not selected by --part ${parts.join(' ')}` : undefined
}

/** Whether an id is the wanted one, or fits a pattern such as `AUTH-*`. */
export function fits(wanted: string, id: string): boolean {
  if (!wanted.includes('*')) return wanted === id
  // A star that follows another one adds nothing, and would take long to match.
  const parts = wanted.split(/\*+/).map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(id)
}

/** Whether an operation, `POST /leads`, is the wanted one, or has its method or its path. */
export function isOf(operation: string, wanted: string): boolean {
  const [method = '', path = ''] = operation.split(' ')
  return wanted
    .split(/ +/)
    .every((word) => (word.startsWith('/') ? word === path : word.toUpperCase() === method))
}

/** Whether a requirement is in the operator's selection. */
export function isSelected(id: string, selection: Selection, catalogue: Catalogue): boolean {
  return exclusionOf(catalogue.get(id), selection) === undefined
}

/** Whether a run is to leave something out. What is skipped is left out by every run. */
export function isPart({ only, endpoints, parts, cases, lastFailed }: Selection): boolean {
  return lastFailed === true || [only, endpoints, parts, cases].some((some) => some !== undefined)
}

/**
 * The cases of a run, in their order: those of the profile, or those that show the selected requirements.
 * @throws ConfigurationError for a case or a requirement that does not exist
 */
export function selectCases(
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
  { profile, ...selection }: Selection & Pick<RunOptions, 'profile'>,
): CaseDefinition[] {
  const { only, endpoints, cases: named } = selection
  const stranger = named?.find((name) => cases.every(({ id }) => id !== name))
  if (stranger !== undefined)
    throw new ConfigurationError(`there is no case ${JSON.stringify(stranger)}; "list" shows all ids`)
  const unknown = only?.find((wanted) => !catalogue.rows.some(({ id }) => fits(wanted, id)))
  if (unknown !== undefined)
    throw new ConfigurationError(`there is no requirement ${JSON.stringify(unknown)}; "list" shows all ids`)
  if (named !== undefined) return cases.filter(({ id }) => named.includes(id))
  const inProfile = cases.filter(
    ({ smoke, deep }) => (profile !== 'smoke' || smoke) && (profile === 'full' || !deep),
  )
  const selected = catalogue.rows.filter((row) => exclusionOf(row, selection) === undefined)
  if (only === undefined && endpoints === undefined) {
    const ids = new Set(selected.map(({ id }) => id))
    return inProfile.filter(({ requirements }) => requirements.some((id) => ids.has(id)))
  }
  const chosen = new Set(selected.flatMap((row) => casesFor(row, { cases: inProfile, catalogue })))
  return inProfile.filter((definition) => chosen.has(definition))
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
function casesFor(
  { id, endpoint, excluded }: Requirement,
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
): CaseDefinition[] {
  const own = cases.filter(({ requirements }) => requirements.includes(id))
  if (own.length > 0) return own
  if (excluded !== undefined) return []
  const smoke = (operation: string): CaseDefinition[] =>
    cases.filter(
      (one) => one.smoke && one.requirements.some((name) => catalogue.get(name).endpoint === operation),
    )
  const oneEach = endpoint === '*' ? OPERATIONS.flatMap((operation) => smoke(operation).slice(0, 1)) : []
  return [...smoke(endpoint), ...oneEach]
}
