/** The conversations that writes are tried on: a few, so that each kind is among them. */
import { chosenUpdateTarget } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { kindsIn, ofMostKinds } from './kinds.ts'

/** A conversation, and of which kinds it is. */
export interface ChosenRow {
  readonly item: JsonObject
  readonly words: string
}

/** The fields by which services may treat a conversation in a way of its own. */
const TRAITS = ['status', 'tags', 'visitor_id', 'is_resolved', 'is_lead', 'message_count']

/** How many conversations at most: what is stored on one stays until the end of the run, and a note for ever. */
const MOST = { few: 2, values: 5, pairs: 6 } as const

/**
 * A few conversations of as many kinds as possible, the newest and the oldest among them. Which of several alike, the seed says.
 * @param rows - where to choose from
 */
export function rowsOfEveryKind(
  { world: { discovery }, settings }: Pick<Context<never>, 'world' | 'settings'>,
  rows: readonly JsonObject[],
  most: number = MOST[settings.inputs],
): readonly ChosenRow[] {
  const chatbots = discovery.main.lists['GET /chatbots'].items
  const paused = new Set<unknown>(idsOf(chatbots.filter((item) => item['is_active'] === false)))
  const kindsOf = (row: JsonObject): readonly string[] => [
    ...kindsIn(row, TRAITS),
    ...(paused.has(row['chatbot_id']) ? ['of a paused chatbot'] : []),
  ]
  const byAge = rows.toSorted((a, b) => Number(instant(b['created_at'])) - Number(instant(a['created_at'])))
  const chosen = ofMostKinds(shuffler(settings.seed)(rows), kindsOf, most, [byAge[0], byAge.at(-1)])
  return chosen.map((item) => ({ item, words: kindsOf(item).join(', ') }))
}

/** The conversations that updates and notes are tried on: not those that other cases write to, and only what can be put back. */
export function writtenRows(ctx: Context<'noteTarget'>): readonly ChosenRow[] {
  const { discovery, noteTarget } = ctx.world
  const { lists, oldest = [] } = discovery.main
  const target = chosenUpdateTarget(discovery)
  // A service that updates all conversations of a visitor would undo here what it is told there.
  const isSibling = ({ visitor_id: visitor }: JsonObject): boolean =>
    given(visitor) && visitor === target?.['visitor_id']
  const others = [...lists['GET /conversations'].items, ...oldest].filter(
    (item) =>
      typeof item['id'] === 'string' &&
      item['id'] !== noteTarget &&
      item !== target &&
      !isSibling(item) &&
      CONTRACT.validate('ConversationPatch', { tags: item['tags'] ?? [] }).length === 0,
  )
  return rowsOfEveryKind(ctx, others)
}
