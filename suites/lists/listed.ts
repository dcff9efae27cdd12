import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { type Context, suite } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { varied } from '../support/comparing.ts'
import { cheaperSide } from './filtering.ts'

/** One way to use a row of a list. */
interface Use {
  readonly requirement: string
  readonly request: (actor: Actor, id: string) => Promise<Answer>
}

/** What the rows of each list are good for, and the fields in which they differ. */
const USES: readonly { list: ListKey; fields: readonly string[]; uses: readonly [Use, ...Use[]] }[] = [
  {
    list: 'GET /conversations',
    fields: ['status', 'is_lead', 'is_resolved', 'visitor_id', 'language_code', 'tags'],
    uses: [
      {
        requirement: 'GET-CONVERSATION-01',
        request: (actor, id) => actor.conversation(id),
      },
    ],
  },
  {
    list: 'GET /leads',
    fields: ['status', 'email', 'phone', 'name', 'notes', 'conversation_id'],
    uses: [{ requirement: 'GET-LEAD-01', request: (actor, id) => actor.lead(id) }],
  },
  {
    list: 'GET /chatbots',
    fields: ['is_active'],
    uses: [
      { requirement: 'LIST-SOURCES-01', request: (actor, id) => actor.sources({ chatbot_id: id }) },
      { requirement: 'LIST-RESERVATIONS-20', request: (actor, id) => actor.reservations({ chatbot_id: id }) },
      { requirement: 'GET-ANALYTICS-01', request: (actor, id) => actor.analytics({ chatbot_id: id }) },
    ],
  },
]

/** The most rows of the workspace under test that are used, and of the second one, whose requests are cheaper. */
const MOST_ROWS = { main: 3, other: 5 } as const

/** Whatever is listed can be used: it is answered 200. That it is the same row, an oracle judges. */
export const listed = suite('Listed items', {}, (verify) => {
  for (const { list, fields, uses } of USES) {
    const [first, ...others] = uses
    verify(
      [first.requirement, ...others.map(({ requirement }) => requirement)],
      `finds every item that ${list} lists`,
      { cost: 1, costAlone: MOST_ROWS.main * uses.length + 1 },
      async (ctx) => {
        const rows = await rowsOf(ctx, list, fields)
        await ctx.each(
          rows.flatMap((row) => uses.map((use) => [row, use] as const)),
          async ([{ actor, id, look }, { requirement, request }]) => {
            // A row that is no longer listed may be gone.
            const isGone = (page: Answer): boolean => page.usable && !idsOf(page.items).includes(id)
            const { answer, page } = await ctx.quiet(
              async () => ({ answer: await request(actor, id), page: await look() }),
              (seen) => seen.answer.status === 200 || isGone(seen.page),
              look,
            )
            if (!isGone(page)) ctx.expect(answer).toHaveStatus([200], { requirement, also: [page] })
          },
        )
      },
    )
  }
})

/** A listed row, and the page that lists it. */
interface Row {
  readonly actor: Actor
  readonly id: string
  readonly look: () => Promise<Answer>
}

/** The first row, one in the middle, the last one, and one of each kind. */
async function rowsOf<N extends Need>(
  ctx: Pick<Context<N>, 'api' | 'bystander' | 'world' | 'inconclusive'>,
  list: ListKey,
  fields: readonly string[],
): Promise<readonly Row[]> {
  const { actor, workspace } = cheaperSide(ctx, list)
  const { items } = workspace.lists[list]
  const most = actor.label === 'main' ? MOST_ROWS.main : MOST_ROWS.other
  const ends = [items[0], items[Math.floor(items.length / 2)], items.at(-1)].filter(
    (row) => row !== undefined,
  )
  const ids = idsOf([...ends, ...varied(items, fields, most)])
  if (ids.length === 0) ctx.inconclusive(`needs an item in ${list}`)
  const chosen = [...new Set(ids)]
    .slice(0, most)
    .map((id) => ({ actor, id, look: () => actor.fullPage(list) }))
  // The last row of a long list is on no page that was read yet.
  const { api } = ctx
  const { total = 0, items: known } = ctx.world.discovery.main.lists[list]
  if (total <= known.length) return chosen
  const look = (): Promise<Answer> => api.list(list, { limit: 2, offset: total - 2 })
  const last = idsOf((await look()).items.slice(-1))
  return [...chosen, ...last.map((id) => ({ actor: api, id, look }))]
}
