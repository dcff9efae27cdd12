/** Filters of conversations, leads and bookings, alone and together. Specification part 4. */
import { suite } from '../lib/harness/context.ts'
import { combinedFilters } from './lists/combined-filters.ts'
import { distinct, idsOf, type Workspace } from '../lib/harness/discovery.ts'
import {
  aroundDay,
  BEFORE_ALL,
  beforeOne,
  ends,
  laterThan,
  ofListedChatbots,
  partOfOne,
  withEmptyChatbot,
} from './lists/filter-values.ts'
import {
  expectEachValue,
  askForValueOfOthers,
  expectExactItems,
  expectNoMatches,
  reference,
  itemsOfBystander,
} from './lists/filtering.ts'
import { quote, type JsonObject } from '../lib/util/values.ts'
import { expectSameOnLaterPages } from './lists/paging.ts'
import { bookingSince } from './lists/filters.ts'

const CONVERSATIONS = 'GET /conversations'

/** The region of some conversation's language code: `BR` of `pt-BR`. */
function regionOf(workspace: Workspace | undefined): string | undefined {
  const codes = distinct(workspace?.lists[CONVERSATIONS].items ?? [], 'language_code')
  return codes.flatMap((code) => /-([a-z]{2})$/i.exec(code)?.[1] ?? [])[0]
}

/** The most frequent statuses, the rarest one, and one that a service could mistake for the flag `is_resolved`. */
function contrastingStatuses(items: readonly JsonObject[]): readonly string[] {
  const flagged = items.some((item) => item['is_resolved'] === true && item['status'] !== 'resolved')
  const known = distinct(items, 'status')
  return [...new Set([...(flagged && known.includes('resolved') ? ['resolved'] : []), ...ends(known)])].slice(
    0,
    3,
  )
}

const conversations = suite('GET /conversations · filters', {}, (verify) => {
  verify(
    'LIST-CONVERSATIONS-20',
    'chatbot_id keeps the conversations of that chatbot',
    { cost: 3 },
    async (ctx) => {
      const { items } = await reference(ctx, CONVERSATIONS)

      await expectExactItems(
        ctx,
        CONVERSATIONS,
        await withEmptyChatbot(ctx, items),
        'conversations of a chatbot, and another chatbot',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-21',
    'is_lead keeps the conversations with that value',
    { cost: 2, smoke: true },
    async (ctx) => {
      await expectExactItems(
        ctx,
        CONVERSATIONS,
        [{ is_lead: true }, { is_lead: false }],
        'conversations that are leads and some that are not',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-22',
    'is_resolved keeps the conversations with that value',
    { cost: 2 },
    async (ctx) => {
      await expectExactItems(
        ctx,
        CONVERSATIONS,
        [{ is_resolved: true }, { is_resolved: false }],
        'resolved and unresolved conversations',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-23',
    'status keeps the conversations with that status',
    { cost: 3, costAlone: 4 },
    async (ctx) => {
      const { items } = await reference(ctx, CONVERSATIONS)
      const status = partOfOne(itemsOfBystander(ctx, CONVERSATIONS), 'status')
      await expectNoMatches(ctx, CONVERSATIONS, { status })
      await askForValueOfOthers(ctx, CONVERSATIONS, 'status')
      await expectEachValue(ctx, CONVERSATIONS, 'status')

      await expectExactItems(
        ctx,
        CONVERSATIONS,
        contrastingStatuses(items).map((status) => ({ status })),
        'conversations of two statuses',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-24',
    'language keeps the conversations in that language',
    { cost: 4, costAlone: 5 },
    async (ctx) => {
      const { items } = await reference(ctx, CONVERSATIONS)
      await expectNoMatches(ctx, CONVERSATIONS, { language: 'xx' })
      await expectEachValue(ctx, CONVERSATIONS, 'language')
      // Whether `pt` finds `pt-BR` is open, but `BR` must not. The oracle judges the items.
      const { main, other } = ctx.world.discovery
      const theirs = regionOf(other)
      const region = theirs ?? regionOf(main)
      const actor = theirs === undefined ? ctx.api : ctx.bystander
      if (region !== undefined) (await actor.fullPage('GET /conversations', { language: region })).arrived()

      await expectExactItems(
        ctx,
        CONVERSATIONS,
        ends(distinct(items, 'language_code')).map((language) => ({ language })),
        'conversations in two languages',
      )
    },
  )

  verify('LIST-CONVERSATIONS-25', 'since keeps what started later', { cost: 3 }, async (ctx) => {
    const { items } = await reference(ctx, CONVERSATIONS)

    await expectExactItems(
      ctx,
      CONVERSATIONS,
      [...aroundDay(items, 'created_at'), BEFORE_ALL].map((since) => ({ since })),
      'conversations that started on different days',
    )
  })

  combinedFilters(verify, CONVERSATIONS, {
    requirements: { whole: 'LIST-CONVERSATIONS-26', paged: 'LIST-CONVERSATIONS-27' },
    costs: { whole: 4, paged: 3 },
    items: 'conversations',
  })
})

const LEADS = 'GET /leads'

const leads = suite('GET /leads · filters', {}, (verify) => {
  verify('LIST-LEADS-20', 'chatbot_id keeps the leads of that chatbot', { cost: 3 }, async (ctx) => {
    const { items } = await reference(ctx, LEADS)

    await expectExactItems(
      ctx,
      LEADS,
      await withEmptyChatbot(ctx, items),
      'leads of a chatbot, and another chatbot',
    )
  })

  verify(
    'LIST-LEADS-21',
    'status keeps the leads with that status',
    { cost: 3, costAlone: 4 },
    async (ctx) => {
      const { items } = await reference(ctx, LEADS)
      await expectNoMatches(ctx, LEADS, { status: partOfOne(itemsOfBystander(ctx, LEADS), 'status') })
      await expectEachValue(ctx, LEADS, 'status')

      await expectExactItems(
        ctx,
        LEADS,
        ends(distinct(items, 'status')).map((status) => ({ status })),
        'leads of two statuses',
      )
    },
  )

  verify('LIST-LEADS-22', 'since keeps what was captured later', { cost: 3 }, async (ctx) => {
    const { items } = await reference(ctx, LEADS)

    await expectExactItems(
      ctx,
      LEADS,
      [...aroundDay(items, 'created_at'), BEFORE_ALL].map((since) => ({ since })),
      'leads that were captured on different days',
    )
  })

  combinedFilters(verify, LEADS, {
    requirements: { whole: 'LIST-LEADS-26', paged: 'LIST-LEADS-27' },
    costs: { whole: 2, paged: 2 },
    items: 'leads',
  })
})

const BOOKINGS = 'GET /bookings'

/** Later than any date of a booking, whichever of them `since` refers to. */
const BEYOND = '2999-01-01T00:00:00Z'

const bookings = suite('GET /bookings · filters', {}, (verify) => {
  verify('LIST-BOOKINGS-20', 'chatbot_id keeps the bookings of that chatbot', { cost: 3 }, async (ctx) => {
    const { items } = await reference(ctx, BOOKINGS)

    await expectExactItems(
      ctx,
      BOOKINGS,
      await withEmptyChatbot(ctx, items),
      'bookings of a chatbot, and another chatbot',
    )
  })

  verify(
    ['LIST-BOOKINGS-22', 'OPEN-07', 'LIST-BOOKINGS-20'],
    'is asked for what is later',
    { cost: 3 },
    async (ctx) => {
      const { api, bystander, expect, observe, inconclusive, world } = ctx
      const known = await reference(ctx, BOOKINGS)
      if (known.items.length === 0) inconclusive('needs a booking')
      const bound = beforeOne(known.items)
      const anybody = world.discovery.other?.lists[BOOKINGS].items.length === 0 ? api : bystander
      const [chatbot_id] = distinct(await ofListedChatbots(ctx, known.items), 'chatbot_id')
      const [future, past, ofOne, between] = await Promise.all([
        anybody.fullPage('GET /bookings', { since: BEYOND }),
        api.fullPage('GET /bookings', { since: BEFORE_ALL }),
        api.fullPage('GET /bookings', { since: BEFORE_ALL, chatbot_id }),
        api.fullPage('GET /bookings', { since: bound }),
      ])

      const kept = new Set(idsOf(between.items))
      const isLost = idsOf(laterThan(known.items, bound)).some((id) => !kept.has(id))
      const isBound = future.items.length === 0 && past.items.length === known.items.length && !isLost
      observe(
        'LIST-BOOKINGS-22',
        `${isBound ? 'a lower bound' : 'no lower bound'}: ${future.status} for a far future, ${past.status} for a far past`,
        future,
        past,
        between,
      )
      observe(
        'OPEN-07',
        `consistent with ${bookingSince(known.items, between.exchange).join(' or ') || 'none of the dates shown'}`,
        between,
      )
      // Whatever `since` means, the other filter still applies.
      const strange = ofOne.items.find((item) => item['chatbot_id'] !== chatbot_id)
      expect(ofOne).toSatisfy(
        strange === undefined || chatbot_id === undefined,
        `bookings of the chatbot ${chatbot_id}`,
        () => `one of ${quote(strange?.['chatbot_id'])}`,
        { requirement: 'LIST-BOOKINGS-20', pointer: '/data' },
      )
    },
  )

  verify('LIST-BOOKINGS-27', 'filters hold on every page', { cost: 2 }, async (ctx) => {
    const { items } = await reference(ctx, BOOKINGS)
    const [chatbot_id] = distinct(await ofListedChatbots(ctx, items), 'chatbot_id')

    // Whatever `since` means, its pages must follow each other.
    await expectSameOnLaterPages(ctx, BOOKINGS, [{ chatbot_id }, { since: beforeOne(items) }])
  })
})

export default [conversations, leads, bookings]
