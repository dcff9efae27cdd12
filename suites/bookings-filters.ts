/** GET /bookings: its filters. Which date `since` bounds is open, so only what all dates of a booking say is judged. Part 4. */
import { listRule } from '../lib/api/catalogue/index.ts'
import { suite } from '../lib/harness/case.ts'
import { distinct, idsOf } from '../lib/api/discovery.ts'
import { beforeOne, laterThan, ofListedChatbots, withEmptyChatbot } from './steps/lists/filter-values.ts'
import { keepsExactly, reference } from './steps/lists/filtering.ts'
import { nextPages } from './steps/lists/paging.ts'
import { bookingSince } from '../lib/api/oracles/bookings.ts'
import { quote } from '../lib/util/values.ts'

const LIST = 'GET /bookings'

/** Later than every date of a booking, whichever of them `since` means; and earlier. */
const BEYOND = '2999-01-01T00:00:00Z'
const BEFORE = '1970-01-01T00:00:00Z'

export default suite('GET /bookings · filters', {}, (verify) => {
  verify('LIST-BOOKINGS-20', 'chatbot_id keeps the bookings of that chatbot', { cost: 3 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      await withEmptyChatbot(ctx, rows),
      'bookings of a chatbot, and another chatbot',
    )
  })

  verify(['LIST-BOOKINGS-22', 'OPEN-07'], 'since is a lower bound', { cost: 5 }, async (ctx) => {
    const { api, bystander, expect, observe, inconclusive, world } = ctx
    const known = await reference(ctx, LIST)
    if (known.rows.length === 0) inconclusive('needs a booking')
    const [chatbot_id] = distinct(await ofListedChatbots(ctx, known.rows), 'chatbot_id')
    const bound = beforeOne(known.rows)
    const anybody = world.discovery.other?.lists[LIST].rows.length === 0 ? api : bystander
    const [future, narrow, past, ofOne, between] = await Promise.all([
      anybody.bookings({ limit: 100, since: BEYOND }),
      api.bookings({ limit: 100, since: BEYOND, chatbot_id }),
      api.bookings({ limit: 100, since: BEFORE }),
      api.bookings({ limit: 100, since: BEFORE, chatbot_id }),
      api.bookings({ limit: 100, since: bound }),
    ])

    for (const page of [future, past, between]) expect(page).toAnswer(200)
    for (const page of [narrow, ofOne]) expect(page).toAnswer(200, { explainedBy: ['LIST-BOOKINGS-20'] })
    const nothing = 'no booking since the year 2999'
    for (const page of [future, narrow])
      expect(page).toSatisfy(page.rows.length === 0, nothing, `${page.rows.length} rows`, {
        explainedBy: ['ISOLATION-23'],
      })
    // Whatever date it means: what was created, begins and ends later belongs in the answer.
    for (const [page, since] of [
      [past, BEFORE],
      [between, bound],
    ] as const) {
      const kept = new Set(idsOf(page.rows))
      const lost = idsOf(laterThan(known.rows, since)).find((id) => !kept.has(id))
      expect(page).toSatisfy(
        lost === undefined || page.rows.length >= 100,
        `every booking whose dates are all later than ${since}`,
        `booking ${lost} is missing`,
        { also: [known], explainedBy: [listRule(LIST, 'walk'), listRule(LIST, 'filled')] },
      )
    }
    const strange = ofOne.rows.find((row) => row['chatbot_id'] !== chatbot_id)
    expect(ofOne).toSatisfy(
      strange === undefined || chatbot_id === undefined,
      `bookings of the chatbot ${chatbot_id}`,
      () => `one of ${quote(strange?.['chatbot_id'])}`,
      { requirement: 'LIST-BOOKINGS-20', pointer: '/data', explainedBy: ['ISOLATION-23'] },
    )
    observe(
      'OPEN-07',
      `consistent with ${bookingSince(known.rows, between.exchange).join(' or ') || 'none of the dates shown'}`,
      between,
    )
  })

  verify('LIST-BOOKINGS-27', 'filters hold on every page', { cost: 2 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)
    const [chatbot_id] = distinct(await ofListedChatbots(ctx, rows), 'chatbot_id')

    // Whatever date `since` means: its pages follow each other.
    await nextPages(ctx, LIST, [{ chatbot_id }, { since: beforeOne(rows) }])
  })
})
