/** GET /bookings, beyond what all lists have in common. Specification part 4. */
import { suite } from '../lib/engine/case/suite.ts'
import { statementsOf } from '../lib/engine/judge/rows.ts'
import { instant, iso } from '../lib/engine/util/time.ts'
import { filterCases } from './lists/cases.ts'
import { AFTER_ALL, BEFORE_ALL } from './lists/values.ts'
import { FILTERS } from './lists/filters.ts'
import { timeZones } from './bookings/time-zones.ts'

export const theme = 'filters'

const LIST = 'GET /bookings'

export const rows = [
  statementsOf({ part: 1, section: '', endpoint: LIST }).excluded(
    'BOOKINGS-90',
    'visitors create them in the widget',
    'Visitors create bookings in the widget.',
    'The widget is not part of the API.',
  ),
  statementsOf({ part: 2, section: 'Booking', endpoint: LIST }).excluded(
    'BOOKINGS-91',
    'external_uid null on legacy rows',
    '`external_uid` is null on legacy rows, and `provider` identifies the scheduling provider.',
    'The API does not show which bookings are legacy rows, or who scheduled them.',
  ),
]

/** The dates of a booking that `since` may refer to. */
const DATES = ['created_at', 'start_at', 'end_at'] as const

export default suite(`${LIST} · filters`, {}, (verify) => {
  filterCases(verify, LIST)

  verify(
    [
      ...Object.values(FILTERS[LIST]).flatMap(({ rule }) => (rule.strength === 'open' ? rule : [])),
      statementsOf({ part: 4, section: 'GET /reservations', endpoint: LIST }).open(
        'OPEN-07',
        'Meaning of `since` for bookings: not shown',
        'Which date of a booking `since` bounds.',
      ),
    ],
    'records which bookings `since` selects',
    {},
    async (ctx) => {
      const { api: actor, world } = ctx
      const { items } = world.discovery.main.lists[LIST]
      const middle = instant(items[Math.floor(items.length / 2)]?.['created_at'])
      const bound = middle === undefined ? ctx.inconclusive('needs a booking') : iso(middle - 1000)
      const [future, past, between] = await Promise.all([
        actor.fullPage(LIST, { since: AFTER_ALL }),
        actor.fullPage(LIST, { since: BEFORE_ALL }),
        actor.fullPage(LIST, { since: bound }),
      ])

      const isBound = future.items.length === 0 && past.items.length === items.length
      ctx.observe(
        'LIST-BOOKINGS-22',
        `${isBound ? 'a lower bound' : 'no lower bound'}: ${future.status} for the far future, ${past.status} for the far past`,
        future,
        past,
      )
      const dates = DATES.filter((date) =>
        between.items.every((item) => (instant(item[date]) ?? Infinity) >= (instant(bound) ?? 0)),
      )
      ctx.observe('OPEN-07', `consistent with ${dates.join(' or ') || 'no date of the booking'}`, between)
    },
  )
})

export const oracles = [timeZones]
