import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, type Workspace } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'
import { FEW } from '../support/kinds.ts'
import { allPages } from './pages.ts'
import { sides } from './sides.ts'

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
