/** Another workspace, seen through the reading endpoints. Specification parts 1 and 5. */
import { LIST_FACTS } from './lists/facts.ts'
import { LISTS } from '../lib/spec/operations.ts'
import { FILTERS } from './lists/filter-table.ts'
import type { Actor } from '../lib/harness/actor.ts'
import type { Answer } from '../lib/harness/answer.ts'
import type { Expect } from '../lib/harness/expect.ts'
import { suite } from '../lib/harness/context.ts'
import { absentId, foreignItems } from '../lib/harness/chosen-items.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { sharedCounts, totalsOf } from './oracles/analytics.ts'
import { quote } from '../lib/util/values.ts'
import { varied } from './support/comparing.ts'
import { compareWithAbsent, foreignIdProbes } from './isolation/foreign-ids.ts'
import { askRollups, fewChatbots, rollupsIn } from './isolation/rollups.ts'
import { wideFilters } from './lists/filter-values.ts'
import { expectNoAddedItems } from './lists/filtering.ts'

export default suite('Isolation · reading', {}, (verify) => {
  verify(
    'ISOLATION-01',
    'answers 404 for a conversation of another workspace',
    { needs: ['otherKey', 'foreignConversation'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.conversation(world.foreignConversation)).toRefuse([404])
    },
  )

  verify(
    'ISOLATION-04',
    'answers 404 for a lead of another workspace',
    { needs: ['otherKey', 'foreignLead'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.lead(world.foreignLead)).toRefuse([404])
    },
  )

  for (const [requirement, list, read, traits] of [
    [
      'ISOLATION-01',
      'GET /conversations',
      (actor: Actor, id: string) => actor.conversation(id),
      ['is_lead', 'is_resolved', 'status', 'message_count'],
    ],
    [
      'ISOLATION-04',
      'GET /leads',
      (actor: Actor, id: string) => actor.lead(id),
      ['conversation_id', 'status', 'email'],
    ],
  ] as const) {
    verify(
      requirement,
      `answers 404 for ${list === 'GET /leads' ? 'leads' : 'conversations'} of every kind to another workspace`,
      { needs: ['otherKey'], cost: 0 },
      async ({ stranger, world, expect, each, inconclusive }) => {
        const { main, other } = world.discovery
        const foreign = idsOf(varied(foreignItems(main, other, list), traits))
        if (foreign.length === 0) inconclusive('needs data in the workspace under test')

        // The second key asks for ids of the workspace under test: isolation works both ways, and the key under test
        // is spared.
        await each(foreign, async (id) => {
          expect(await read(stranger, id)).toRefuse([404])
        })
      },
    )
  }

  for (const list of LISTS.filter((one) => FILTERS[one]['chatbot_id'] !== undefined)) {
    verify(
      LIST_FACTS[list].isolation,
      `shows no foreign item in ${list} however wide a filter`,
      { needs: ['otherKey'], cost: 0 },
      async ({ stranger, world, expect, each, inconclusive }) => {
        if (
          [world.discovery.main, world.discovery.other].some((side) => side?.lists[list].items.length === 0)
        )
          inconclusive('needs items in both workspaces')
        // ISOLATION-20 to -24 judge all lists of the run; these wide filters give a leak a chance to show.
        await each(wideFilters(list, world.discovery.main.lists[list].items), async (query) => {
          const page = (await stranger.fullPage(list, query)).control()
          await expectNoAddedItems(stranger, expect, list, page)
        })
      },
    )
  }

  verify(
    'ISOLATION-07',
    'answers 404 for reservations of a foreign chatbot',
    { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      expectNotFound(expect, await api.reservations({ chatbot_id: world.foreignChatbot }))
    },
  )

  verify(
    'LIST-RESERVATIONS-33',
    'answers 404 for reservations of no chatbot',
    { needs: ['chatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      expect(await api.reservations({ chatbot_id: absentId(world.chatbot) })).toRefuse([404])
    },
  )

  verify(
    'ISOLATION-08',
    'answers 404 for sources of a foreign chatbot',
    { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      expectNotFound(expect, await api.sources({ chatbot_id: world.foreignChatbot }))
    },
  )

  for (const [requirement, list] of [
    ['ISOLATION-09', 'GET /conversations'],
    ['ISOLATION-10', 'GET /leads'],
    ['ISOLATION-11', 'GET /bookings'],
  ] as const) {
    verify(
      requirement,
      `shows nothing of a foreign chatbot in ${list}`,
      { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
      async ({ api, world, expect }) => {
        const answer = await api.list(list, { chatbot_id: world.foreignChatbot })

        expect(answer).toHaveStatus([404, 200])
        expect(answer).toSatisfy(answer.items.length === 0, 'no item', `${answer.items.length} items`, {
          pointer: '/data',
        })
        if (answer.status !== 200 || answer.total === 0) return
        expect(answer).toSatisfy(false, 'total 0', `total ${answer.total}`, {
          pointer: '/pagination/total',
        })
      },
    )
  }

  verify(
    'ISOLATION-12',
    'counts nothing of a foreign chatbot',
    { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      const answer = await api.analytics({ chatbot_id: world.foreignChatbot })

      expect(answer).toHaveStatus([404, 200])
      const counts = Object.values(totalsOf(answer.data))
      expect(answer).toSatisfy(
        answer.status === 404 || counts.every((count) => count === 0),
        'zeros',
        () => quote(answer.data['totals']),
        { pointer: '/data/totals' },
      )
    },
  )

  verify(
    'ISOLATION-25',
    'counts only what belongs to the workspace',
    { needs: ['otherKey', 'chatbot'], cost: 1 },
    async ({ api, stranger, world, expect, each, inconclusive }) => {
      const { main, other } = world.discovery
      const lists = { here: main.lists['GET /chatbots'], there: other?.lists['GET /chatbots'] }
      const chatbots = { here: fewChatbots(lists.here, 4), there: fewChatbots(lists.there, 8) }
      if (!chatbots.here && !chatbots.there) inconclusive('needs a workspace with at most four chatbots')
      const [here, there] = await Promise.all([
        askRollups(api, chatbots.here),
        askRollups(stranger, chatbots.there),
      ])
      const sides = [
        { own: here, foreign: there, neighbour: stranger, others: lists.there },
        { own: there, foreign: here, neighbour: api, others: lists.here },
      ]

      for (const { whole, parts = [] } of [here, there])
        for (const answer of [whole, ...parts]) answer.control()

      await each(sides, async ({ own, foreign, neighbour, others }) => {
        const counts = rollupsIn(own)
        if (counts.parts === undefined) return
        if (Object.values(totalsOf(counts.whole)).every((count) => count === 0))
          inconclusive('needs activity in the last 30 days')
        const suspicion = sharedCounts({ ...counts, parts: counts.parts }, rollupsIn(foreign))
        // The chatbots of the other workspace are queried only where the comparison depends on them.
        const compared =
          suspicion === undefined || foreign.parts !== undefined
            ? foreign
            : await askRollups(neighbour, fewChatbots(others, 30))
        const problem = sharedCounts({ ...counts, parts: counts.parts }, rollupsIn(compared))

        expect(own.whole).toSatisfy(problem === undefined, 'totals of the workspace alone', problem ?? '', {
          also: [compared.whole, ...(compared.parts ?? []), ...(own.parts ?? [])],
          pointer: '/data/totals',
        })
      })
    },
  )

  verify(
    'ISOLATION-13',
    'answers to a foreign id as to an id of nothing',
    { needs: ['otherKey'], cost: 0, smoke: true },
    async (ctx) => {
      const { stranger, world, expect, each, inconclusive } = ctx
      // The second key asks for ids of the workspace under test: isolation works both ways, and the key under test is
      // spared.
      const probes = foreignIdProbes(world.discovery)
      if (probes.length === 0) inconclusive('needs data in the workspace under test')

      await each(probes, async ({ id, ask }) => {
        const { foreign, others, distinction } = await compareWithAbsent(ctx, stranger, id, ask)
        expect(foreign).toSatisfy(
          distinction === undefined,
          'the answer that an unknown id gets',
          distinction ?? '',
          { also: others },
        )
      })
    },
  )
})

/**
 * Expects a 404 to the id of a chatbot of another workspace. A page without items reveals nothing: where an unknown
 * chatbot gets one, too, that is the mistake, and this follows from it.
 */
function expectNotFound(expect: Expect, answer: Answer): void {
  if (answer.usable && answer.items.length === 0)
    expect(answer).toSatisfy(false, 'status 404', 'status 200 with no item')
  else expect(answer).toRefuse([404])
}
