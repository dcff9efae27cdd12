/**
 * A refused write changes nothing: its conversation is as before. `misplaced.ts` judges that its texts are
 * nowhere.
 */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { RawBody } from '../../lib/engine/case/bodies.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { contradict, type JsonObject, objects } from '../../lib/engine/util/values.ts'
import { writtenConversations } from '../support/written-conversations.ts'
import type { Invalid } from './invalid.ts'
import { PATCH_CONVERSATION } from './table.ts'
import { expectUnchanged } from './unchanged.ts'

/** Writes of one operation that must be refused. */
interface InvalidWrites {
  readonly bodies: readonly Invalid[]
  readonly send: (body: JsonObject | RawBody) => Promise<Answer>
  /** The id of the conversation that they concern; undefined if there is none. */
  readonly conversation: string | undefined
  /** The rule that they leave it unchanged. */
  readonly untouched: string
}

/** Sends invalid bodies side by side, and expects each to be refused and all together to change nothing. */
export async function expectRefused(
  ctx: Pick<Context, 'api' | 'expect' | 'each' | 'answersTo'>,
  { bodies, send, conversation, untouched }: InvalidWrites,
): Promise<void> {
  const { api, expect, each } = ctx
  const before =
    conversation === undefined ? undefined : (await api.conversation(conversation)).mustBeUsable()
  const answers: Answer[] = []
  await each(bodies, async ({ requirement, words, body, field, statuses = [400] }) => {
    const answer = (await send(body)).mustArrive()
    answers.push(answer)
    const blame = { requirement, pointer: field === undefined ? undefined : `/${field}` }
    // For an accepted body, its words are part of the finding; refusals with a wrong status are one symptom,
    // whatever was sent.
    if (answer.fate !== 'accepted') return expect(answer).toBeRefused(statuses, blame)
    const received = `status ${answer.status} to ${field === undefined ? words : `\`${field}\`: ${words}`}`
    return expect(answer).toSatisfy(false, `status ${statuses.join(' or ')}`, received, {
      ...blame,
      status: answer.status,
    })
  })
  if (before === undefined) return
  const after = (await api.conversation(String(conversation))).mustBeUsable()
  // An accepted body is another violation, and has an effect.
  if (answers.every(({ fate }) => fate === 'refused'))
    expectUntouched(ctx, answers, [before, after], untouched)
  await putChangesBack(api, before, after)
}

/**
 * Expects the conversation of refused writes to be unchanged: its tags and its flag by updates, and its counter
 * and the mark of a lead by any write. If this run has also written to it, values may be shown late, and
 * automations react: then only the texts of the refused writes count. A message of the visitor changes the counter and the flag, an automation may change `status` at any time, and `updated_at`
 * may change whenever somebody reads the conversation.
 */
export function expectUntouched(
  ctx: Pick<Context, 'expect' | 'answersTo'>,
  refused: readonly Answer[],
  [before, after]: readonly [before: Answer, after: Answer],
  rule: string,
): void {
  const [messages, later] = [before, after].map(({ data }) => idsOf(objects(data['messages'])).join())
  if (writtenConversations(ctx).has(before.data['id'])) return
  const isForeign = refused.some(({ exchange }) => exchange.key !== before.exchange.key)
  const isUpdate = refused.some(({ exchange }) => exchange.operation === PATCH_CONVERSATION)
  const fields = [
    // The flag of another workspace's conversation is changed by its own team, and an update that is carried out
    // there leaves its tags, too.
    ...(isUpdate ? ['tags', ...(isForeign ? [] : ['is_resolved'])] : []),
    ...(messages === later ? ['message_count', 'is_lead'] : []),
  ]
  expectUnchanged(ctx, [before, after], fields, {
    requirement: rule,
    words: ', as before the refused write',
    also: refused,
  })
}

/** Restores the tags and the flag of a conversation if they have changed. */
export async function putChangesBack(actor: Actor, before: Answer, after: Answer): Promise<void> {
  const { id, tags, is_resolved } = before.data
  if (contradict(tags, after.data['tags']) || contradict(is_resolved, after.data['is_resolved']))
    await actor.patchConversation(String(id), { tags: tags ?? [], is_resolved })
}
