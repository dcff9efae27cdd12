import { CATALOGUE } from '../../../suites/catalogue.ts'
import { CASES } from '../../../suites/index.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Catalogue } from '../../engine/judge/requirement.ts'
import type { RunRecord } from '../report/record.ts'
import { OPERATIONS } from '../../engine/spec/operations.ts'

/** What a run can verify: requirements, and the cases that judge them. */
export interface Scope {
  readonly catalogue: Catalogue
  /** Titles of the parts of the specification; the first is part 1. */
  readonly parts: readonly string[]
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
  cases: CASES,
}

/** How a record names the API that is verified. */
export function apiOf({ parts }: Pick<Scope, 'parts'>): NonNullable<RunRecord['api']> {
  return { title: 'Workspace Chat-Agent REST API', parts, operations: OPERATIONS }
}
