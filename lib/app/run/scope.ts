import { createHash } from 'node:crypto'
import { CASES, CATALOGUE } from '../../../suites/index.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Catalogue } from '../../engine/judge/requirement.ts'
import type { RunRecord } from '../report/record.ts'
import { CONTRACT } from '../../engine/contract/api.ts'
import { OPERATIONS } from '../../engine/contract/operations.ts'
import { once } from '../../engine/util/memo.ts'

/** The requirements that a run can verify, and the cases that judge them. */
export interface Scope {
  readonly catalogue: Catalogue
  readonly cases: readonly CaseDefinition[]
}

/** The specification and the cases of this tool. */
export const SCOPE: Scope = { catalogue: CATALOGUE, cases: CASES }

/** Titles of the parts of the specification; the first is part 1. */
export const PARTS = [
  'Service and conventions',
  'Resources and fields',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
] as const

/** The name of the verified API in a record. */
export function apiInRecord(): RunRecord['api'] {
  return {
    title: 'Workspace Chat-Agent REST API',
    parts: PARTS,
    operations: OPERATIONS,
    digests: digests(),
  }
}

const digests = once(() => ({
  contract: digestOf(CONTRACT.document),
  rules: digestOf(CATALOGUE.rows.map(({ id, strength, text, excluded }) => [id, strength, text, excluded])),
}))

function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)}`
}
