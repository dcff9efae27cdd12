import { expect, test } from 'vitest'
import { spentByOthers } from './interference.ts'
import { RATE_HEADERS, unanswered, withRemaining } from './testing/exchange.ts'

test.each([
  [
    'falls by one with each request',
    [withRemaining(1, 900), withRemaining(2, 899), withRemaining(3, 898)],
    0,
  ],
  ['falls by more', [withRemaining(1, 900), withRemaining(2, 880)], 19],
  ['falls for a request without an answer', [withRemaining(1, 900), unanswered(2), withRemaining(3, 898)], 0],
  [
    'falls for a wrong key',
    [withRemaining(1, 900), withRemaining(2, 'x', 'invalid'), withRemaining(3, 898)],
    0,
  ],
  ['stands in answers that came out of order', [withRemaining(2, 899), withRemaining(1, 900)], 0],
  ['rises with a new window', [withRemaining(1, 10), withRemaining(2, 999)], 0],
  ['of another key falls', [withRemaining(1, 900, 'other'), withRemaining(2, 800, 'other')], 0],
  ['is not stated', [unanswered(1)], 0],
])('where Remaining %s, others spent this many', (_, exchanges, spent) => {
  expect(spentByOthers(exchanges, RATE_HEADERS.remaining)).toBe(spent)
})
