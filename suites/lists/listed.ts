/** Whatever is listed can be used: where its id is named, the answer is 200. That it is the same item, an oracle judges. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { suite } from '../../lib/harness/suite.ts'
import { idsOf } from '../../lib/harness/items.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { cheaperSide } from './sides.ts'

/** One way to use an item of a list. */
interface Use {
  readonly requirement: string
  readonly ask: (actor: Actor, id: string) => Promise<Answer>
}

/** What the items of each list are good for. */
const USES: readonly { list: ListKey; uses: readonly [Use, ...Use[]] }[] = [
  {
    list: 'GET /conversations',
    uses: [{ requirement: 'GET-CONVERSATION-01', ask: (actor, id) => actor.conversation(id) }],
  },
  {
    list: 'GET /leads',
    uses: [{ requirement: 'GET-LEAD-01', ask: (actor, id) => actor.lead(id) }],
  },
  {
    list: 'GET /chatbots',
    uses: [
      { requirement: 'LIST-SOURCES-01', ask: (actor, id) => actor.sources({ chatbot_id: id }) },
      { requirement: 'LIST-RESERVATIONS-20', ask: (actor, id) => actor.reservations({ chatbot_id: id }) },
      { requirement: 'GET-ANALYTICS-01', ask: (actor, id) => actor.analytics({ chatbot_id: id }) },
    ],
  },
]

export const listed = suite('Listed items', {}, (verify) => {
  for (const { list, uses } of USES) {
    const [first, ...others] = uses
    verify(
      [first.requirement, ...others.map(({ requirement }) => requirement)],
      `finds every item that ${list} lists`,
      { cost: 3 * uses.length + 1 },
      async (ctx) => {
        const { actor } = cheaperSide(ctx, list)
        const pages = [[actor, await actor.fullPage(list)] as const]
        const { total = 0, items } = await ctx.api.fullPage(list)
        // The last item of a long list is on no page that was read yet.
        if (total > items.length)
          pages.push([ctx.api, await ctx.api.list(list, { limit: 1, offset: total - 1 })])

        const asked = pages.flatMap(([by, page]) =>
          someOf(page).flatMap((id) => uses.map((use) => ({ by, page, id, ...use }))),
        )
        if (asked.length === 0) ctx.inconclusive(`needs an item in ${list}`)
        await ctx.each(asked, async ({ by, page, id, requirement, ask }) => {
          ctx.expect(await ask(by, id)).toHaveStatus([200], { requirement, also: [page] })
        })
      },
    )
  }
})

/** The first item of a page, the last one, and one between: of chatbots a paused one. */
function someOf(page: Answer): readonly string[] {
  const { items } = page.control()
  const between = items.find((item) => item['is_active'] === false) ?? items[Math.floor(items.length / 2)]
  return [...new Set(idsOf([items[0], between, items.at(-1)].filter((item) => item !== undefined)))]
}
