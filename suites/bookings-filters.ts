/** GET /bookings: its filters. Which date `since` bounds is open, so only bounds beyond every date are judged. Part 4. */
import { suite } from '../lib/harness/case.ts'
import { distinct, idsOf } from '../lib/harness/discovery.ts'
import { middle, ofListedChatbots, withEmptyChatbot } from '../lib/harness/filter-values.ts'
import { keepsExactly, reference } from '../lib/harness/filtering.ts'
import { nextPages } from '../lib/harness/next-pages.ts'
import { bookingSince } from '../lib/oracles/bookings.ts'
import { given } from '../lib/oracles/values.ts'

const LIST = 'GET /bookings'

/** Later than every date of a booking, whichever of them `since` means. */
const BEYOND = '2999-01-01T00:00:00Z'

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

  verify(['LIST-BOOKINGS-22', 'OPEN-07'], 'since is a lower bound', { cost: 4 }, async (ctx) => {
    const { api, expect, observe, inconclusive } = ctx
    const known = await reference(ctx, LIST)
    if (known.rows.length === 0) inconclusive('needs a booking')
    const [chatbot_id] = distinct(await ofListedChatbots(ctx, known.rows), 'chatbot_id')
    const [future, narrow, past, between] = await Promise.all([
      api.bookings({ limit: 100, since: BEYOND }),
      api.bookings({ limit: 100, since: BEYOND, chatbot_id }),
      api.bookings({ limit: 100, since: '1970-01-01T00:00:00Z' }),
      api.bookings({ limit: 100, since: middle(known.rows, 'created_at') }),
    ])

    for (const page of [future, past, between]) expect(page).toAnswer(200)
    expect(narrow).toAnswer(200, { explainedBy: ['LIST-BOOKINGS-20'] })
    const nothing = 'no booking since the year 2999'
    expect(future).toSatisfy(future.rows.length === 0, nothing, `${future.rows.length} rows`, {
      explainedBy: ['ISOLATION-23'],
    })
    expect(narrow).toSatisfy(narrow.rows.length === 0, nothing, `${narrow.rows.length} rows`, {
      explainedBy: ['ISOLATION-23'],
    })
    const dated = known.rows.filter((row) =>
      ['created_at', 'start_at', 'end_at'].every((field) => given(row[field])),
    )
    const kept = new Set(idsOf(past.rows))
    const lost = idsOf(dated).find((id) => !kept.has(id))
    expect(past).toSatisfy(
      lost === undefined || past.rows.length >= 100,
      'every booking that has dates',
      `booking ${lost} is missing`,
      { also: [known] },
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
    await nextPages(ctx, LIST, [{ chatbot_id }, { since: middle(rows, 'created_at') }])
  })
})
