/** What an answer has to show of a conversation that was updated or annotated. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import type { Blame } from '../../lib/engine/case/expect.ts'
import { servedAt } from '../../lib/engine/http/exchange.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { marksIn } from './marks.ts'
import { contradict, given, objects, quote, type JsonObject } from '../../lib/engine/util/values.ts'

/** What updates have set. */
export interface ConversationState {
  readonly tags?: readonly string[]
  readonly is_resolved?: boolean
  /** Tags of an earlier update, which are gone. */
  readonly replaced?: readonly string[]
}

/** Whether two lists hold the same tags. Order, duplicates and outer blanks are open. */
export function sameTags(actual: unknown, wanted: unknown): boolean {
  return holdsTags(actual, wanted) && holdsTags(wanted, actual)
}

/** Whether a list of tags holds all those of another one. */
export function holdsTags(actual: unknown, wanted: unknown): boolean {
  if (!Array.isArray(actual) || !Array.isArray(wanted)) return false
  const plain = (tag: unknown): string => (typeof tag === 'string' ? tag : JSON.stringify(tag)).trim()
  const held = new Set(actual.map(plain))
  return wanted.map(plain).every((tag) => held.has(tag))
}

/**
 * The field in which a conversation differs from what updates have set. Tags are optional: where they are absent or null,
 * they show nothing. An automation may have added further ones.
 */
export function unlikeState(
  { is_resolved: isResolved, tags: shown }: JsonObject,
  { is_resolved: wanted, tags = [], replaced = [] }: ConversationState,
): 'tags' | 'is_resolved' | undefined {
  if (wanted !== undefined && isResolved !== wanted) return 'is_resolved'
  const isRight = holdsTags(shown, tags) && !replaced.some((tag) => holdsTags(shown, [tag]))
  return given(shown) && !isRight ? 'tags' : undefined
}

/** The messages of a transcript. */
export function messagesOf({ data }: Answer): readonly JsonObject[] {
  return objects(data['messages'])
}

/** Expects a later transcript to have every message of an earlier one. */
export function expectMessagesKept(
  { expect }: Pick<Context, 'expect'>,
  before: Answer,
  after: Answer,
  blame: Blame = {},
): void {
  const kept = new Set(idsOf(messagesOf(after)))
  const lost = idsOf(messagesOf(before)).find((id) => !kept.has(id))
  expect(after).toSatisfy(lost === undefined, 'every earlier message', `message ${quote(lost)} is gone`, {
    also: [before],
    pointer: '/data/messages',
    ...blame,
  })
}

/** What a visitor or the team changes by writing to a conversation, which moves its other values, too. */
const WRITTEN = ['status', 'message_count', 'messages']

/**
 * Expects the conversation that refused writes aimed at to be as it was, its date of change included if nobody wrote to
 * it. Tags with a mark that none of them carried are another update of this run, and so nothing is known.
 */
export function expectUntouched(
  ctx: Pick<Context, 'expect' | 'mark'>,
  requirement: string,
  refused: readonly Answer[],
  [before, after]: readonly [Answer, Answer],
): void {
  const marks = marksIn(ctx)
  const sent = new Set(refused.flatMap(({ exchange }) => marks(exchange.request.body)))
  if (marks(JSON.stringify(after.data['tags'])).some((mark) => !sent.has(mark))) return
  const isChanged = (field: string): boolean =>
    contradict(before.data[field], after.data[field]) || (field === 'updated_at' && isSetSince(before, after))
  const fields = ['tags', 'is_resolved', ...(WRITTEN.some(isChanged) ? [] : ['is_lead', 'updated_at'])]
  const field = fields.find(isChanged) ?? ''
  ctx
    .expect(after)
    .toSatisfy(
      field === '',
      `\`${field}\` ${quote(before.data[field])}, as before`,
      quote(after.data[field]),
      { requirement, also: [...refused, before], pointer: `/data/${field}` },
    )
}

/** Whether an answer shows a date of change that an earlier one did not show, and that is later than it. */
function isSetSince(before: Answer, after: Answer): boolean {
  const [at, served] = [instant(after.data['updated_at']), servedAt(before.exchange)]
  return !given(before.data['updated_at']) && at !== undefined && served !== undefined && at >= served
}

/** Observes which fields of a conversation a write has changed: whether it may is open. */
export function observeChanges(
  { observe }: Pick<Context, 'observe'>,
  requirement: string,
  fields: readonly string[],
  [before, after]: readonly [Answer, Answer],
): void {
  const changed = fields.filter((field) => contradict(before.data[field], after.data[field]))
  const what = changed.length === 0 ? `${fields.join(', ')} unchanged` : `changes ${changed.join(', ')}`
  observe(requirement, what, before, after)
}

/** Puts the tags and the flag of a conversation back where they have changed. */
export async function putChangesBack(actor: Actor, before: Answer, after: Answer): Promise<void> {
  const { id, tags, is_resolved } = before.data
  if (contradict(tags, after.data['tags']) || contradict(is_resolved, after.data['is_resolved']))
    await actor.patchConversation(String(id), { tags: tags ?? [], is_resolved })
}
