import { CATALOGUE } from '../../../suites/catalogue.ts'
import { CASES } from '../../../suites/index.ts'
import { TOPICS } from './topics.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import {
  type Catalogue,
  catalogueOf,
  type Requirement,
  type Source,
  type Topic,
} from '../../engine/judge/requirement.ts'
import type { RunRecord } from '../report/record.ts'
import { OPERATIONS } from '../../engine/spec/operations.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import type { RunOptions } from './options.ts'
import { loadSuite, ownRequirements, withFurther } from './own-suites.ts'

/** What a run can verify: requirements, and the cases that judge them. */
export interface Scope {
  readonly catalogue: Catalogue
  /** Titles of the parts of the specification; the first is part 1. */
  readonly parts: readonly string[]
  /** Groups of requirements for explanations, in the order in which one would build the API. */
  readonly topics: readonly Topic[]
  readonly cases: readonly CaseDefinition[]
}

/** The specification and the cases of this tool. */
export const SCOPE: Scope = {
  catalogue: CATALOGUE,
  parts: [
    'Service and conventions',
    'Resources and fields',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ],
  topics: TOPICS,
  cases: CASES,
}

/** How a record names the API that is verified. */
export function apiOf({ parts }: Pick<Scope, 'parts'>): NonNullable<RunRecord['api']> {
  return { title: 'Workspace Chat-Agent REST API', parts, operations: OPERATIONS }
}

/**
 * The scope with the cases and requirements that the operator brings, before any selection.
 * @throws ConfigurationError if they do not fit, or if the options name a case or requirement that does not exist
 */
export async function scopeOf({
  suite,
  suites = [],
  cases: named = [],
  only = [],
}: Partial<RunOptions> = {}): Promise<Scope> {
  const further = [...suites, ...(suite === undefined ? [] : await loadSuite(suite))]
  const wider = withRequirements(SCOPE, ownRequirements(further, SCOPE.parts.length + 1, SCOPE.catalogue))
  const cases = further.length === 0 ? SCOPE.cases : withFurther(SCOPE.cases, further, wider.catalogue)
  const unknown = named.find((name) => cases.every(({ id }) => id !== name))
  if (unknown !== undefined)
    throw new ConfigurationError(`there is no case ${JSON.stringify(unknown)}; "list" shows all ids`)
  const stranger = only.find((id) => !wider.catalogue.has(id))
  if (stranger !== undefined)
    throw new ConfigurationError(`there is no requirement ${JSON.stringify(stranger)}; "list" shows all ids`)
  return { ...wider, cases }
}

const OWN_TITLE = 'Own requirements'

/**
 * The scope with additional requirements, those of an operator, in a part of their own. Requirements of the catalogue
 * are skipped.
 */
export function withRequirements(
  scope: Scope,
  rows: readonly (Omit<Requirement, 'source'> & { readonly source?: Source })[],
): Scope {
  const further = new Map(
    rows
      .filter(({ id }) => !scope.catalogue.has(id))
      .map((row) => [row.id, { ...row, source: row.source ?? { part: row.part, section: '', item: '' } }]),
  )
  if (further.size === 0) return scope
  return {
    ...scope,
    parts: [...scope.parts, OWN_TITLE],
    catalogue: catalogueOf([...scope.catalogue.rows, ...further.values()]),
    topics: [
      ...scope.topics,
      {
        id: 'own',
        title: OWN_TITLE,
        covers: new RegExp(`^(?:${[...further.keys()].join('|')})$`),
        matters: '',
      },
    ],
  }
}
