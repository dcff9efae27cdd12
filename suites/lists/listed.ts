/** Whatever is listed can be used, and whatever is used elsewhere is listed. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { type Context, suite } from '../../lib/harness/context.ts'
import { idsOf, variousChatbots, type Workspace } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'
import { FEW } from '../support/kinds.ts'
import { allPages } from './pages.ts'
import { cheaperSide, type Sided, sides } from './sides.ts'

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

/** A row that is used: who uses it, and the page that lists it. */
interface Row {
  readonly id: string
  readonly actor: Actor
  readonly look: () => Promise<Answer>
}

/** The first row of a list, one in the middle and the last one; of chatbots a paused one, too. */
async function someOf<N extends Need>(ctx: Sided<N>, list: ListKey): Promise<readonly Row[]> {
  const { actor, workspace } = cheaperSide(ctx, list)
  const { items } = workspace.lists[list]
  const middle = items.slice(Math.floor(items.length / 2)).slice(0, 1)
  const ids = new Set([...variousChatbots(items), ...idsOf(middle)])
  const rows = [...ids].map((id): Row => ({ id, actor, look: () => actor.fullPage(list) }))
  // The last row of a long list is on no page that was read yet.
  const { main } = sides(ctx)
  const { total = 0, items: known } = main.workspace.lists[list]
  if (total <= known.length) return rows
  const look = (): Promise<Answer> => main.actor.list(list, { limit: 1, offset: total - 1 })
  return [...rows, ...idsOf((await look()).items).map((id) => ({ id, actor: main.actor, look }))]
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
        const rows = await someOf(ctx, list)
        if (rows.length === 0) ctx.inconclusive(`needs an item in ${list}`)
        const asked = rows.flatMap((row) => uses.map((use) => ({ ...row, ...use })))
        await ctx.each(asked, async ({ id, actor, look, requirement, request }) => {
          // A row that is no longer listed may be gone.
          const isGone = (page: Answer): boolean => page.usable && !idsOf(page.items).includes(id)
          const { answer, page } = await ctx.quiet(
            async () => ({ answer: await request(actor, id), page: await look() }),
            (seen) => seen.answer.status === 200 || isGone(seen.page),
            look,
          )
          if (!isGone(page)) ctx.expect(answer).toHaveStatus([200], { requirement, also: [page] })
        })
      },
    )
  }
})

/** What a list is asked for that other resources name. */
interface Quest {
  readonly list: ListKey
  /** The ids that other items of a workspace name. */
  readonly named: (workspace: Workspace) => readonly string[]
  /** Requests that all return 200 only for an id that exists in the workspace: deleted rows do not count. */
  readonly find: (actor: Actor, id: string) => Promise<readonly Answer[]>
  /** The requests of {@link find} in words. */
  readonly found: string
}

/** An id that exists and is on no page of its list. */
interface Unlisted {
  readonly id: string
  readonly answers: readonly Answer[]
}

/** Expects a list to have every row that other resources name and that its own path, or another one, finds. */
export async function expectListed<N extends Need>(
  ctx: Pick<Context<N>, 'api' | 'bystander' | 'world' | 'expect' | 'each' | 'quiet' | 'inconclusive'>,
  { list, named, find, found }: Quest,
): Promise<void> {
  const { main, other = main } = sides(ctx)
  let isJudged = false
  await ctx.each(new Set([main, other]), async ({ actor, workspace }) => {
    const names = named(workspace)
    if (names.length === 0) return
    const { pages = [], unlisted } = await ctx.quiet(
      async () => {
        const read = await allPages(actor, list)
        return { pages: read, unlisted: read && (await firstUnlisted(read, names, (id) => find(actor, id))) }
      },
      (seen) => seen.unlisted === undefined,
      () => actor.fullPage(list),
    )
    const [page, ...others] = pages
    if (page === undefined) return
    isJudged = true
    ctx
      .expect(page)
      .toSatisfy(
        unlisted === undefined,
        `${quote(unlisted?.id)}, which ${found}`,
        'no page of the list has it',
        { also: [...(unlisted?.answers ?? []), ...others] },
      )
  })
  if (!isJudged) ctx.inconclusive(`needs an item that refers to one of ${list}, and a list of a few pages`)
}

async function firstUnlisted(
  pages: readonly Answer[],
  names: readonly string[],
  find: (id: string) => Promise<readonly Answer[]>,
): Promise<Unlisted | undefined> {
  const listed = new Set(pages.flatMap(({ items }) => idsOf(items)))
  const missing = names.filter((id) => !listed.has(id)).slice(0, FEW)
  const looks = await Promise.all(missing.map(async (id) => ({ id, answers: await find(id) })))
  return looks.find(({ answers }) => answers.every(({ status }) => status === 200))
}
