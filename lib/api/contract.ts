import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, createContract } from '../contract/index.ts'
import { packageRoot } from '../util/package.ts'

/** The contract, fixtures/openapi.json: the one source of fields, types, bounds, statuses and paths. */
export const CONTRACT: Contract = createContract(
  JSON.parse(readFileSync(join(packageRoot(), 'fixtures', 'openapi.json'), 'utf8')),
)
