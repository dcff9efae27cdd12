/**
 * Values that no write may change: an item still shows some of its fields as an earlier answer showed them.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { once } from '../../lib/engine/util/memo.ts'
import { contradict, given, type JsonObject, objects, quote } from '../../lib/engine/util/values.ts'
import { restlessSoFar } from '../support/restless.ts'
import { inWords, withoutThese } from './same.ts'
import { itemAt, type Place, shownIn } from './table.ts'

/** The rule that a change violates, and the end of the finding's sentence. */
interface ChangeRule {
  readonly requirement: string
  /** Continues the value: `, as before the update`. */
  readonly words: string
  readonly also?: readonly Answer[]
  readonly proof?: true
  /** Whether a field that the answer lacks is lost, and not only left out. */
  readonly isLost?: (field: string) => boolean
}

/**
 * Expects an answer to show some fields of an item as an earlier one showed them; expects nothing if it does
 * not show the item.
 * @param before - an answer with only that item
 * @returns whether it does
 */
export function expectUnchanged(
  ctx: Pick<Context, 'expect' | 'answersTo'>,
  [before, seen]: readonly [before: Answer, seen: Answer],
  names: readonly string[],
  { also = [], ...blame }: ChangeRule,
): boolean {
  const first = shownIn(before.exchange).find(({ pointer }) => pointer === '/data')
  if (first === undefined || !given(first.place.id)) return true
  const values = Object.fromEntries(names.map((name) => [name, first.item[name]]))
  return expectValues(ctx, seen, [first.place, values], { ...blame, also: [before, ...also] })
}

/**
 * Expects an answer to show an item with these values; expects nothing if it does not show the item, and of
 * fields that others change meanwhile.
 */
export function expectValues(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  seen: Answer,
  [place, values]: readonly [Place, JsonObject],
  { requirement, words, also = [], proof, isLost = () => false }: ChangeRule,
): boolean {
  const shown = itemAt(seen.exchange, place)
  if (shown === undefined) return true
  const restless = once(() => restlessSoFar({ answersTo }, place.kind))
  const wrong = Object.keys(values).find(
    (name) => !isStill(values[name], shown.item[name], isLost(name)) && !restless().has(name),
  )
  const field = wrong ?? ''
  expect(seen).toSatisfy(
    wrong === undefined,
    `\`${field}\` ${inWords(values[field])}${words}`,
    () => inWords(shown.item[field]),
    { requirement, also: also.filter((one) => one !== seen), pointer: `${shown.pointer}/${field}`, proof },
  )
  return wrong === undefined
}

/** Whether a value is unchanged. Automations may have added tags. */
function isStill(before: unknown, now: unknown, isLostIfMissing: boolean): boolean {
  if (Array.isArray(before) && Array.isArray(now)) return withoutThese(before, now).length === 0
  const isNothing = Array.isArray(before) && before.length === 0
  const isLost = isLostIfMissing && given(before) && !given(now) && !isNothing
  return !isLost && !contradict(before, now)
}

/** Expects a transcript to have every message that it had before. */
export function expectMessages(
  { expect }: Pick<Context, 'expect'>,
  [before, seen]: readonly [before: Answer, seen: Answer],
  { requirement, words, also = [] }: ChangeRule,
): void {
  if (!seen.usable) return
  const messagesIn = (answer: Answer): readonly string[] => idsOf(objects(answer.data['messages']))
  const now = new Set(messagesIn(seen))
  const lost = messagesIn(before).find((id) => !now.has(id))
  expect(seen).toSatisfy(lost === undefined, `message ${quote(lost)}${words}`, 'an answer without it', {
    requirement,
    also: [before, ...also],
    pointer: '/data/messages',
  })
}
