import type { ListKey } from './catalogue/index.ts'
import { RESERVATION_STATUSES } from './oracles/filter-table.ts'
import { given, instant, type Row, text } from '../util/values.ts'
import type { Actor } from './actor.ts'
import type { Answer } from '../harness/answer.ts'

/** What one key sees of its workspace: the first hundred rows of each list. */
export interface Workspace {
  readonly me: Answer
  readonly lists: Readonly<Record<ListKey, Answer>>
}

/** Everything that was found out before the first case. */
export interface Discovery {
  readonly main: Workspace
  readonly other?: Workspace
  readonly capabilities: {
    readonly writes: boolean
    readonly exhaustibleKey: boolean
    readonly apex: boolean
    readonly webhooks: boolean
  }
}

/** The widest view of a list: 100 rows and, of reservations, every status. */
export function widest(list: ListKey): Record<string, string | number> {
  return list === 'GET /reservations'
    ? { limit: 100, status: RESERVATION_STATUSES.join(',') }
    : { limit: 100 }
}

/** Looks at a workspace, side by side: one request for the key and one for each list. */
export async function explore(actor: Actor): Promise<Workspace> {
  const look = (list: ListKey): Promise<Answer> => actor.list(list, widest(list))
  const [me, chatbots, conversations, leads, bookings, reservations] = await Promise.all([
    actor.me(),
    look('GET /chatbots'),
    look('GET /conversations'),
    look('GET /leads'),
    look('GET /bookings'),
    look('GET /reservations'),
  ])
  return {
    me,
    lists: {
      'GET /chatbots': chatbots,
      'GET /conversations': conversations,
      'GET /leads': leads,
      'GET /bookings': bookings,
      'GET /reservations': reservations,
    },
  }
}

/** The values of a text field among some rows, most frequent first. */
export function distinct(rows: readonly Row[], field: string): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = text(row[field])
    if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** Whether a list is as short as its first hundred rows. */
export function isWhole(page: Answer | undefined): page is Answer {
  return page?.usable === true && page.page['has_more'] === false
}

/** Whether a page that begins with the newest row goes as far as a row of that age: to the end, or to one that is older. */
export function reaches(page: Answer, createdAt: unknown): boolean {
  const at = instant(createdAt)
  return (
    page.page['has_more'] === false ||
    page.rows.some((row) => at !== undefined && (instant(row['created_at']) ?? at) < at)
  )
}

/** The ids of some rows. */
export function idsOf(rows: readonly Row[]): string[] {
  const ids: string[] = []
  for (const { id } of rows) if (typeof id === 'string' && id !== '') ids.push(id)
  return ids
}

/** The conversations that some leads came from. */
export function conversationsOf(leads: readonly Row[]): string[] {
  return leads.flatMap((lead) => (given(lead['conversation_id']) ? [String(lead['conversation_id'])] : []))
}

/** Up to three chatbots of different kinds: the first one, a paused one, and the last one. */
export function variousChatbots(rows: readonly Row[]): string[] {
  const paused = rows.filter((row) => row['is_active'] === false)
  return [...new Set([...idsOf(rows).slice(0, 1), ...idsOf(paused).slice(0, 1), ...idsOf(rows).slice(-1)])]
}

/** Chatbots whose sources are looked at, at most. */
const MOST_TRAINED = 6

/** Up to six chatbots of a workspace, those first that may have no sources: paused ones, and ones that nothing happened to. */
export function chatbotsToTrain(workspace: Workspace | undefined): string[] {
  if (workspace === undefined) return []
  const { 'GET /chatbots': chatbots, ...others } = workspace.lists
  const busy = new Set(Object.values(others).flatMap(({ rows }) => rows.map((row) => row['chatbot_id'])))
  const idle = chatbots.rows.filter((row) => !busy.has(row['id']))
  const various = variousChatbots(chatbots.rows)
  return [...new Set([...various, ...idsOf(idle), ...idsOf(chatbots.rows)])].slice(0, MOST_TRAINED)
}
