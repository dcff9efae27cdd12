/** Another workspace, seen through every operation. Specification parts 1 and 5. */
import type { Actor } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { shuffler } from '../lib/engine/case/cover.ts'
import { foreignItems } from '../lib/engine/case/chosen.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import { critical, type Endpoint, major, type Statements, statementsOf } from '../lib/engine/judge/rows.ts'
import { type ListKey, LISTS } from '../lib/engine/spec/operations.ts'
import { given, quote } from '../lib/engine/util/values.ts'
import { expectAllAlike, INVALID_WRITES, NAMING_READS } from './isolation/alike.ts'
import { type ByChatbot, expectForeignChatbot, expectOwnChatbots } from './isolation/by-chatbot.ts'
import { expectKeyChooses, expectKeyChoosesLead } from './isolation/choosing.ts'
import { isolation, lookAtChatbots, rows as listed } from './isolation/listed.ts'
import { expectOwnFigures } from './isolation/rollup.ts'
import { writing } from './isolation/writing.ts'
import { LIST_FACTS } from './lists/rules.ts'
import { FILTERS, wideFilters } from './lists/filters.ts'
import { createdLeads } from './support/leads.ts'

export const theme = 'access'

const part1 = (endpoint: Endpoint): Statements => statementsOf({ part: 1, section: '', endpoint })
const part5 = (endpoint: Endpoint): Statements => statementsOf({ part: 5, section: '', endpoint })

export const rows = [
  ...listed,
  part5('GET /knowledge/sources').excluded(
    'SOURCES-91',
    '4',
    "Only sources of the key's workspace are listed.",
    "Sources have no ids, and two workspaces may share pages. ISOLATION-08 covers another workspace's chatbot.",
  ),
]

/** What each operation returns for the `chatbot_id` of another workspace: two list a 404 among their errors. */
const BY_CHATBOT: readonly (readonly [Requirement, ByChatbot, statuses: readonly number[]])[] = [
  [
    part1('GET /reservations').must(
      'ISOLATION-07',
      '5',
      "`GET /reservations` returns 404 for another workspace's `chatbot_id`.",
      critical('Guests of another company are listed, or the id of its chatbot is confirmed.'),
    ),
    'GET /reservations',
    [404],
  ],
  [
    part1('GET /knowledge/sources').must(
      'ISOLATION-08',
      '5',
      "`GET /knowledge/sources` returns 404 for another workspace's `chatbot_id`.",
      critical('What another company trained its agent on, internal pages included, is handed out.'),
    ),
    'GET /knowledge/sources',
    [404],
  ],
  [
    part1('GET /conversations').must(
      'ISOLATION-09',
      '5',
      "For another workspace's `chatbot_id`, `GET /conversations` returns 404, or no conversation and a `total` of 0.",
      critical('Conversations of another company are listed or counted.'),
    ),
    'GET /conversations',
    [404, 200],
  ],
  [
    part1('GET /leads').must(
      'ISOLATION-10',
      '5',
      "For another workspace's `chatbot_id`, `GET /leads` returns 404, or no lead and a `total` of 0.",
      critical('Contact details of another company are listed, or its leads counted.'),
    ),
    'GET /leads',
    [404, 200],
  ],
  [
    part1('GET /bookings').must(
      'ISOLATION-11',
      '5',
      "For another workspace's `chatbot_id`, `GET /bookings` returns 404, or no booking and a `total` of 0.",
      critical('Appointments of another company are listed or counted.'),
    ),
    'GET /bookings',
    [404, 200],
  ],
  [
    part1('GET /analytics/summary').must(
      'ISOLATION-12',
      '5',
      "For another workspace's `chatbot_id`, `GET /analytics/summary` returns 404 or a rollup of zeros.",
      critical('How busy another company is, and what it spends, can be read day by day.'),
    ),
    'GET /analytics/summary',
    [404, 200],
  ],
]

const reading = suite('Isolation · reading', {}, (verify) => {
  for (const [requirement, list, item, need] of [
    [
      part1('GET /conversations/{id}').must(
        'ISOLATION-01',
        '5',
        "`GET /conversations/{id}` returns 404 for another workspace's conversation.",
        critical('Transcripts of another company are handed out to whoever has or guesses an id.'),
      ),
      'GET /conversations',
      'conversation',
      'foreignConversation',
    ],
    [
      part1('GET /leads/{id}').must(
        'ISOLATION-04',
        '5',
        "`GET /leads/{id}` returns 404 for another workspace's lead.",
        critical('Contact details of another company are handed out to whoever has or guesses an id.'),
      ),
      'GET /leads',
      'lead',
      'foreignLead',
    ],
  ] as const)
    verify(
      requirement,
      `returns 404 for another workspace's ${item}`,
      { needs: ['otherKey', need], smoke: true },
      async ({ api, world, expect }) => {
        expect(await api.detail(list, world[need])).toRefuse([404])
      },
    )
  verify(
    [
      part5('*').must(
        'ISOLATION-29',
        '4',
        'What a key was refused stays there for its owner.',
        critical('A stranger who knows an id makes a conversation vanish for the team that works on it.'),
      ),
      'ISOLATION-30',
    ],
    'shows what belongs to another key to its owner alone, before and after',
    { needs: ['otherKey'] },
    async (ctx) => {
      const { main, other } = ctx.world.discovery
      // One read for each kind of id.
      const reads = [...new Map(NAMING_READS.toReversed())].flatMap(([list, ask]) =>
        idsOf(foreignItems(other, main, list))
          .slice(-1)
          .map((id) => ({ list, id, ask: (actor: Actor) => ask(anew(actor), id) })),
      )
      if (reads.length === 0) ctx.inconclusive('needs data in the second workspace')
      await ctx.each(reads, (read) => expectOwnerAlone(ctx, read))
    },
  )

  verify(
    'ISOLATION-20',
    "shows each workspace's chatbots to its key alone",
    { needs: ['otherKey'] },
    lookAtChatbots,
  )

  for (const list of LISTS.filter((one) => FILTERS[one]['chatbot_id'] !== undefined))
    verify(
      LIST_FACTS[list].isolation,
      `lists only own items in ${list} with wide filters`,
      { needs: ['otherKey'] },
      async (ctx) => {
        const { stranger, world, each, inconclusive } = ctx
        const { main, other } = world.discovery
        await lookAtChatbots(ctx)
        if ([main, other].some((side) => side?.lists[list].items.length === 0))
          inconclusive('needs items in both workspaces')

        // The oracle judges all lists of the run; wide filters give a leak a chance to show.
        await each(wideFilters(list, main.lists[list].items), async (query) => {
          ;(await stranger.fullPage(list, query)).control()
        })
      },
    )

  for (const [rule, operation, statuses] of BY_CHATBOT)
    verify(rule, `returns nothing of a foreign chatbot in ${operation}`, { needs: ['otherKey'] }, (ctx) =>
      expectForeignChatbot(ctx, operation, statuses),
    )

  verify(
    part5('GET /analytics/summary').must(
      'ISOLATION-25',
      '4',
      "The rollup counts only data of the key's workspace.",
      critical('The figures of other companies are shown, and those of this one are wrong.'),
    ),
    'counts only data of the workspace',
    { needs: ['otherKey'] },
    expectOwnFigures,
  )

  verify(
    part1('*').must(
      'ISOLATION-13',
      '5',
      'A read with an id of another workspace gets the same status, body and headers as one with an unknown id.',
      critical('A difference tells which ids exist: they can be probed.'),
    ),
    "gives another workspace's id the response of an unknown id",
    { needs: ['otherKey'] },
    (ctx) => expectAllAlike(ctx, 'ISOLATION-13', NAMING_READS),
  )

  verify(
    part1('*').derived(
      'ISOLATION-28',
      '2',
      'The number of a row is not accepted in place of its id.',
      'Ids are opaque encoded strings, and part 1, 5 says that ids cannot be probed: numbers can be counted up.',
      major(
        'Whoever counts up reads every row that a key may see, and whoever stores ids finds two for one row.',
      ),
    ),
    'finds nothing under a number in place of an id',
    {},
    async ({ api, world, settings, expect, each, inconclusive }) => {
      const numbers = (['GET /conversations', 'GET /leads'] as const).flatMap((list) => {
        const { items, total = items.length } = world.discovery.main.lists[list]
        const known = idsOf(items)
        if (known.length === 0 || known.some((id) => /^\d+$/.test(id))) return []
        const [drawn = 1] = shuffler(settings.seed)(numbersOf(total))
        return [1, drawn].map((n) => ({ list, id: String(n) }))
      })
      if (numbers.length === 0) inconclusive('needs conversations or leads whose ids are no numbers')
      await each(numbers, async ({ list, id }) => {
        const answer = await api.detail(list, id)
        expect(answer).toSatisfy(
          !answer.isAccepted || answer.data['id'] === id,
          `no item under the number ${id}`,
          () => `the item ${quote(answer.data['id'])}`,
          { pointer: '/data/id' },
        )
      })
    },
  )
})

/** A caller whose reads are sent even if another case has had an answer to them. They look like any other: a cache on the way may answer. */
function anew(actor: Actor): Actor {
  return actor.sending('Accept', 'application/json')
}

/** A read of something that the second key owns. */
interface OwnersRead {
  /** The list in which its owner finds it. */
  readonly list: ListKey
  readonly id: string
  readonly ask: (actor: Actor) => Promise<Answer>
}

/**
 * Expects what a key was shown to be refused to another key, and then to be shown to its owner again: a cache that ignores the
 * key would give each of them the answer to the other.
 */
async function expectOwnerAlone(
  { api, stranger, expect }: Pick<Context, 'api' | 'stranger' | 'expect'>,
  { list, id, ask }: OwnersRead,
): Promise<void> {
  const before = await ask(stranger)
  if (!before.isAccepted) return
  const refused = await ask(api)
  const own = await ask(stranger)
  // Another workspace's chatbot may be answered with an empty list, and own rows in place of none are no leak.
  const theirs = idsOf(before.items)
  const isShown =
    list === 'GET /chatbots' ? idsOf(refused.items).some((one) => theirs.includes(one)) : refused.isAccepted
  expect(refused).toSatisfy(
    !isShown,
    'a refusal of what another key was shown just before',
    `status ${refused.status}`,
    { requirement: 'ISOLATION-30', also: [before], status: refused.status, proof: true },
  )
  // It may have been deleted: then it is gone from the list, too.
  const isKept = own.status === 404 && idsOf((await stranger.afresh().fullPage(list)).items).includes(id)
  expect(own).toSatisfy(!isKept, 'what belongs to the key', 'status 404, as for the other key', {
    also: [refused],
    proof: true,
  })
}

/** The numbers that the rows of a list may have: 1 to its total, at most 1,000. Whoever counts up begins with small ones. */
function numbersOf(total: number): readonly number[] {
  return Array.from({ length: Math.min(total, 1000) }, (_, index) => index + 1)
}

/** Whatever else may be taken for the name of a workspace. */
const naming = suite('Isolation · other names', { phase: 'independent' }, (verify) => {
  for (const [{ id }, operation] of BY_CHATBOT)
    verify(id, `lets no form of \`chatbot_id\` leak in ${operation}`, { needs: ['otherKey'] }, (ctx) =>
      expectOwnChatbots(ctx, operation),
    )

  verify(
    part5('*').must(
      'ISOLATION-27',
      '4',
      'Only the key chooses the workspace: no header and no parameter does.',
      critical('Any customer reads the data of all others by naming their workspace.'),
    ),
    'shows the workspace of the key, whatever else names another one',
    { needs: ['otherKey'] },
    expectKeyChooses,
  )
})

const recorded = suite('Isolation · new leads', { phase: 'write' }, (verify) => {
  verify(
    'ISOLATION-27',
    'records a lead in the workspace of the key, whatever its body names',
    { needs: ['otherKey'] },
    expectKeyChoosesLead,
  )
})

const refused = suite('Isolation · invalid writes', { phase: 'refuse' }, (verify) => {
  verify(
    'ISOLATION-26',
    "refuses a body for another workspace's id as for an unknown id",
    { needs: ['otherKey'] },
    (ctx) => expectAllAlike(ctx, 'ISOLATION-26', INVALID_WRITES),
  )
})

const created = suite('Isolation · what was written', { phase: 'review' }, (verify) => {
  verify(
    'ISOLATION-22',
    'shows another key no lead that this run has created',
    { needs: ['writes', 'otherKey'] },
    async (ctx) => {
      const leads = createdLeads(ctx)
      const list = (await ctx.stranger.fullPage('GET /leads')).control()
      // By name, too: both workspaces may use the same ids.
      const shown = leads.find(({ data: { id, name } }) =>
        list.items.some((item) => given(name) && item['id'] === id && item['name'] === name),
      )
      ctx
        .expect(list)
        .toSatisfy(
          shown === undefined,
          'no lead of another workspace',
          () => `lead ${quote(shown?.data['id'])}, which this run has created with another key`,
          { also: shown && [shown], proof: true },
        )
    },
  )
})

export default [reading, naming, recorded, refused, writing, created]

export const runOracles = [isolation]
