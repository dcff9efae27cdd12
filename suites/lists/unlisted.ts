import type { Actor } from '../../lib/harness/actor.ts'
import { FULL_PAGE } from '../../lib/spec/api.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { conversationsOf, distinct, idsOf, endsHere, type Workspace } from '../../lib/harness/discovery.ts'

/** The most conversations or chatbots that are looked up. */
const MOST_LOOKS = 5

/** A conversation with a detail that no page of the unfiltered list shows. */
interface Unlisted {
  readonly detail: Answer
  /** The pages of the list, all of them. */
  readonly pages: readonly Answer[]
}

/**
 * The result of a search for unlisted conversations. `searched` is false if no other resource refers to a
 * conversation.
 */
interface Search {
  readonly searched: boolean
  readonly unlisted?: Unlisted
}

/** The conversation ids in the leads, bookings and reservations of a workspace. */
function named({ lists }: Workspace): readonly string[] {
  const items = (['GET /leads', 'GET /bookings', 'GET /reservations'] as const).flatMap(
    (list) => lists[list].items,
  )
  return [...new Set(conversationsOf(items))]
}

/**
 * Looks for a conversation that leads, bookings or reservations refer to and the list omits.
 * Deleted conversations have no detail and do not count. Conversations move between pages during writes, so the pages
 * are walked twice.
 * @param mostPages - longer lists are not walked
 */
export async function unlistedConversation(
  actor: Actor,
  workspace: Workspace,
  mostPages: number,
): Promise<Search> {
  const first = workspace.lists['GET /conversations']
  const known = new Set(idsOf(first.items))
  const names = named(workspace)
  const missing = names.filter((id) => !known.has(id))
  if (!first.usable || Math.ceil((first.total ?? Infinity) / FULL_PAGE) > mostPages)
    return { searched: false }
  const candidates = await notListed(actor, missing, mostPages)
  const details = await Promise.all(
    candidates.ids.slice(0, MOST_LOOKS).map((id) => actor.afresh().conversation(id)),
  )
  const there = details.filter(
    ({ status, data }) => status === 200 && candidates.ids.includes(String(data['id'])),
  )
  if (there.length === 0) return { searched: names.length > 0 }
  const again = await notListed(actor, idsOf(there.map(({ data }) => data)), mostPages)
  const detail = there.find(({ data }) => again.ids.includes(String(data['id'])))
  return { searched: true, ...(detail && { unlisted: { detail, pages: again.pages } }) }
}

/** The conversations that no page of the list has; none if a page is missing or the list outgrew its total. */
async function notListed(
  actor: Actor,
  ids: readonly string[],
  mostPages: number,
): Promise<{ readonly ids: readonly string[]; readonly pages: readonly Answer[] }> {
  let missing = ids
  let offset = 0
  const pages: Answer[] = []
  for (let number = 0; missing.length > 0 && number < mostPages; number++) {
    // oxlint-disable-next-line no-await-in-loop -- the page says whether another one follows
    const page = await actor.afresh().fullPage('GET /conversations', { offset })
    if (!page.usable) return { ids: [], pages }
    pages.push(page)
    offset += page.items.length
    const shown = new Set(idsOf(page.items))
    missing = missing.filter((id) => !shown.has(id))
    // Nothing follows an empty page, whatever a wrong total makes of `has_more`.
    if (page.page['has_more'] !== true || page.items.length === 0) return { ids: missing, pages }
  }
  return { ids: [], pages }
}

/** The most pages that are walked in the workspace under test, twice; the requests of the second key are cheaper. */
export const PAGES_OF_MAIN = 3

/** The workspaces to search: the second one, if there is one, and the one under test if its list is short. */
export function workspacesToSearch({
  api,
  bystander,
  world,
}: Pick<Context<never>, 'api' | 'bystander' | 'world'>): readonly (readonly [Actor, Workspace, number])[] {
  const { main, other } = world.discovery
  return [
    ...(other === undefined ? [] : [[bystander, other, 10] as const]),
    [api, main, PAGES_OF_MAIN] as const,
  ]
}

/** A chatbot that other operations find and the list omits, with their answers. */
interface UnlistedChatbot {
  readonly id: string
  readonly page: Answer
  readonly found: readonly Answer[]
}

/**
 * Looks for a chatbot that items of other lists refer to and `GET /chatbots` omits. A deleted one does not count: both
 * operations that return 404 for a chatbot that is not found must find it.
 */
export async function unlistedChatbot(
  actor: Actor,
  { lists }: Workspace,
): Promise<{ readonly searched: boolean; readonly unlisted?: UnlistedChatbot }> {
  const { 'GET /chatbots': chatbots, ...others } = lists
  const names = distinct(
    Object.values(others).flatMap(({ items }) => items),
    'chatbot_id',
  )
  if (!endsHere(chatbots) || names.length === 0) return { searched: false }
  const listed = new Set(idsOf(chatbots.items))
  const missing = names.filter((id) => !listed.has(id)).slice(0, MOST_LOOKS)
  const looks = await Promise.all(
    missing.map(async (id) => {
      const query = { chatbot_id: id }
      const found = await Promise.all([actor.afresh().sources(query), actor.afresh().reservations(query)])
      return { id, found }
    }),
  )
  const there = looks.filter(({ found }) => found.every(({ status }) => status === 200))
  if (there.length === 0) return { searched: true }
  const page = await actor.afresh().fullPage('GET /chatbots')
  const now = new Set(idsOf(page.items))
  const still = endsHere(page) ? there.find(({ id }) => !now.has(id)) : undefined
  return { searched: true, ...(still && { unlisted: { ...still, page } }) }
}
