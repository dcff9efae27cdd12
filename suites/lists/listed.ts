import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { suite } from '../../lib/harness/context.ts'
import { idsOf, variousChatbots } from '../../lib/harness/discovery.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import type { JsonObject } from '../../lib/util/values.ts'
import { cheaperSide, sides } from './sides.ts'

/** One way to use a row of a list. */
interface Use {
  readonly requirement: string
  readonly request: (actor: Actor, id: string) => Promise<Answer>
}

/** What the rows of each list are good for. */
const USES: readonly { list: ListKey; uses: readonly [Use, ...Use[]] }[] = [
  {
    list: 'GET /conversations',
    uses: [{ requirement: 'GET-CONVERSATION-01', request: (actor, id) => actor.conversation(id) }],
  },
  {
    list: 'GET /leads',
    uses: [{ requirement: 'GET-LEAD-01', request: (actor, id) => actor.lead(id) }],
  },
  {
    list: 'GET /chatbots',
    uses: [
      { requirement: 'LIST-SOURCES-01', request: (actor, id) => actor.sources({ chatbot_id: id }) },
      { requirement: 'LIST-RESERVATIONS-20', request: (actor, id) => actor.reservations({ chatbot_id: id }) },
      { requirement: 'GET-ANALYTICS-01', request: (actor, id) => actor.analytics({ chatbot_id: id }) },
    ],
  },
]

/** The first row of a list, one in the middle and the last one; of chatbots a paused one, too. */
const someOf = (items: readonly JsonObject[]): ReadonlySet<string> => {
  const middle = items.slice(Math.floor(items.length / 2)).slice(0, 1)
  return new Set([...variousChatbots(items), ...idsOf(middle)])
}

/** Whatever is listed can be used: it is answered 200. That it is the same row, an oracle judges. */
export const listed = suite('Listed items', {}, (verify) => {
  for (const { list, uses } of USES) {
    const [first, ...others] = uses
    verify(
      [first.requirement, ...others.map(({ requirement }) => requirement)],
      `finds every item that ${list} lists`,
      { cost: 2, costAlone: 4 * uses.length + 1 },
      async (ctx) => {
        const { actor, workspace } = cheaperSide(ctx, list)
        const { items } = workspace.lists[list]
        const rows = someOf(items)
        if (rows.size === 0) ctx.inconclusive(`needs an item in ${list}`)
        const asked = [...rows].flatMap((id) =>
          uses.map((use) => ({ ...use, id, actor, look: () => actor.fullPage(list) })),
        )
        // The last row of a long list is on no page that was read yet.
        const { main } = sides(ctx)
        const { total = 0, items: known } = main.workspace.lists[list]
        if (total > known.length) {
          const look = (): Promise<Answer> => main.actor.list(list, { limit: 1, offset: total - 1 })
          for (const id of idsOf((await look()).items))
            asked.push(...uses.map((use) => ({ ...use, id, actor: main.actor, look })))
        }
        await ctx.each(asked, async ({ requirement, request, id, actor: asker, look }) => {
          // A row that is no longer listed may be gone.
          const isGone = (page: Answer): boolean => page.usable && !idsOf(page.items).includes(id)
          const { answer, page } = await ctx.quiet(
            async () => ({ answer: await request(asker, id), page: await look() }),
            (seen) => seen.answer.status === 200 || isGone(seen.page),
            look,
          )
          if (!isGone(page)) ctx.expect(answer).toHaveStatus([200], { requirement, also: [page] })
        })
      },
    )
  }
})
