import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersBy, type DescribedAnswers } from './compare/answers.ts'
import { compareWith, type Examination } from './compare/compare.ts'
import type { Rulings } from './compare/context.ts'
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
export const RESERVATION_STATUSES: readonly string[] = strings(
  own(CONTRACT.fieldsOf('Reservation').find(({ name }) => name === 'status')?.schema, 'enum'),
)

/** What a served description may leave out or add, by parts 4 and 7, beyond what openapi.json expresses. */
const RULINGS: Rulings = {
  // In PATCH, part 4 neither allows nor refuses a null beside a valid field. `docs_url` is optional, so it may be
  // null too.
  nullIsOpen: ({ base, path }) =>
    (base === 'PATCH /conversations/{id} body' && path !== '') || path === 'docs_url',
  // Free: null; the role `note`, which a note beside the table names; and the error codes of each status except 401.
  mayOmit: ({ base }, value, allowed) =>
    value === null ||
    value === 'note' ||
    (allowed.includes('rate_limited') && (value !== 'unauthorized' || !base.endsWith(' 401'))),
  excludedFields: ({ base, path }) => {
    if (base === 'GET /knowledge/sources 200' && path === '') return ['pagination']
    return base === 'GET /conversations 200' && path === 'data[]' ? ['messages'] : []
  },
  isCommaSeparated: ({ base }) => base === 'GET /reservations query status',
  mistakable: { 'GET /leads': 'Lead', 'GET /bookings': 'Booking', 'GET /reservations': 'Reservation' },
  items: 'data',
  envelope: 'Error',
}

/** Compares answers with a served OpenAPI document. */
export const answersDescribedBy = (served: unknown): DescribedAnswers => answersBy(CONTRACT, RULINGS, served)

/** Compares a served OpenAPI document with the contract. Part 9, rule 3. */
export const examineDescription: (served: unknown) => Examination = compareWith(CONTRACT, RULINGS)
