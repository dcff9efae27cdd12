/** The conversations on which writes are tried: a few, so that each kind occurs. */
import { chosenUpdateTarget } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { kindsIn, ofMostKinds } from './kinds.ts'

/** A conversation, and its kinds. */
export interface ChosenRow {
  readonly item: JsonObject
  readonly words: string
}

/** The fields by which services may treat a conversation specially. */
const TRAITS = ['status', 'tags', 'visitor_id', 'is_resolved', 'is_lead', 'message_count']

/** The most conversations: stored values stay until the end of the run, and notes forever. */
const MOST = { few: 2, values: 5, pairs: 8 } as const

/**
 * A few conversations of as many kinds as possible, with the newest and the oldest. The seed chooses among
 * similar ones.
 * @param rows - the candidates
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

/**
 * The conversations on which updates and notes are tried: none that other cases write to, and only those
 * whose values can be restored.
 */
export function writtenRows(ctx: Context<'noteTarget'>): readonly ChosenRow[] {
  const { discovery, noteTarget } = ctx.world
  const { lists, oldest = [] } = discovery.main
  const target = chosenUpdateTarget(discovery)
  // A service that updates all conversations of a visitor would overwrite the values written here.
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
