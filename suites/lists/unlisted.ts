import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, type Workspace } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'
import { sides } from './exactly.ts'

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

/** The most pages that are read of the workspace under test, and of the second one, whose requests are cheaper. */
const MOST_PAGES = { main: 3, other: 10 } as const

/** The most ids that are looked up. */
const MOST_LOOKS = 5

/** What a list lacks. */
interface Search {
  readonly pages: readonly Answer[]
  readonly unlisted?: { readonly id: string; readonly answers: readonly Answer[] }
}

/** Expects a list to have every row that other resources name and that its own path, or another one, finds. */
export async function expectListed<N extends Need>(
  ctx: Pick<Context<N>, 'api' | 'bystander' | 'world' | 'expect' | 'each' | 'quiet' | 'inconclusive'>,
  quest: Quest,
): Promise<void> {
  const { main, other } = sides(ctx)
  const searches = [
    [main, MOST_PAGES.main],
    ...(other === undefined ? [] : [[other, MOST_PAGES.other] as const]),
  ] as const
  let searched = false
  await ctx.each(searches, async ([{ actor, workspace }, mostPages]) => {
    const names = quest.named(workspace)
    if (names.length === 0) return
    const result = await ctx.quiet(
      () => search(actor, quest, names, mostPages),
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

/** Reads all pages of a list, and asks for what they lack. Undefined if not all pages were read. */
async function search(
  actor: Actor,
  { list, find }: Quest,
  names: readonly string[],
  mostPages: number,
): Promise<Search | undefined> {
  const pages: Answer[] = []
  let missing = names
  for (let offset = 0; ; offset += pages.at(-1)?.items.length ?? 0) {
    if (pages.length === mostPages) return undefined
    const page = await actor.fullPage(list, offset === 0 ? {} : { offset })
    if (!page.usable) return undefined
    pages.push(page)
    const shown = new Set(idsOf(page.items))
    missing = missing.filter((id) => !shown.has(id))
    // Nothing follows an empty page, whatever a wrong total makes of `has_more`.
    if (page.page['has_more'] !== true || page.items.length === 0) break
  }
  const looks = missing.slice(0, MOST_LOOKS).map(async (id) => ({ id, answers: await find(actor, id) }))
  const unlisted = (await Promise.all(looks)).find(({ answers }) =>
    answers.every(({ status }) => status === 200),
  )
  return { pages, unlisted }
}
