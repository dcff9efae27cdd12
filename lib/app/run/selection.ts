import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { quoted } from '../../engine/util/address.ts'
import { few } from '../../engine/util/bounds.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import { OPERATIONS } from '../../engine/contract/operations.ts'
import type { RunRecord } from '../report/record.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

/** The options by which an operator selects requirements. */
export type Asking = Pick<RunOptions, 'only' | 'endpoint' | 'part' | 'case' | 'skip' | 'lastFailed'>

/** The selection of a run, made once from its options. */
export interface Selection {
  /** The cases of the run, in their order. */
  readonly cases: readonly CaseDefinition[]
  /** The part that the operator named, as records show it; undefined if the run is of everything. */
  readonly named: RunRecord['settings']['selection']
  /** Why a requirement is not selected, by the option that excludes it; undefined if it is selected. */
  readonly whyNot: (row: Requirement) => string | undefined
  /** Whether only the requirements that the named cases show are selected. */
  readonly isByCase: boolean
  /**
   * Whether a rule is newer than the version whose rules count. A rule that the operator names by its id
   * always counts.
   */
  readonly isNewer: (row: Pick<Requirement, 'id' | 'since'>) => boolean
}

/** @throws ConfigurationError for an unknown id, operation, part or case */
export function selectionOf(
  scope: Scope,
  options: Asking & Pick<RunOptions, 'profile' | 'rules'>,
): Selection {
  const { only, rules } = options
  refuseUnknown(scope.catalogue.rows, scope.cases, options)
  return {
    cases: casesOf(scope, options),
    named: namedIn(options),
    whyNot: (row) => exclusionOf(row, options),
    isByCase: options.case !== undefined && only === undefined,
    isNewer: ({ id, since = FIRST_VERSION }) =>
      rules !== undefined &&
      only?.includes(id) !== true &&
      since.localeCompare(rules, 'en', { numeric: true }) > 0,
  }
}

const FIRST_VERSION = '0.1'

/** Throws a one-line {@link ConfigurationError} for an unknown name in a selection, with the likely one. */
export function refuseUnknown(
  rows: readonly Requirement[],
  cases: readonly CaseDefinition[],
  { only, skip, endpoint, case: caseIds }: Asking,
): void {
  const ids = rows.map(({ id }) => id)
  const skipped = skip?.map(({ id }) => id)
  const operations = rows.map((row) => row.endpoint)
  const isSame = (word: string, id: string): boolean => word === id
  const idsOfCases = cases.map(({ id }) => id)
  const options = [
    { option: '--only', words: only, what: 'requirement', known: ids, isMeant: fits },
    { option: '--skip', words: skipped, what: 'requirement', known: ids, isMeant: fits },
    { option: '--endpoint', words: endpoint, what: 'operation', known: operations, isMeant: isOf },
    { option: '--case', words: caseIds, what: 'case', known: idsOfCases, isMeant: isSame },
  ]
  for (const { option, words = [], what, known, isMeant } of options) {
    const unknown = words.find((word) => !known.some((one) => isMeant(word, one)))
    if (unknown !== undefined)
      throw new ConfigurationError(
        `${option} names an unknown ${what}, ${quoted(unknown)}${didYouMean(unknown, known)}`,
      )
  }
  const isAsked = (row: Requirement): boolean => exclusionOf(row, { only, endpoint }) === undefined
  if (only !== undefined && endpoint !== undefined && !rows.some(isAsked))
    throw new ConfigurationError('no requirement is in both --only and --endpoint')
}

/** Why a requirement is not selected, by the option that excludes it; undefined if it is selected. */
export function exclusionOf(
  { id, endpoint: operation, part: ofPart }: Pick<Requirement, 'id' | 'endpoint' | 'part'>,
  { only, endpoint, part, skip, lastFailed }: Asking,
): string | undefined {
  const skipped = skip?.find((one) => fits(one.id, id))
  if (skipped !== undefined) return `skipped: ${skipped.reason}`
  if (only?.some((wanted) => fits(wanted, id)) === false)
    return lastFailed === true ? 'not selected by --last-failed' : `not selected by --only ${few(only)}`
  if (endpoint?.some((wanted) => isOf(wanted, operation)) === false)
    return `not selected by --endpoint ${few(endpoint.map((one) => `'${one}'`))}`
  return part?.includes(ofPart) === false ? `not selected by --part ${part.join(' ')}` : undefined
}

/** Whether an id equals the wanted one, or matches a pattern such as `AUTH-*`. */
export function fits(wanted: string, id: string): boolean {
  if (!wanted.includes('*')) return wanted === id
  // Repeated stars add nothing, and would take long to match.
  const parts = wanted.split(/\*+/).map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(id)
}

/** Whether an operation, `POST /leads`, is the wanted one, or has the wanted method or path. */
function isOf(wanted: string, operation: string): boolean {
  const [method = '', path = ''] = operation.split(' ')
  return wanted
    .split(/ +/)
    .every((word) => (word.startsWith('/') ? word === path : word.toUpperCase() === method))
}

/** `skip` makes no part: every run leaves out the requirements that it names. */
function namedIn({
  only,
  endpoint: endpoints,
  part: parts,
  case: cases,
  lastFailed,
}: Asking): Selection['named'] {
  if (lastFailed === true) return { lastFailed }
  const isPart = [only, endpoints, parts, cases].some((some) => some !== undefined)
  return isPart ? { only, endpoints, parts, cases } : undefined
}

function casesOf(
  { cases, catalogue }: Scope,
  { profile, ...asking }: Asking & Pick<RunOptions, 'profile'>,
): CaseDefinition[] {
  const { only, endpoint, case: caseIds } = asking
  // A named case is run whatever the profile.
  if (caseIds !== undefined) return cases.filter(({ id }) => caseIds.includes(id))
  const inProfile = cases.filter(
    ({ smoke, deep }) => (profile !== 'smoke' || smoke) && (profile === 'full' || !deep),
  )
  const selected = catalogue.rows.filter((row) => exclusionOf(row, asking) === undefined)
  if (only === undefined && endpoint === undefined) {
    // The cases of a part also show the requirements that no case names.
    const ids = new Set(selected.map(({ id }) => id))
    return inProfile.filter(({ requirements }) => requirements.some((id) => ids.has(id)))
  }
  const chosen = new Set(selected.flatMap((row) => casesFor(row, { cases: inProfile, catalogue })))
  return inProfile.filter((definition) => chosen.has(definition))
}

/**
 * The cases that show one requirement: those that name it. If no case names it, every answer to its operation
 * shows it, and the smoke cases of that operation are run; for a requirement on all operations, one case of
 * each.
 */
function casesFor({ id, endpoint, excluded }: Requirement, { cases, catalogue }: Scope): CaseDefinition[] {
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
