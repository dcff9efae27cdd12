import { type ListKey, LISTS } from '../contract/operations.ts'
import { STATUSES_OF_RESERVATIONS } from '../contract/api.ts'
import type { Send } from '../http/client.ts'
import { KEY_VARIABLES } from '../http/keys.ts'
import type { Absent } from './absent-ids.ts'
import { Actor } from './actor.ts'
import type { JsonObject } from '../util/values.ts'
import type { Answer } from './answer.ts'
import { idsOf } from './items.ts'

/** One workspace as its key sees it: the longest first page of each list. */
export interface SeenWorkspace {
  readonly me: Answer
  readonly lists: Readonly<Record<ListKey, Answer>>
  /**
   * The oldest conversations, if the first page does not reach them: the run must know the state of a
   * conversation before it changes it.
   */
  readonly oldest?: readonly JsonObject[]
  /** Conversations without a lead, if the first page has few of them: a run uses some up. */
  readonly withoutLead?: Answer
}

/** The permissions and keys that the operator gives a run. */
export interface Capabilities {
  readonly writes: boolean
  readonly exhaustibleKey: boolean
  readonly apex: boolean
  readonly webhooks: boolean
}

/** The facts that a run knows before its first case. */
export interface Discovery {
  readonly main: SeenWorkspace
  readonly other?: SeenWorkspace
  /** Ids that do not exist in the workspace under test. */
  readonly absent?: Absent
  /** Why the second key cannot be used, in words. */
  readonly whyNoOther?: string
  readonly capabilities: Capabilities
}

/** The query for all items of a list: for reservations it names every status. */
export function everyItem(list: ListKey): Readonly<Record<string, string>> {
  return list === 'GET /reservations' ? { status: STATUSES_OF_RESERVATIONS.join(',') } : {}
}

/**
 * Reads the workspace of each key once. A second key that does not work, or that belongs to the same workspace, is
 * ignored.
 * @param hasOtherKey - whether there is a key for a second workspace
 */
export async function discover(
  send: Send,
  capabilities: Capabilities,
  hasOtherKey: boolean,
): Promise<Discovery> {
  const [main, other] = await Promise.all([
    exploreWorkspace(new Actor(send, { key: 'main' }), capabilities.writes),
    hasOtherKey ? exploreWorkspace(new Actor(send, { key: 'other' })) : undefined,
  ])
  if (other === undefined) return { main, capabilities }
  const works = other.me.usable || other.lists['GET /chatbots'].usable
  if (works && !isSameWorkspace(main, other)) return { main, capabilities, other }
  const whyNoOther = works
    ? `a second workspace: both keys are shown the same one (is ${KEY_VARIABLES.other} a key of another, or does a cache ignore Authorization?)`
    : `a usable key of a second workspace: ${other.me.exchange.failure?.message ?? `GET /me with ${KEY_VARIABLES.other} got ${other.me.status}`}`
  return { main, capabilities, whyNoOther }
}

/**
 * Reads one workspace, with all requests side by side: `GET /me` and each list; before writes, also the end
 * of the conversations.
 */
export async function exploreWorkspace(actor: Actor, writes = false): Promise<SeenWorkspace> {
  const [me, ...pages] = await Promise.all([
    actor.me(),
    ...LISTS.map((list) => actor.fullPage(list, everyItem(list))),
  ])
  const lists = byList((_, index) => pages[index] ?? me)
  const { total = 0, items } = lists['GET /conversations']
  if (!writes || total <= items.length) return { me, lists }
  const isScarce = items.filter(({ is_lead: isLead }) => isLead !== true).length < FEW_WITHOUT_LEAD
  const [oldest, withoutLead] = await Promise.all([
    actor.conversations({ limit: 1, offset: total - 1 }),
    isScarce ? actor.fullPage('GET /conversations', { is_lead: false }) : undefined,
  ])
  return { me, lists, oldest: oldest.items, withoutLead }
}

/** With fewer on the first page, more are looked for: a full run uses up six, and at most a tenth (`chosen.ts`). */
const FEW_WITHOUT_LEAD = 60

/** Whether both keys belong to one workspace: same team and same items, or no item at all. */
function isSameWorkspace(main: SeenWorkspace, other: SeenWorkspace): boolean {
  if (main.me.data['team_id'] !== other.me.data['team_id']) return false
  const lists = (['GET /chatbots', 'GET /conversations', 'GET /leads'] as const).map(
    (list) => [main.lists[list], other.lists[list]] as const,
  )
  const isShown = lists.some(([own]) => own.items.length > 0) || lists.flat().every(({ usable }) => usable)
  return isShown && lists.every(([own, foreign]) => idsOf(own.items).join() === idsOf(foreign.items).join())
}

/** A table with a value for each list. */
export function byList<T>(make: (list: ListKey, index: number) => T): Readonly<Record<ListKey, T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each list
  return Object.fromEntries(LISTS.map((list, index) => [list, make(list, index)])) as Record<ListKey, T>
}
