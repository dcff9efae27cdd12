/** Whatever exists is listed: other resources name it, and it is found under its id. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import type { Workspace } from '../../lib/engine/case/discovery.ts'
import type { Need } from '../../lib/engine/case/needs.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { FEW } from '../support/kinds.ts'

/** A list, and how to find items of it by other means. */
interface Quest {
  readonly list: ListKey
  /** The ids that other items of a workspace name. */
  readonly named: (workspace: Workspace) => readonly string[]
  /** Requests that all return 200 only for an id that exists in the workspace: deleted items do not count. */
  readonly find: (actor: Actor, id: string) => Promise<readonly Answer[]>
  /** The requests of {@link find} in words. */
  readonly found: string
}

/** Expects a list to have every item that other resources name and that is found by its id. */
export async function expectComplete<N extends Need>(
  {
    api,
    world,
    expect,
    quiet,
    inconclusive,
  }: Pick<Context<N>, 'api' | 'world' | 'expect' | 'quiet' | 'inconclusive'>,
  { list, named, find, found }: Quest,
): Promise<void> {
  const names = named(world.discovery.main)
  const { pages, missing } = await quiet(
    async () => {
      const all = await allPages(api, list)
      const listed = new Set(all.flatMap(({ items }) => idsOf(items)))
      const unlisted = all.length === 0 ? [] : names.filter((id) => !listed.has(id)).slice(0, FEW)
      const looks = await Promise.all(unlisted.map(async (id) => ({ id, answers: await find(api, id) })))
      const isFound = (one: Answer): boolean => one.status === 200
      return { pages: all, missing: looks.find(({ answers }) => answers.every(isFound)) }
    },
    (seen) => seen.missing === undefined,
    () => api.fullPage(list),
  )
  const [page] = pages
  if (page === undefined || names.length === 0)
    return inconclusive(`needs an item that refers to one of ${list}, and a list of a few pages`)
  return expect(page).toSatisfy(
    missing === undefined,
    `${quote(missing?.id)}, which ${found}`,
    'no page of the list has it',
    { also: [...(missing?.answers ?? []), ...pages.slice(1)] },
  )
}

/** All pages of a list, from the first to the last; none if one cannot be read, or if they are more than a few. */
async function allPages(actor: Actor, list: ListKey): Promise<readonly Answer[]> {
  const pages: Answer[] = []
  for (let offset = 0; pages.length < FEW; offset += pages.at(-1)?.items.length ?? 0) {
    const page = await actor.fullPage(list, offset === 0 ? {} : { offset })
    if (!page.usable) return []
    pages.push(page)
    // Nothing follows an empty page, whatever a wrong total makes of `has_more`.
    if (page.page['has_more'] !== true || page.items.length === 0) return pages
  }
  return []
}
