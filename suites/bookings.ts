/** GET /bookings, beyond what all lists have in common. Specification part 4. */
import { suite } from '../lib/harness/suite.ts'
import { distinct, idsOf } from '../lib/harness/items.ts'
import { excluded, open, section } from '../lib/judge/rows.ts'
import { instant } from '../lib/util/time.ts'
import { type JsonObject, quote } from '../lib/util/values.ts'
import { filterCases } from './lists/filter-cases.ts'
import { AFTER_ALL, around, BEFORE_ALL } from './lists/filter-kinds.ts'
import { cheaperSide } from './lists/sides.ts'
import { filterRows } from './lists/filter-rows.ts'
import { timeZones } from './bookings/time-zones.ts'

const LIST = 'GET /bookings'

export const rows = [
  ...section(
    { part: 1, section: '', endpoint: LIST },
    excluded(
      'BOOKINGS-90',
      'visitors create them in the widget',
      'Visitors create bookings in the widget.',
      'The widget is not part of the API.',
    ),
  ),
  ...section(
    { part: 2, section: 'Booking', endpoint: LIST },
    excluded(
      'BOOKINGS-91',
      'external_uid null on legacy rows',
      '`external_uid` is null on legacy rows, and `provider` identifies the scheduling provider.',
      'The API does not show which bookings are legacy rows, or who scheduled them.',
    ),
  ),
  ...section({ part: 4, section: LIST }, ...filterRows(LIST)),
  ...section(
    { part: 4, section: 'GET /reservations', endpoint: LIST },
    open(
      'LIST-BOOKINGS-22',
      'Meaning of `since` for bookings: not shown',
      'Whether `since` is a lower bound on bookings.',
    ),
    open('OPEN-07', 'Meaning of `since` for bookings: not shown', 'Which date of a booking `since` bounds.'),
  ),
]

/** The dates of a booking that `since` may refer to. */
const DATES = ['created_at', 'start_at', 'end_at'] as const

export default suite(`${LIST} · filters`, {}, (verify) => {
  filterCases(verify, LIST)

  verify(
    ['LIST-BOOKINGS-22', 'OPEN-07', 'LIST-BOOKINGS-20'],
    'records which bookings `since` selects',
    { cost: 4 },
    async (ctx) => {
      const { actor, workspace } = cheaperSide(ctx, LIST)
      const { items } = workspace.lists[LIST]
      const [chatbot_id] = distinct(items, 'chatbot_id')
      const [bound = ctx.inconclusive('needs a booking')] = around(items, 'created_at', -1)
      const [future, past, ofOne, between] = await Promise.all([
        actor.fullPage(LIST, { since: AFTER_ALL }),
        actor.fullPage(LIST, { since: BEFORE_ALL }),
        actor.fullPage(LIST, { since: BEFORE_ALL, chatbot_id }),
        actor.fullPage(LIST, { since: bound }),
      ])

      const isBound = future.items.length === 0 && past.items.length === items.length
      ctx.observe(
        'LIST-BOOKINGS-22',
        `${isBound ? 'a lower bound' : 'no lower bound'}: ${future.status} for the far future, ${past.status} for the far past`,
        future,
        past,
      )
      const dates = DATES.filter((date) => isBoundOn(date, items, bound, idsOf(between.items)))
      ctx.observe('OPEN-07', `consistent with ${dates.join(' or ') || 'no date of the booking'}`, between)
      // Whatever `since` means, the other filter still applies.
      const strange = ofOne.items.find((item) => item['chatbot_id'] !== chatbot_id)
      ctx
        .expect(ofOne)
        .toSatisfy(
          strange === undefined,
          `bookings of the chatbot ${chatbot_id}`,
          () => `one of ${quote(strange?.['chatbot_id'])}`,
          { requirement: 'LIST-BOOKINGS-20', pointer: '/data' },
        )
    },
  )
})

/** Whether a page has the bookings with a date after a bound and no other; one on the bound may be there or not. */
function isBoundOn(
  date: (typeof DATES)[number],
  items: readonly JsonObject[],
  bound: string,
  kept: readonly string[],
): boolean {
  const from = instant(bound) ?? 0
  return items.every((item) => {
    const at = instant(item[date])
    return at === undefined || Math.abs(at - from) < 1000 || kept.includes(String(item['id'])) === at > from
  })
}

export const oracles = [timeZones]
