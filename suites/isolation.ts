/** Another workspace, seen through every operation. Specification parts 1 and 5. */
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../lib/harness/actor.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { absentId, foreignItems } from '../lib/harness/chosen-items.ts'
import { suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import type { Expect } from '../lib/harness/expect.ts'
import { type Entry, excluded, must, type Requirement, section } from '../lib/judge/rows.ts'
import { type ListKey, LISTS, type OperationKey } from '../lib/spec/operations.ts'
import { integer, isObject, quote } from '../lib/util/values.ts'
import { countsMessages, FIGURES } from './analytics.ts'
import { compared, expectAlike, probes } from './isolation/foreign-ids.ts'
import { writing } from './isolation/writing.ts'
import { LIST_FACTS, listRule } from './lists/facts.ts'
import { FILTERS } from './lists/filter-table.ts'
import { wideFilters } from './lists/filter-values.ts'
import { varied } from './support/comparing.ts'

/** Part 1, rule 5: what an id of another workspace returns, by operation. */
const foreign = (endpoint: OperationKey, ...entries: readonly Entry[]): Requirement[] =>
  section({ part: 1, section: '', endpoint }, ...entries)

/** Part 5, rule 4: what a list may show. */
const listed = (list: ListKey): Requirement[] =>
  section(
    { part: 5, section: '', endpoint: list },
    must(
      LIST_FACTS[list].isolation,
      '4',
      `Only ${LIST_FACTS[list].items} of the key's workspace are listed.`,
    ),
  )

const untouched = (id: string, endpoint: OperationKey, what: string, ...restsOn: string[]): Requirement[] =>
  section(
    { part: 5, section: '', endpoint },
    must(id, '4', `A refused ${what} changes nothing in the other workspace.`, restsOn),
  )

/** What a foreign `chatbot_id` rests on: the filters of the list, its total, and its isolation. */
const filtersOf = (list: ListKey): string[] => [
  ...Object.values(FILTERS[list]).map(({ requirement }) => requirement),
  listRule(list, 'total'),
  LIST_FACTS[list].isolation,
]

const filtered = (id: string, list: ListKey, items: string): Requirement[] =>
  foreign(
    list,
    must(
      id,
      '5',
      `For another workspace's \`chatbot_id\`, \`${list}\` returns 404, or no ${items} and a \`total\` of 0.`,
      filtersOf(list),
    ),
  )

export const rows = [
  ...foreign(
    'GET /conversations/{id}',
    must('ISOLATION-01', '5', "`GET /conversations/{id}` returns 404 for another workspace's conversation.", [
      'GET-CONVERSATION-02',
    ]),
  ),
  ...foreign(
    'PATCH /conversations/{id}',
    must(
      'ISOLATION-02',
      '5',
      "`PATCH /conversations/{id}` returns 404 for another workspace's conversation.",
      ['PATCH-CONVERSATION-08'],
    ),
  ),
  ...foreign(
    'POST /conversations/{id}/messages',
    must('ISOLATION-03', '5', "Adding a note to another workspace's conversation returns 404.", [
      'ADD-NOTE-07',
    ]),
  ),
  ...foreign(
    'GET /leads/{id}',
    must('ISOLATION-04', '5', "`GET /leads/{id}` returns 404 for another workspace's lead.", ['GET-LEAD-02']),
  ),
  ...foreign(
    'POST /leads',
    must('ISOLATION-05', '5', "Creating a lead for another workspace's chatbot returns 404.", [
      'CREATE-LEAD-07',
    ]),
    must(
      'ISOLATION-06',
      '5',
      "Creating a lead for another workspace's conversation returns 404, even if it already has a lead.",
      ['CREATE-LEAD-08'],
    ),
  ),
  ...foreign(
    'GET /reservations',
    must('ISOLATION-07', '5', "`GET /reservations` returns 404 for another workspace's `chatbot_id`.", [
      'LIST-RESERVATIONS-33',
      ...filtersOf('GET /reservations'),
    ]),
  ),
  ...foreign(
    'GET /knowledge/sources',
    must('ISOLATION-08', '5', "`GET /knowledge/sources` returns 404 for another workspace's `chatbot_id`.", [
      'LIST-SOURCES-04',
    ]),
  ),
  ...filtered('ISOLATION-09', 'GET /conversations', 'conversation'),
  ...filtered('ISOLATION-10', 'GET /leads', 'lead'),
  ...filtered('ISOLATION-11', 'GET /bookings', 'booking'),
  ...foreign(
    'GET /analytics/summary',
    must(
      'ISOLATION-12',
      '5',
      "For another workspace's `chatbot_id`, `GET /analytics/summary` returns 404 or a rollup of zeros.",
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: '*' },
    must(
      'ISOLATION-13',
      '5',
      'An id of another workspace and an unknown id get the same status, body and headers.',
      // An answer to a foreign id is wrong alone, before it differs from another one.
      Array.from({ length: 12 }, (_, n) => `ISOLATION-${String(n + 1).padStart(2, '0')}`),
    ),
  ),
  ...untouched('ISOLATION-14', 'PATCH /conversations/{id}', 'update', 'ISOLATION-02'),
  ...untouched('ISOLATION-15', 'POST /conversations/{id}/messages', 'note', 'ISOLATION-03'),
  ...untouched('ISOLATION-16', 'POST /leads', 'lead', 'ISOLATION-05', 'ISOLATION-06'),
  ...LISTS.flatMap(listed),
  ...section(
    { part: 5, section: '', endpoint: 'GET /knowledge/sources' },
    excluded(
      'SOURCES-91',
      '4',
      "Only sources of the key's workspace are listed.",
      "Sources have no ids, and two workspaces may share pages. ISOLATION-08 covers another workspace's chatbot.",
    ),
  ),
  ...section(
    { part: 5, section: '', endpoint: 'GET /analytics/summary' },
    must('ISOLATION-25', '4', "The rollup counts only data of the key's workspace."),
  ),
]

const reading = suite('Isolation · reading', {}, (verify) => {
  verify(
    'ISOLATION-01',
    "returns 404 for another workspace's conversation",
    { needs: ['otherKey', 'foreignConversation'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.conversation(world.foreignConversation)).toRefuse([404])
    },
  )

  verify(
    'ISOLATION-04',
    "returns 404 for another workspace's lead",
    { needs: ['otherKey', 'foreignLead'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.lead(world.foreignLead)).toRefuse([404])
    },
  )

  for (const { requirement, list, title, read, traits } of [
    {
      requirement: 'ISOLATION-01',
      list: 'GET /conversations',
      title: 'returns 404 to another workspace for every kind of conversation',
      read: (actor: Actor, id: string) => actor.conversation(id),
      traits: ['is_lead', 'is_resolved', 'status', 'message_count'],
    },
    {
      requirement: 'ISOLATION-04',
      list: 'GET /leads',
      title: 'returns 404 to another workspace for every kind of lead',
      read: (actor: Actor, id: string) => actor.lead(id),
      traits: ['conversation_id', 'status', 'email'],
    },
  ] as const) {
    verify(
      requirement,
      title,
      { needs: ['otherKey'], cost: 0 },
      async ({ stranger, world, expect, each, inconclusive }) => {
        const { main, other } = world.discovery
        const ids = idsOf(varied(foreignItems(main, other, list), traits))
        if (ids.length === 0) inconclusive('needs data in the workspace under test')

        // The second key asks for ids of the workspace under test: isolation works both ways, and the key under test
        // is spared.
        await each(ids, async (id) => expect(await read(stranger, id)).toRefuse([404]))
      },
    )
  }

  for (const list of LISTS.filter((one) => FILTERS[one]['chatbot_id'] !== undefined)) {
    verify(
      LIST_FACTS[list].isolation,
      `lists only own items in ${list} with wide filters`,
      { needs: ['otherKey'], cost: 0 },
      async ({ stranger, world, each, inconclusive }) => {
        const { main, other } = world.discovery
        if ([main, other].some((side) => side?.lists[list].items.length === 0))
          inconclusive('needs items in both workspaces')

        // The oracle judges all lists of the run; wide filters give a leak a chance to show.
        await each(wideFilters(list, main.lists[list].items), async (query) => {
          ;(await stranger.fullPage(list, query)).control()
        })
      },
    )
  }

  verify(
    'ISOLATION-07',
    "returns 404 for reservations of another workspace's chatbot",
    { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      expectNotFound(expect, await api.reservations({ chatbot_id: world.foreignChatbot }))
    },
  )

  verify(
    'LIST-RESERVATIONS-33',
    'returns 404 for reservations of an unknown chatbot',
    { needs: ['chatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      expect(await api.reservations({ chatbot_id: absentId(world.chatbot) })).toRefuse([404])
    },
  )

  verify(
    'ISOLATION-08',
    "returns 404 for sources of another workspace's chatbot",
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
      `lists nothing of another workspace's chatbot in ${list}`,
      { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
      async ({ api, world, expect }) => {
        const answer = await api.list(list, { chatbot_id: world.foreignChatbot })

        expect(answer).toHaveStatus([404, 200])
        expect(answer).toSatisfy(answer.items.length === 0, 'no item', `${answer.items.length} items`, {
          pointer: '/data',
        })
        expect(answer).toSatisfy(
          answer.status !== 200 || answer.total === 0,
          'total 0',
          `total ${answer.total}`,
          { pointer: '/pagination/total' },
        )
      },
    )
  }

  verify(
    'ISOLATION-12',
    "counts nothing of another workspace's chatbot",
    { needs: ['otherKey', 'foreignChatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      const answer = await api.analytics({ chatbot_id: world.foreignChatbot })
      const { totals } = answer.data
      const counts = isObject(totals) ? Object.values(totals) : []

      expect(answer).toHaveStatus([404, 200])
      expect(answer).toSatisfy(
        answer.status === 404 || counts.every((count) => (integer(count) ?? 0) === 0),
        'zeros',
        () => quote(totals),
        { pointer: '/data/totals' },
      )
    },
  )

  verify(
    'ISOLATION-25',
    'counts only data of the workspace',
    { needs: ['otherKey'], cost: 0 },
    async ({ api, stranger, world, expect, inconclusive }) => {
      const { main, other } = world.discovery
      const [here, there] = [main, other].map((side) => side?.lists['GET /conversations'].total)
      const own = (await api.analytics()).control()
      const theirs = (await stranger.analytics()).control()
      const counted = FIGURES.filter((name) => countsMessages(own.data[name]))
      // Workspaces that are copies of each other rightly have the same counts.
      if (here === there) inconclusive('needs two workspaces with different numbers of conversations')
      if (counted.length === 0) inconclusive('needs messages in the last 30 days')

      // How rollups add up is open. But different workspaces do not have the same counts of everything.
      for (const name of counted)
        expect(own).toSatisfy(
          !isDeepStrictEqual(own.data[name], theirs.data[name]),
          'counts of this workspace only',
          `the same ${name} as the other workspace: ${quote(own.data[name])}`,
          { also: [theirs], pointer: `/data/${name}` },
        )
    },
  )

  verify(
    'ISOLATION-13',
    "gives another workspace's id the response of an unknown id",
    { needs: ['otherKey'], cost: 0 },
    async (ctx) => {
      const all = probes(ctx.world.discovery, 'reading')
      if (all.length === 0) ctx.inconclusive('needs data in the workspace under test')

      await ctx.each(all, async (probe) => expectAlike(ctx.expect, await compared(ctx, ctx.stranger, probe)))
    },
  )
})

export default [reading, writing]

/**
 * Expects a 404 to the id of a chatbot of another workspace. A page without items reveals nothing: where an unknown
 * chatbot gets one, too, that is the mistake, and this follows from it.
 */
function expectNotFound(expect: Expect, answer: Answer): void {
  if (answer.usable && answer.items.length === 0)
    expect(answer).toSatisfy(false, 'status 404', 'status 200 with no item')
  else expect(answer).toRefuse([404])
}
