import { excluded, section } from '../../lib/judge/rows.ts'

/** What no operation shows. */
export const WRITES = [
  ...section(
    { part: 3, section: '', endpoint: '*' },
    excluded(
      'STATES-90',
      'Reservation status transitions: not shown',
      'Transitions of conversation, reservation, lead and booking statuses.',
      'The specification does not show them.',
    ),
  ),
]
