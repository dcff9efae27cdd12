/** A refused write changes nothing: its conversation is as before, and no text of it is anywhere. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { RawBody } from '../../lib/engine/case/bodies.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Blame } from '../../lib/engine/case/expect.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { place } from '../../lib/engine/judge/judgements.ts'
import { servedAt } from '../../lib/engine/http/exchange.ts'
import { WRITE_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { contradict, given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { marksIn, refusalsByMark } from '../support/marks.ts'
import type { Invalid } from './invalid.ts'
import { messagesOf, writeOf } from './shown.ts'

/**
 * Sends invalid bodies side by side, and expects each to be refused and all together to change nothing.
 * @param conversation - the one that they are about, if there is one
 */
export async function expectRefused(
  ctx: Pick<Context, 'api' | 'expect' | 'each' | 'mark' | 'answersTo'>,
  bodies: readonly Invalid[],
  send: (body: JsonObject | RawBody) => Promise<Answer>,
  conversation: string | undefined,
): Promise<void> {
  const { api, expect, each } = ctx
  const before = conversation === undefined ? undefined : (await api.conversation(conversation)).control()
  const answers: Answer[] = []
  await each(bodies, async ({ requirement, words, body, field, statuses = [400] }) => {
    const answer = (await send(body)).arrived()
    answers.push(answer)
    const blame = { requirement, pointer: field === undefined ? undefined : `/${field}` }
    // What was accepted, in words; refusals with another status are one symptom, whatever was sent.
    if (!answer.isAccepted) return expect(answer).toRefuse(statuses, blame)
    const received = `status ${answer.status} to ${field === undefined ? words : `\`${field}\`: ${words}`}`
    return expect(answer).toSatisfy(false, `status ${statuses.join(' or ')}`, received, {
      ...blame,
      status: answer.status,
    })
  })
  if (before === undefined) return
  const after = (await api.conversation(String(conversation))).control()
  expectNothingLeft(ctx, after)
  // An accepted body is another violation, and has an effect.
  if (answers.every(({ isRefusal }) => isRefusal)) expectUntouched(ctx, answers, [before, after])
  await putChangesBack(api, before, after)
}

/** Expects an answer to show nothing of what was refused to its key, in whichever case; or of some refused writes. */
export function expectNothingLeft(
  ctx: Pick<Context, 'expect' | 'mark' | 'answersTo'>,
  seen: Answer,
  refused?: readonly Answer[],
  blame: Blame = {},
): void {
  const ofKey = (): readonly Answer[] =>
    WRITE_OPERATIONS.flatMap(ctx.answersTo).filter(({ exchange }) => exchange.key === seen.exchange.key)
  const refusals = refusalsByMark(ctx, refused ?? ofKey())
  const left = marksIn(ctx)(seen.exchange.response?.text).find((mark) => refusals.has(mark)) ?? ''
  const refusal = refusals.get(left)
  ctx
    .expect(seen)
    .toSatisfy(
      refusal === undefined,
      'nothing of a refused write',
      () => `the text ${left} of a refused ${refusal && place(refusal.exchange)}`,
      {
        requirement: refusal && writeOf(refusal).refused,
        also: refusal && [refusal],
        ...blame,
      },
    )
}

/**
 * Expects the conversation that refused writes aimed at to be as it was. What a visitor writes meanwhile moves its counter and
 * other values, too, and so does an automation, a moment after a write of this run.
 */
export function expectUntouched(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  refused: readonly Answer[],
  [before, after]: readonly [before: Answer, after: Answer],
  blame: Blame = {},
): void {
  const [messages, later] = [before, after].map((one) => idsOf(messagesOf(one)).join())
  const isWritten = WRITE_OPERATIONS.flatMap(answersTo).some(
    ({ isAccepted, exchange }) => isAccepted && askedId(exchange) === before.data['id'],
  )
  const fields = [
    'tags',
    'is_resolved',
    ...(messages === later ? ['message_count', 'is_lead'] : []),
    ...(messages === later && !isWritten ? ['status', 'updated_at'] : []),
  ]
  const field =
    fields.find(
      (one) =>
        contradict(before.data[one], after.data[one]) || (one === 'updated_at' && isSetSince(before, after)),
    ) ?? ''
  const [first] = refused
  expect(after).toSatisfy(
    field === '',
    `\`${field}\` ${quote(before.data[field])}, as before the refused write`,
    quote(after.data[field]),
    {
      requirement: first && writeOf(first).refused,
      also: [...refused, before],
      pointer: `/data/${field}`,
      ...blame,
    },
  )
}

/** Whether an answer shows a date of change that an earlier one did not show, and that is later than it. */
function isSetSince(before: Answer, after: Answer): boolean {
  const [at, served] = [instant(after.data['updated_at']), servedAt(before.exchange)]
  return !given(before.data['updated_at']) && at !== undefined && served !== undefined && at >= served
}

/** Puts the tags and the flag of a conversation back where they have changed. */
export async function putChangesBack(actor: Actor, before: Answer, after: Answer): Promise<void> {
  const { id, tags, is_resolved } = before.data
  if (contradict(tags, after.data['tags']) || contradict(is_resolved, after.data['is_resolved']))
    await actor.patchConversation(String(id), { tags: tags ?? [], is_resolved })
}
