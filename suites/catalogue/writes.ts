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
  ...section(
    { part: 1, section: '', endpoint: 'GET /bookings' },
    excluded(
      'BOOKINGS-90',
      'visitors create them in the widget',
      'Visitors create bookings in the widget.',
      'The widget is not part of the API.',
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: 'GET /reservations' },
    excluded(
      'RESERVATIONS-90',
      'visitors or the team create them',
      'Visitors or the team create reservations.',
      'No operation of the API creates one.',
    ),
  ),
]
