/** What detail and list have to show of updates. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { reaches } from '../../lib/harness/discovery.ts'
import type { Blame } from '../../lib/harness/expect.ts'
import { askedId } from '../../lib/judge/oracle.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import { changedField, holdsTags, lostMessages, type State, unlikeState } from '../support/conversations.ts'

const PATCH = 'PATCH /conversations/{id}'
const NOTE = 'POST /conversations/{id}/messages'

/** Reads a conversation until it shows what an update set. */
export function stored(
  { api, eventually, shown }: Pick<Context, 'api' | 'eventually' | 'shown'>,
  id: string,
  state: State,
): Promise<Answer> {
  return eventually(
    () => api.conversation(id),
    (answer) =>
      answer.usable && unlikeState(answer.data, state, areTagsShown({ shown }, answer)) === undefined,
  )
}

/** Reads the newest conversations until they show what an update set. */
export function listed(
  { api, eventually, shown }: Pick<Context, 'api' | 'eventually' | 'shown'>,
  id: string,
  state: State,
): Promise<Answer> {
  return eventually(
    () => api.fullPage('GET /conversations'),
    (page) => {
      const item = page.items.find((one) => one['id'] === id)
      return item !== undefined && unlikeState(item, state, areTagsShown({ shown }, page)) === undefined
    },
  )
}

function areTagsShown({ shown }: Pick<Context, 'shown'>, { exchange }: Answer): boolean {
  return exchange.operation !== undefined && shown(exchange.operation, 'tags')
}

/** Expects the conversation of an answer, or an item of a page, to show what an update set. */
export function expectState(
  ctx: Pick<Context, 'expect' | 'shown'>,
  answer: Answer,
  state: State,
  blame: Blame,
  shown: JsonObject = answer.control().data,
): void {
  const field = unlikeState(shown, state, areTagsShown(ctx, answer))
  ctx
    .expect(answer)
    .toSatisfy(
      field === undefined,
      `${field} ${quote(state[field ?? 'tags'])}`,
      quote(shown[field ?? 'tags']),
      {
        pointer: `/data/${field}`,
        ...blame,
      },
    )
}

/** Expects detail and list to show an update. A list may end before an old conversation. */
export function expectStored(
  ctx: Pick<Context, 'expect' | 'shown'>,
  update: Answer,
  { detail, list }: { readonly detail?: Answer; readonly list?: Answer },
  state: State,
): void {
  const blame = { requirement: 'PATCH-CONVERSATION-13', also: [update] }
  if (detail !== undefined) {
    ctx.expect(detail).toAnswer(200, blame)
    expectState(ctx, detail, state, blame)
  }
  if (list === undefined) return
  const item = list.control().items.find(({ id }) => id === update.data['id'])
  if (item !== undefined) return expectState(ctx, list, state, blame, item)
  ctx
    .expect(list)
    .toSatisfy(
      !reaches(list, update.data['created_at']),
      `conversation ${quote(update.data['id'])} in the list`,
      'a list without this conversation',
      blame,
    )
}

/** Expects the answer to an update to show every field that nobody changed in the meantime as the detail does. */
export function expectShownAsStored(
  { expect }: Pick<Context, 'expect'>,
  update: Answer,
  before: Answer,
  detail: Answer,
): void {
  const text = ({ data }: Answer, field: string): string => quote(data[field], 5000)
  const field = CONTRACT.fieldsOf('Conversation')
    .map(({ name }) => name)
    .find(
      (one) =>
        one !== 'updated_at' &&
        one in before.data &&
        one in update.data &&
        text(before, one) === text(detail, one) &&
        text(update, one) !== text(detail, one),
    )
  expect(update).toSatisfy(
    field === undefined,
    `${field} ${quote(detail.data[field ?? ''])}, as in the detail`,
    quote(update.data[field ?? '']),
    { requirement: 'PATCH-CONVERSATION-13', also: [detail], pointer: `/data/${field}` },
  )
}

/** Expects a detail without a tag that an update replaced. */
export function expectTagGone(
  { expect }: Pick<Context, 'expect'>,
  detail: Answer,
  tag: string,
  blame: Blame,
): void {
  const { tags } = detail.control().data
  expect(detail).toSatisfy(!holdsTags(tags, [tag]), `tags without ${quote(tag)}`, quote(tags), {
    pointer: '/data/tags',
    ...blame,
  })
}

/** Expects no other conversation of a page to have a tag that was given to one. */
export function expectTagsAlone(
  { expect }: Pick<Context, 'expect'>,
  list: Answer,
  id: string,
  tag: string,
): void {
  const other = list.items.find((item) => item['id'] !== id && quote(item['tags'], 5000).includes(quote(tag)))
  expect(list).toSatisfy(
    other === undefined,
    'the tags only on the updated conversation',
    `also on ${quote(other?.['id'])}`,
    { requirement: 'PATCH-CONVERSATION-14' },
  )
}

/**
 * Expects no other conversation to have followed the flag to and fro. The other conversation on which updates are
 * tried is left out.
 */
export function expectNoFollower(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  id: string,
  pages: readonly Answer[],
): void {
  const updated = new Set(answersTo(PATCH).map(({ data }) => data['id']))
  const flags = (item: unknown): unknown[] =>
    pages.map(({ items }) => items.find((one) => one['id'] === item)?.['is_resolved'])
  const [own, follower] = [
    flags(id),
    pages[0]?.items.find(({ id: other }) => {
      const [before, between, after] = updated.has(other) ? [] : flags(other)
      return before === after && typeof between === 'boolean' && between !== before
    }),
  ]
  const last = pages.at(-1)
  if (last === undefined || own.includes(undefined)) return
  expect(last).toSatisfy(
    follower === undefined,
    'a change of is_resolved only on the updated conversation',
    () => `is_resolved of ${quote(follower?.['id'])} changes with it each time`,
    { requirement: 'PATCH-CONVERSATION-14', also: pages.slice(0, -1) },
  )
}

/** Expects the answer to an update of one field to show the other one as it was stored before. */
export function expectUnnamedKept(
  { expect }: Pick<Context, 'expect'>,
  before: Answer,
  answer: Answer,
  update: State,
): void {
  // A detail of another conversation is another violation.
  if (before.data['id'] !== answer.data['id']) return
  const unnamed = update.tags === undefined ? 'tags' : 'is_resolved'
  const [was, is] = [before.data[unnamed], answer.data[unnamed]]
  expect(answer).toSatisfy(
    // An answer may leave tags out: they are optional.
    was === is || (unnamed === 'tags' && !given(is)) || holdsTags(is ?? [], was ?? []),
    `${unnamed} ${quote(was)}, as before`,
    quote(is),
    { requirement: 'PATCH-CONVERSATION-14', also: [before], pointer: `/data/${unnamed}` },
  )
}

/** Expects updates to leave the transcript and the fields that no write changes as they were. */
export function expectRestUnchanged(
  { expect }: Pick<Context, 'expect'>,
  before: Answer,
  after: Answer,
): void {
  const changed = changedField(before, after)
  expect(after).toSatisfy(
    changed === undefined,
    `${changed} ${quote(before.data[changed ?? ''])}, as before`,
    quote(after.data[changed ?? '']),
    { also: [before], pointer: `/data/${changed}` },
  )
  const [lost] = lostMessages(before, after)
  expect(after).toSatisfy(lost === undefined, 'every earlier message', `without ${lost}`, {
    also: [before],
    pointer: '/data/messages',
  })
}

/** A field that refused updates changed; the time of the last update where nothing else explains it. */
export function changedByRefusal(before: JsonObject, after: JsonObject): string | undefined {
  const moved = (field: string): boolean => quote(before[field], 20_000) !== quote(after[field], 20_000)
  const isInUse = ['status', 'message_count', 'messages'].some(moved)
  return ['tags', 'is_resolved', ...(isInUse ? [] : ['updated_at'])].find(moved)
}

/** The update that puts a conversation back. */
export function stateOf({ tags, is_resolved }: JsonObject): JsonObject {
  return { tags: tags ?? [], is_resolved }
}

/**
 * The tags of the last update of each conversation with the key under test. A conversation to which notes were added
 * is left out: what a note changes is open.
 */
export function lastTags({ answersTo }: Pick<Context, 'answersTo'>): ReadonlyMap<string, readonly string[]> {
  const annotated = new Set(answersTo(NOTE).map(({ exchange }) => askedId(exchange)))
  const last = new Map<string, readonly string[]>()
  for (const { exchange, data, status } of answersTo(PATCH)) {
    const { id, tags } = data
    if (exchange.key !== 'main' || status !== 200 || annotated.has(String(id))) continue
    if (Array.isArray(tags)) last.set(String(id), tags.map(String))
  }
  return last
}
