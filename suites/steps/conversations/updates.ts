import { idsOf } from '../../../lib/harness/discovery.ts'
import { updateTargets } from '../../../lib/harness/needs.ts'
import { firstDifference, SETTLED } from '../../support/comparing.ts'
import { askedId, sentBody } from '../../../lib/judge/oracle.ts'
import { sameTags } from '../../oracles/write-echo.ts'
import { given, objects, quote, type JsonObject } from '../../../lib/util/values.ts'
import { TAG_BOUNDS } from '../../../lib/harness/writes.ts'
import type { FootprintEntry } from '../../../lib/harness/footprint.ts'
import { type Actor, RawBody } from '../../../lib/harness/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/context.ts'
import type { Blame } from '../../../lib/harness/expect.ts'
import { once } from '../../../lib/harness/run-store.ts'
import { type ConversationProbe, conversationProbe } from './probe-workspace.ts'

/** The conversation before the first update, read once for all cases that update it. */
const original = once(
  'conversation before the first update',
  ({ api, world }: Context<'updateTarget'>): Promise<Answer> =>
    api.conversation(String(world.updateTarget['id'])),
  ({ world }) => String(world.updateTarget['id']),
)

/** The conversation that a case may update: actor, id and original state. It is restored at the end. */
export async function updateTarget(
  ctx: Context<'updateTarget'>,
): Promise<Pick<Context, 'api' | 'expect' | 'mark'> & { readonly id: string; readonly before: Answer }> {
  const { api, expect, mark, world } = ctx
  const id = String(world.updateTarget['id'])
  const before = (await original(ctx)).control()
  return { api, expect, mark, id, before }
}

/**
 * A conversation that followed the flag of another one through two updates that did not name it. A colleague may
 * change one meanwhile, but hardly to and fro.
 * @param before - the conversations before the updates
 * @param pages - what a filter by the new value showed after each update
 * @param own - ids of conversations that this run updates
 */
export function followingConversation(
  before: readonly JsonObject[],
  pages: readonly [first: Answer, second: Answer],
  own: readonly string[],
): JsonObject | undefined {
  const [first, second] = pages.map(
    ({ items }) => new Map(items.map((item) => [item['id'], item['is_resolved']])),
  )
  return before.find(({ id, is_resolved: was }) => {
    const [value, back] = [first?.get(id), second?.get(id)]
    return !own.includes(String(id)) && typeof was === 'boolean' && value === !was && back === was
  })
}

/** Restores the tags and the flag of a conversation. Resolves with a description of what could not be restored. */
export async function putBack(
  actor: Actor,
  id: string,
  { tags, is_resolved: resolved }: JsonObject,
): Promise<FootprintEntry | undefined> {
  const wanted = {
    tags: Array.isArray(tags) ? tags : [],
    ...(typeof resolved === 'boolean' ? { is_resolved: resolved } : {}),
  }
  const changed = (note: string): FootprintEntry => ({ kind: 'changed', resource: 'conversation', id, note })
  const answer = await actor.patchConversation(id, wanted)
  if (answer.status === 400 && typeof resolved === 'boolean') {
    // Tags that were there before may exceed the bounds of an update; the flag need not stay with them.
    const { status } = await actor.patchConversation(id, { is_resolved: resolved })
    if (status === 200) return changed(`tags were ${quote(wanted.tags, Infinity)}: an update refuses them`)
  }
  if (answer.status !== 200) return changed(`tags and is_resolved were ${quote(wanted, Infinity)}`)
  // An update takes an array only; a service that has no null shows none afterwards either.
  return tags === null && Array.isArray(answer.data['tags'])
    ? changed('tags were null and are an empty array now: an update cannot set null')
    : undefined
}

/**
 * Expects the conversation of an answer, or one item of a list, to show exactly these tags. `tags` is optional: a
 * service that never shows it cannot be judged, but one that shows it elsewhere must show it here.
 */
export function expectTags(
  ctx: Context<'updateTarget'>,
  shown: Answer | { readonly list: Answer; readonly id: string },
  tags: readonly string[],
  blame: Blame,
): void {
  const answer = ('list' in shown ? shown.list : shown).control()
  const conversation = 'list' in shown ? shown.list.items.find(({ id }) => id === shown.id) : shown.data
  if (conversation === undefined) return
  const actual = conversation['tags']
  const { operation } = answer.exchange
  if (
    !Array.isArray(actual) &&
    (operation === undefined || tags.length === 0 || !ctx.shown(operation, 'tags'))
  )
    return
  const isRight = sameTags(actual, tags)
  const stray = isRight ? undefined : updateOfAnother(ctx, conversation)
  ctx.expect(answer).toSatisfy(isRight, `the tags ${quote(tags)} and no other`, quote(actual), {
    pointer: '/data/tags',
    ...blame,
    ...(stray && {
      requirement: 'PATCH-CONVERSATION-14',
      also: [...(blame.also ?? []), stray],
    }),
  })
}

/** The update of another conversation that sent the tags that this one shows. */
function updateOfAnother(ctx: Pick<Context, 'answersTo'>, { id, tags }: JsonObject): Answer | undefined {
  if (typeof id !== 'string' || !Array.isArray(tags) || tags.length === 0) return undefined
  return ctx
    .answersTo('PATCH /conversations/{id}')
    .find(({ exchange }) => askedId(exchange) !== id && sameTags(sentBody(exchange)['tags'], tags))
}

/**
 * Sends an update that must be refused, to a conversation of the other workspace if there is one. An accepted one is
 * reverted.
 */
export async function refusedUpdate(ctx: Context<'updateTarget'>, body: unknown): Promise<Answer> {
  const spare = conversationProbe(ctx)
  if (spare === undefined) {
    const { api, id } = await updateTarget(ctx)
    return api.patchConversation(id, body)
  }
  const { actor, id } = spare
  return actor.patchConversation(id, body)
}

/** Invalid bodies that would visibly change something if they were carried out and then refused. */
function updatesWithEffect(tag: string, flipped: boolean): readonly unknown[] {
  return [
    {},
    { status: 'resolved' },
    { tags: [tag], is_resolved: 'no' },
    { is_resolved: flipped, tags: 'none' },
    { is_resolved: flipped, tags: [tag, '', 'x'] },
    { tags: Array.from({ length: TAG_BOUNDS.most + 1 }, (_, n) => `${tag} ${n}`), is_resolved: flipped },
    { tags: [tag, 'x'.repeat(TAG_BOUNDS.longest + 1)], is_resolved: flipped },
    new RawBody(`${JSON.stringify({ tags: [tag], is_resolved: flipped })} x`),
  ]
}

/** A conversation before and after refused updates. */
interface UpdateTrial {
  readonly before: Answer
  readonly after: Answer
  readonly refused: readonly Answer[]
  /** The field that they changed. */
  readonly field?: 'tags' | 'is_resolved' | 'updated_at'
}

/**
 * Sends updates that are to be refused to a conversation of the other workspace. What they changed is put back, and counts where a second
 * attempt changes it again: people tag and resolve conversations, too. The time of the last update counts where that of another conversation
 * moves, too: on the same one it might be the same second. A body that the first attempt accepted was not refused, so it is not sent again.
 */
export async function changedByRefusals(ctx: Context<'foreignConversation'>): Promise<UpdateTrial> {
  const spare = conversationProbe(ctx, 1)
  if (spare === undefined) return ctx.inconclusive('needs a conversation in the second workspace')
  const first = await attemptUpdates(ctx, spare)
  if (first.field === undefined) return first
  const next = first.field === 'updated_at' ? (conversationProbe(ctx, 2) ?? spare) : spare
  const isRefused = first.refused.map((answer) => answer.isRefusal)
  const second = await attemptUpdates(ctx, next, isRefused)
  if (second.field === first.field) return second
  const { before, after, refused } = second
  return { before, after, refused }
}

async function attemptUpdates(
  ctx: Pick<Context, 'mark'>,
  { actor, id }: ConversationProbe,
  isWanted: readonly boolean[] = [],
): Promise<UpdateTrial> {
  const before = (await actor.conversation(id)).control()
  const bodies = updatesWithEffect(ctx.mark(), before.data['is_resolved'] !== true).filter(
    (_, index) => isWanted[index] !== false,
  )
  const refused = await Promise.all(bodies.map((body) => actor.patchConversation(id, body)))
  const after = (await actor.conversation(id)).control()
  const field = changedField(before.data, after.data)
  if (field !== undefined) {
    await putBack(actor, id, before.data)
    return { before, after, refused, field }
  }
  return { before, after, refused, ...(isTouched(before.data, after.data) && { field: 'updated_at' }) }
}

/** Whether `updated_at` moved without any other change that explains it. */
function isTouched(before: JsonObject, after: JsonObject): boolean {
  const moved = (field: string): boolean => quote(before[field], 20_000) !== quote(after[field], 20_000)
  return moved('updated_at') && !['status', 'message_count', 'messages'].some(moved)
}

/** Which of the two operator-owned fields changed. */
export function changedField(before: JsonObject, after: JsonObject): 'tags' | 'is_resolved' | undefined {
  if (quote(before['is_resolved']) !== quote(after['is_resolved'])) return 'is_resolved'
  const [tags, now] = [before['tags'] ?? [], after['tags'] ?? []]
  return sameTags(tags, now) ? undefined : 'tags'
}

/** The result of an update without a key. */
interface Unauthorised {
  readonly refused: Answer
  /** The conversation afterwards. */
  readonly after: Answer
  /** How the flag followed the refused update. */
  readonly problem?: string
}

/**
 * Sends an update of tags and `is_resolved` without a key. If the flag follows, a second update in the other
 * direction rules out that somebody else changed it.
 */
export async function updateWithoutKey(
  { api, anonymous }: Pick<Context, 'api' | 'anonymous'>,
  id: string,
  tags: readonly string[],
): Promise<Unauthorised> {
  const first = await attemptWithoutKey({ api, anonymous }, id, tags)
  if (first.problem === undefined) return first
  return attemptWithoutKey({ api, anonymous }, id, tags)
}

async function attemptWithoutKey(
  { api, anonymous }: Pick<Context, 'api' | 'anonymous'>,
  id: string,
  tags: readonly string[],
): Promise<Unauthorised> {
  const { is_resolved: was } = (await api.conversation(id)).control().data
  const refused = await anonymous.patchConversation(id, { tags, is_resolved: was !== true })
  const after = await api.conversation(id)
  const is = after.data['is_resolved']
  const followed = typeof was === 'boolean' && typeof is === 'boolean' && was !== is
  return {
    refused,
    after,
    ...(followed ? { problem: `is_resolved ${quote(is)}, ${quote(was)} before` } : {}),
  }
}

/** The fields of a conversation that only its owner changes, and those that are now as before. */
function settled(item: JsonObject, before: JsonObject, now: JsonObject): JsonObject {
  const steady = (field: string): boolean =>
    field !== 'updated_at' && quote(before[field]) === quote(now[field])
  return Object.fromEntries(
    Object.entries(item).filter(([field, value]) => (SETTLED.has(field) || steady(field)) && given(value)),
  )
}

/** The answer to an update, and the conversation before and after it. */
interface Updated {
  readonly before: Answer
  readonly after: Answer
  readonly detail: Answer
  readonly list: Answer
}

/** Expects an update to have stored its tags on that conversation alone, and to have returned what is stored. */
export function expectStoredTags(
  ctx: Context<'updateTarget'>,
  id: string,
  tags: readonly string[],
  { before, after, detail, list }: Updated,
): void {
  const stored = {
    requirement: 'PATCH-CONVERSATION-13',
    also: [after],
  }
  expectTags(ctx, detail, tags, stored)
  expectTags(ctx, { list, id }, tags, stored)
  // Another conversation's update changed this one, so its answer and the detail need not agree.
  if (updateOfAnother(ctx, detail.data) !== undefined) return
  const [returned, shown] = [after, detail].map(({ data }) => settled(data, before.data, detail.data))
  const field = firstDifference('Conversation', returned ?? {}, shown ?? {})
  ctx
    .expect(after)
    .toSatisfy(
      field === undefined,
      `${field} ${quote(detail.data[field ?? ''])}, as in the detail`,
      quote(after.data[field ?? '']),
      { ...stored, also: [detail], pointer: `/data/${field}` },
    )
  const neighbour = list.items.find(
    ({ id: other, tags: shownTags }) =>
      other !== id && Array.isArray(shownTags) && tags.every((tag) => shownTags.includes(tag)),
  )
  ctx
    .expect(list)
    .toSatisfy(
      neighbour === undefined,
      'the tags on that conversation alone',
      `on ${quote(neighbour?.['id'])} too`,
      { requirement: 'PATCH-CONVERSATION-14', also: [after] },
    )
}

/**
 * Expects no other conversation to have followed the flag through the two updates.
 * @param pages - what a filter by the new value showed after each update
 */
export function expectNoFollower(
  { expect, world }: Pick<Context<'updateTarget'>, 'expect' | 'world'>,
  pages: readonly Answer[],
): void {
  const [first, second] = pages
  if (first === undefined || second === undefined) return
  const { discovery } = world
  const follower = followingConversation(
    discovery.main.lists['GET /conversations'].items,
    [first, second],
    updateTargets(discovery).map((item) => String(item['id'])),
  )
  expect(second).toSatisfy(
    follower === undefined,
    'the flag of the named conversation alone',
    () => `that of ${quote(follower?.['id'])} changes with it, to and fro`,
    {
      requirement: 'PATCH-CONVERSATION-14',
      also: [first],
    },
  )
}

/** Fields of a conversation that never change. */
const STABLE = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** Expects updates to leave the transcript and all fields that no update can set as they were. */
export function expectRestUnchanged(
  { expect }: Pick<Context, 'expect'>,
  before: Answer,
  after: Answer,
): void {
  const changed = STABLE.find(
    (field) => field in before.data && quote(before.data[field]) !== quote(after.data[field]),
  )
  expect(after).toSatisfy(
    changed === undefined,
    `${changed} ${quote(before.data[changed ?? ''])}, as before`,
    quote(after.data[changed ?? '']),
    { also: [before], pointer: `/data/${changed}` },
  )
  const lost = lostMessages(before, after)
  expect(after).toSatisfy(lost.length === 0, 'every message that was there before', `without ${lost[0]}`, {
    also: [before],
    pointer: '/data/messages',
  })
}

/** The ids of messages that the earlier transcript holds and the later one lacks. */
export function lostMessages(before: Answer, after: Answer): string[] {
  const kept = new Set(idsOf(objects(after.data['messages'])))
  return idsOf(objects(before.data['messages'])).filter((id) => !kept.has(id))
}
