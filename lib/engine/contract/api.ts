import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, createContract } from './contract.ts'
import { atPointer, own, strings } from './json.ts'
import { packageRoot } from '../util/package.ts'

/** The contract, fixtures/openapi.json: the one source of fields, types, bounds, statuses and paths. */
export const CONTRACT: Contract = createContract(
  JSON.parse(readFileSync(join(packageRoot(), 'fixtures', 'openapi.json'), 'utf8')),
)

/**
 * A number that the contract states.
 * @param pointer - its JSON pointer below `/components`
 * @throws if there is none
 */
export function bound(pointer: string): number {
  const found = atPointer(CONTRACT.document, `/components${pointer}`)
  if (typeof found !== 'number') throw new Error(`the contract states no number at ${pointer}`)
  return found
}

/** The most items that one page may hold. Part 8. */
export const FULL_PAGE = bound('/parameters/limit/schema/maximum')

/** Part 3: every status that a reservation can have, in the order of the contract. */
export const STATUSES_OF_RESERVATIONS: readonly string[] = strings(
  own(CONTRACT.fieldsOf('Reservation').find(({ name }) => name === 'status')?.schema, 'enum'),
)
