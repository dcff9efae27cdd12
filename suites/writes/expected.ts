/** What reads have to show: what accepted writes have sent, and what no write may have changed. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endOf } from '../../lib/engine/http/exchange.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { strings } from '../../lib/engine/contract/json.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { holds, inWords, isWrong, type Moment, type OldTags } from './same.ts'
import {
  isSamePlace,
  PATCH_CONVERSATION,
  type Place,
  writtenPlace,
  type Shown,
  shownIn,
  type Write,
  writeOf,
} from './table.ts'

/** What reads have to show of one item. */
export interface Expected {
  readonly place: Place
  /** Its fields; none if it has to be there, and nothing else is known. */
  readonly values: JsonObject
  /** The rule that is violated where a field is shown otherwise, or where the item is not shown. */
  readonly ruleOf: (field?: string) => string
  /** The write, or the earlier answer that showed it; and further evidence. */
  readonly because: readonly [Answer, ...Answer[]]
  /** How findings continue the value: `, as before the update`. */
  readonly words?: string
  readonly old?: OldTags
}

/** What an answer does not show. */
export interface Fault {
  readonly wanted: Expected
  /** The field that is shown otherwise; undefined if the item is not there. */
  readonly field?: string
  readonly expected: string
  readonly received: string
  readonly pointer: string
}

/** The fault that an item is shown with another value of a field. */
export function faultIn({ item, pointer }: Shown, wanted: Expected, moment: Moment, field: string): Fault {
  const value = wanted.values[field]
  // Cleared tags must be gone; tags that were sent must be there, whatever an automation has added.
  const isCleared = Array.isArray(value) && value.length === 0
  const expected = isCleared ? `none of the earlier \`${field}\`` : `\`${field}\` ${inWords(value)}`
  return {
    wanted,
    field,
    expected: expected + sinceWhen(wanted, moment),
    received: inWords(item[field]),
    pointer: `${pointer}/${field}`,
  }
}

/** How findings continue what is expected. */
export function sinceWhen({ words = '' }: Expected, moment: Moment): string {
  return moment === 'later' ? ', as earlier in the run' : words
}

/** Fields of a conversation that no write changes. */
export const LASTING = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** What accepted writes put into the workspace: whatever is read later shows it as it was sent, and with the time of its answer. */
export function writtenBy(
  ctx: Pick<Context<never>, 'answersTo' | 'world'>,
  writes: readonly Answer[],
): readonly Expected[] {
  return writes.flatMap((answer): readonly Expected[] => {
    const [write, place] = [writeOf(answer.exchange), writtenPlace(answer.exchange)]
    if (write === undefined || place === undefined) return []
    const sent = sentBody(answer.exchange)
    const names = write.fields.map(({ name }) => name).filter((name) => name in sent)
    const { created_at } = answer.data
    const values = {
      ...Object.fromEntries(names.map((name) => [name, sent[name]])),
      ...(write.created !== undefined && { created_at }),
      ...(place.kind === 'Message' && { role: 'note' }),
    }
    const ruleOf = (field?: string): string => ruleFor(write, answer, field)
    const old = place.kind === 'Conversation' ? oldTags(ctx, answer) : undefined
    return [{ place, values, ruleOf, because: [answer], old }]
  })
}

/**
 * The rule on a field that is not shown as it was sent. If the answer to the write showed that value, the service has not stored
 * it; otherwise the service has not taken the value as it was sent.
 */
function ruleFor({ fields, answered, stored }: Write, { data, exchange }: Answer, name?: string): string {
  const [field, sent] = [fields.find((one) => one.name === name), sentBody(exchange)]
  if (field === undefined) return stored
  const shown = data[field.name]
  const isShown = given(shown) && !isWrong('answer', [field, sent[field.name], shown])
  return isShown ? stored : answered(field.name, sent[field.name])
}

/** The tags that a conversation had before an update, and that the update took away. */
function oldTags({ answersTo, world }: Pick<Context<never>, 'answersTo' | 'world'>, update: Answer): OldTags {
  const place = writtenPlace(update.exchange)
  const { lists, oldest = [] } = world.discovery.main
  const found = [...lists['GET /conversations'].items, ...oldest].find(({ id }) => id === place?.id)
  const earlier = answersTo(PATCH_CONVERSATION).flatMap(({ exchange }) => {
    const other = exchange.id < update.exchange.id ? writtenPlace(exchange) : undefined
    return other && place && isSamePlace(other, place) ? sentTags(exchange) : []
  })
  const isGone = (tag: string): boolean => !holds(sentTags(update.exchange), [tag])
  return { all: [...strings(found?.['tags']), ...earlier].filter(isGone), sent: earlier.filter(isGone) }
}

const sentTags = (exchange: Answer['exchange']): readonly string[] => strings(sentBody(exchange)['tags'])

/** What an item has to show still: some of its fields as an earlier answer showed them. */
export function unchanged(
  before: Answer,
  names: readonly string[],
  rule: string,
  words = ', as before',
  evidence: readonly Answer[] = [],
): readonly Expected[] {
  const first = shownIn(before.exchange).find(({ pointer }) => pointer === '/data')
  if (first === undefined || !given(first.place.id)) return []
  const values = Object.fromEntries(names.map((name) => [name, first.item[name]]))
  return [{ place: first.place, values, ruleOf: () => rule, because: [before, ...evidence], words }]
}

/** The messages of a transcript, which a later one has to show still. */
export function messagesOf(before: Answer, rule: string): readonly Expected[] {
  return shownIn(before.exchange)
    .filter(({ place }) => place.kind === 'Message')
    .map(({ place }) => ({ place, values: {}, ruleOf: () => rule, because: [before], words: ', as before' }))
}

/** The writes to a conversation that it has to show at the end of the run: its notes, and the last update of its tags. */
export function lastingWrites(writes: readonly Answer[]): readonly Answer[] {
  const isUpdate = ({ exchange }: Answer): boolean => exchange.operation === PATCH_CONVERSATION
  const updates = writes.filter((one) => isUpdate(one) && one.fate !== 'refused')
  const notes = writes.filter((one) => !isUpdate(one) && one.fate === 'accepted')
  const [last, ...earlier] = updates.filter(({ exchange }) => 'tags' in sentBody(exchange)).toReversed()
  // If two updates met, or one got no answer, nobody knows which one was the last.
  const isKnown = updates.every(
    ({ fate, exchange }) => fate === 'accepted' && exchange.request.bodyCoding === undefined,
  )
  const isMet = earlier.some(({ exchange }) => endOf(exchange) > (last?.exchange.startedAt ?? 0))
  return last === undefined || !isKnown || isMet ? notes : [...notes, last]
}
