import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, type Workspace } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'
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

/** What is read at most: a longer list, or more ids that it lacks, would cost more than they show. */
const MOST = { pages: 3, ids: 5 } as const

/** All pages of a list, and the answers to an id that it lacks. */
interface Search {
  readonly pages: readonly Answer[]
  readonly unlisted?: { readonly id: string; readonly answers: readonly Answer[] }
}

/** Expects a list to have every row that other resources name and that its own path, or another one, finds. */
export async function expectListed<N extends Need>(
  ctx: Pick<Context<N>, 'api' | 'bystander' | 'world' | 'expect' | 'each' | 'quiet' | 'inconclusive'>,
  quest: Quest,
): Promise<void> {
  const { main, other = main } = sides(ctx)
  let searched = false
  await ctx.each(new Set([main, other]), async ({ actor, workspace }) => {
    const names = quest.named(workspace)
    const result = await ctx.quiet(
      () => search(actor, quest, names),
      (value) => value?.unlisted === undefined,
      () => actor.fullPage(quest.list),
    )
    if (result === undefined) return
    searched = true
    const { pages, unlisted } = result
    const [page] = pages
    if (unlisted === undefined || page === undefined) return
    ctx
      .expect(page)
      .toSatisfy(false, `${quote(unlisted.id)}, which ${quest.found}`, 'no page of the list has it', {
        also: [...unlisted.answers, ...pages.slice(1)],
      })
  })
  if (!searched)
    ctx.inconclusive(`needs an item that refers to one of ${quest.list}, and a list of a few pages`)
}

/** Reads all pages of a list, and asks for what they lack. Undefined if no id is named, or the list is too long. */
async function search(
  actor: Actor,
  { list, find }: Quest,
  names: readonly string[],
): Promise<Search | undefined> {
  if (names.length === 0) return undefined
  const pages: Answer[] = []
  for (let offset = 0; ; offset += pages.at(-1)?.items.length ?? 0) {
    const page = await actor.fullPage(list, offset === 0 ? {} : { offset })
    if (!page.usable) return undefined
    pages.push(page)
    // Nothing follows an empty page, whatever a wrong total makes of `has_more`.
    if (page.page['has_more'] !== true || page.items.length === 0) break
    if (pages.length === MOST.pages) return undefined
  }
  const listed = new Set(pages.flatMap(({ items }) => idsOf(items)))
  const looks = names
    .filter((id) => !listed.has(id))
    .slice(0, MOST.ids)
    .map(async (id) => ({ id, answers: await find(actor, id) }))
  const unlisted = (await Promise.all(looks)).find(({ answers }) =>
    answers.every(({ status }) => status === 200),
  )
  return { pages, unlisted }
}
