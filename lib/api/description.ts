import { compareWith, type Examination, type Rulings } from '../contract/index.ts'
import { CONTRACT } from './contract.ts'

/** What part 4 and part 7 leave open or rule out for a served description, beyond what openapi.json can say. */
export const RULINGS: Rulings = {
  // In PATCH a null beside a valid field is neither allowed nor refused by part 4, so a description may allow it; `docs_url` is not
  // required, so that it may be null as well as absent.
  nullIsOpen: ({ base, path }) =>
    (base === 'PATCH /conversations/{id} body' && path !== '') || path === 'docs_url',
  // Free: null; the role `note`, because the table enumerates the others and a note beside it names the fourth; and which error codes
  // one status can carry, but for that of 401.
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
  envelope: 'Error',
}

/** Holds a served OpenAPI document against the contract (part 9, rule 3). */
export const examineDescription: (served: unknown) => Examination = compareWith(CONTRACT, RULINGS)
