/** Another workspace, seen through every operation. Specification parts 1 and 5. */
import { isDeepStrictEqual } from 'node:util'
import { absentId } from '../lib/engine/case/absent-ids.ts'
import { foreignItems } from '../lib/engine/case/chosen.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import { excluded, must, section } from '../lib/engine/judge/rows.ts'
import { type ListKey, LISTS, type OperationKey } from '../lib/engine/spec/operations.ts'
import { count } from '../lib/engine/util/text.ts'
import { integer, isObject, quote } from '../lib/engine/util/values.ts'
import { countsMessages, FIGURES } from './analytics.ts'
import { expectAllAlike, INVALID_WRITES, READS } from './isolation/alike.ts'
import { isolation } from './isolation/listed.ts'
import { writing } from './isolation/writing.ts'
import { LIST_FACTS } from './lists/facts.ts'
import { FILTERS, wideFilters } from './lists/filters.ts'

/** Part 1, rule 5: what an id of another workspace returns. */
const foreign = (id: string, endpoint: OperationKey, text: string): Requirement[] =>
  section({ part: 1, section: '', endpoint }, must(id, '5', text))

/** Part 5, rule 4: what a list may show. */
const listed = (list: ListKey): Requirement[] => {
  const { isolation, items } = LIST_FACTS[list]
  const text = `Only ${items} of the key's workspace are listed.`
  return section({ part: 5, section: '', endpoint: list }, must(isolation, '4', text))
}

const untouched = (id: string, endpoint: OperationKey, what: string): Requirement[] =>
  section(
    { part: 5, section: '', endpoint },
    must(id, '4', `A refused ${what} changes nothing in the other workspace.`),
  )

/** The lists that have no 404 for a chatbot among their errors. */
const FILTERED = [
  ['ISOLATION-09', 'GET /conversations', 'conversation'],
  ['ISOLATION-10', 'GET /leads', 'lead'],
  ['ISOLATION-11', 'GET /bookings', 'booking'],
] as const

export const rows = [
  ...foreign(
    'ISOLATION-01',
    'GET /conversations/{id}',
    "`GET /conversations/{id}` returns 404 for another workspace's conversation.",
  ),
  ...foreign(
    'ISOLATION-02',
    'PATCH /conversations/{id}',
    "`PATCH /conversations/{id}` returns 404 for another workspace's conversation.",
  ),
  ...foreign(
    'ISOLATION-03',
    'POST /conversations/{id}/messages',
    "Adding a note to another workspace's conversation returns 404.",
  ),
  ...foreign(
    'ISOLATION-04',
    'GET /leads/{id}',
    "`GET /leads/{id}` returns 404 for another workspace's lead.",
  ),
  ...foreign('ISOLATION-05', 'POST /leads', "Creating a lead for another workspace's chatbot returns 404."),
  ...foreign(
    'ISOLATION-06',
    'POST /leads',
    "Creating a lead for another workspace's conversation returns 404, even if it already has a lead.",
  ),
  ...foreign(
    'ISOLATION-07',
    'GET /reservations',
    "`GET /reservations` returns 404 for another workspace's `chatbot_id`.",
  ),
  ...foreign(
    'ISOLATION-08',
    'GET /knowledge/sources',
    "`GET /knowledge/sources` returns 404 for another workspace's `chatbot_id`.",
  ),
  ...FILTERED.flatMap(([id, list, item]) =>
    foreign(
      id,
      list,
      `For another workspace's \`chatbot_id\`, \`${list}\` returns 404, or no ${item} and a \`total\` of 0.`,
    ),
  ),
  ...foreign(
    'ISOLATION-12',
    'GET /analytics/summary',
    "For another workspace's `chatbot_id`, `GET /analytics/summary` returns 404 or a rollup of zeros.",
  ),
  ...section(
    { part: 1, section: '', endpoint: '*' },
    must(
      'ISOLATION-13',
      '5',
      'A read with an id of another workspace gets the same status, body and headers as one with an unknown id.',
    ),
    must(
      'ISOLATION-26',
      '5',
      'A write with an id of another workspace gets the same status, body and headers as one with an unknown id.',
    ),
  ),
  ...untouched('ISOLATION-14', 'PATCH /conversations/{id}', 'update'),
  ...untouched('ISOLATION-15', 'POST /conversations/{id}/messages', 'note'),
  ...untouched('ISOLATION-16', 'POST /leads', 'lead'),
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

const reading = suite('Isolation · reading', {}, ({ verify }) => {
  for (const [requirement, item, need] of [
    ['ISOLATION-01', 'conversation', 'foreignConversation'],
    ['ISOLATION-04', 'lead', 'foreignLead'],
  ] as const)
    verify(
      requirement,
      `returns 404 for another workspace's ${item}`,
      { needs: ['otherKey', need], smoke: true },
      async ({ api, world, expect }) => {
        expect(await api[item](world[need])).toRefuse([404])
      },
    )

  for (const list of LISTS.filter((one) => FILTERS[one]['chatbot_id'] !== undefined)) {
    verify(
      LIST_FACTS[list].isolation,
      `lists only own items in ${list} with wide filters`,
      { needs: ['otherKey'] },
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
    'ISOLATION-08',
    "returns 404 for sources of another workspace's chatbot",
    { needs: ['otherKey', 'foreignChatbot'] },
    async ({ api, world, expect }) => {
      expect(await api.sources({ chatbot_id: world.foreignChatbot })).toRefuse([404])
    },
  )

  verify(
    'LIST-RESERVATIONS-33',
    'returns 404 for reservations of an unknown chatbot',
    { needs: ['chatbot'] },
    async ({ api, world, expect, each }) => {
      const chatbot_id = absentId(world.chatbot)
      await each([{}, { status: 'confirmed' }], async (query) =>
        expect(await api.reservations({ ...query, chatbot_id })).toRefuse([404]),
      )
    },
  )

  for (const [requirement, list, statuses] of [
    ['ISOLATION-07', 'GET /reservations', [404]],
    ['ISOLATION-09', 'GET /conversations', [404, 200]],
    ['ISOLATION-10', 'GET /leads', [404, 200]],
    ['ISOLATION-11', 'GET /bookings', [404, 200]],
  ] as const) {
    verify(
      requirement,
      `lists nothing of a foreign chatbot in ${list}`,
      { needs: ['otherKey'] },
      async ({ stranger, world, expect, each, inconclusive }) => {
        const { main, other } = world.discovery
        const [chatbot_id = inconclusive('needs a chatbot in the workspace under test')] = idsOf(
          foreignItems(main, other, 'GET /chatbots'),
        )
        await each([{}, ...wideFilters(list, main.lists[list].items)], async (query) => {
          const answer = await stranger.list(list, { ...query, chatbot_id })
          expect(answer).toHaveStatus(statuses)
          expect(answer).toSatisfy(answer.items.length === 0, 'no item', count(answer.items.length, 'item'), {
            pointer: '/data',
          })
          expect(answer).toSatisfy(
            answer.status !== 200 || answer.total === 0,
            'total 0',
            `total ${answer.total}`,
            { pointer: '/pagination/total' },
          )
        })
      },
    )
  }

  verify(
    'ISOLATION-12',
    "counts nothing of another workspace's chatbot",
    { needs: ['otherKey', 'foreignChatbot'] },
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
    { needs: ['otherKey'] },
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
    { needs: ['otherKey'] },
    (ctx) => expectAllAlike(ctx, 'ISOLATION-13', READS),
  )
})

const refused = suite('Isolation · invalid writes', { phase: 'write', lane: 'stranger' }, ({ verify }) => {
  verify(
    'ISOLATION-26',
    "refuses a body for another workspace's id as for an unknown id",
    { needs: ['otherKey'] },
    (ctx) => expectAllAlike(ctx, 'ISOLATION-26', INVALID_WRITES),
  )
})

export default [reading, refused, writing]

export const runOracles = [isolation]
