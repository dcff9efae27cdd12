/** The conversations that writes are tried on: a few, so that each kind is among them. */
import { chosenUpdateTarget } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { fieldValues, idsOf } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/spec/api.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { ofMostKinds } from './kinds.ts'

/** What a service may treat in a way of its own: to try another kind, add it. */
interface Kind {
  readonly words: string
  readonly is: (row: JsonObject, known: Known) => boolean
}

/** What is known of the workspace. */
interface Known {
  readonly newest: JsonObject | undefined
  readonly oldest: JsonObject | undefined
  readonly withLead: ReadonlySet<string>
  readonly paused: ReadonlySet<string>
}

const KINDS: readonly Kind[] = [
  { words: 'newest', is: (row, { newest }) => row === newest },
  { words: 'oldest', is: (row, { oldest }) => row === oldest },
  { words: 'resolved', is: (row) => row['is_resolved'] === true },
  { words: 'not resolved', is: (row) => row['is_resolved'] === false },
  { words: 'without a status', is: (row) => !given(row['status']) },
  { words: 'with a lead', is: ({ id }, { withLead }) => withLead.has(String(id)) },
  { words: 'without messages', is: (row) => row['message_count'] === 0 },
  { words: 'tags null', is: (row) => !given(row['tags']) },
  { words: 'without tags', is: ({ tags }) => Array.isArray(tags) && tags.length === 0 },
  { words: 'several tags', is: ({ tags }) => Array.isArray(tags) && tags.length > 1 },
  { words: 'anonymous', is: (row) => !given(row['visitor_id']) },
  { words: 'of a paused chatbot', is: (row, { paused }) => paused.has(String(row['chatbot_id'])) },
]

/** A conversation, and of which kinds it is. */
export interface ChosenRow {
  readonly item: JsonObject
  readonly words: string
}

/** The kinds of a conversation, its status among them. */
function kindsOf(row: JsonObject, known: Known): readonly string[] {
  const { status } = row
  return [
    ...(given(status) ? [`status ${String(status)}`] : []),
    ...KINDS.filter(({ is }) => is(row, known)).map(({ words }) => words),
  ]
}

/** How many conversations at most: what is stored on one stays until the end of the run, and a note for ever. */
const MOST = { few: 2, values: 6, pairs: 8 } as const

/**
 * A few conversations so that most kinds are among them: the newest, the oldest, and then always the one with most kinds
 * that none before it has. Which of several, the seed says.
 * @param rows - where to choose from
 */
export function rowsOfEveryKind(
  { world: { discovery }, settings }: Pick<Context<never>, 'world' | 'settings'>,
  rows: readonly JsonObject[],
  most: number = MOST[settings.inputs],
): readonly ChosenRow[] {
  const { lists } = discovery.main
  const byAge = rows.toSorted((a, b) => Number(instant(b['created_at'])) - Number(instant(a['created_at'])))
  const known: Known = {
    newest: byAge[0],
    oldest: byAge.at(-1),
    withLead: new Set(fieldValues(lists['GET /leads'].items, 'conversation_id')),
    paused: new Set(idsOf(lists['GET /chatbots'].items.filter((item) => item['is_active'] === false))),
  }
  const kinds = (row: JsonObject): readonly string[] => kindsOf(row, known)
  const chosen = ofMostKinds(shuffler(settings.seed)(rows), kinds, most, [known.newest, known.oldest])
  return chosen.map((item) => ({ item, words: kinds(item).join(', ') }))
}

/** The conversations that updates and notes are tried on: not those that other cases write to, and only what can be put back. */
export function writtenRows(ctx: Context<'noteTarget'>): readonly ChosenRow[] {
  const { discovery, noteTarget } = ctx.world
  const { lists, oldest = [] } = discovery.main
  const others = [...lists['GET /conversations'].items, ...oldest].filter(
    (item) =>
      typeof item['id'] === 'string' &&
      item['id'] !== noteTarget &&
      item !== chosenUpdateTarget(discovery) &&
      CONTRACT.validate('ConversationPatch', { tags: item['tags'] ?? [] }).length === 0,
  )
  return rowsOfEveryKind(ctx, others)
}
