/** What detail and list have to show of updates. Any answer may leave out tags, which are optional. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, reaches } from '../../lib/harness/discovery.ts'
import { askedId, sentBody } from '../../lib/judge/oracle.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { strings } from '../../lib/spec/json.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import { changedField, holdsTags, lostMessages, type State, unlikeState } from '../support/conversations.ts'

const PATCH = 'PATCH /conversations/{id}'
const DETAIL = 'GET /conversations/{id}'
const NOTE = 'POST /conversations/{id}/messages'
const AS_ANSWERED = 'PATCH-CONVERSATION-13'

type Reading = Pick<Context, 'api' | 'eventually'>

/** Reads a conversation until it shows what updates have set. */
export function readStored({ api, eventually }: Reading, id: string, state: State): Promise<Answer> {
  return eventually(
    () => api.conversation(id),
    ({ usable, data }) => usable && unlikeState(data, state) === undefined,
  )
}

/** Expects the detail to show what an update set; resolves with it. */
export async function expectStored(
  ctx: Reading & Pick<Context, 'expect'>,
  update: Answer,
  state: State,
  requirement = AS_ANSWERED,
): Promise<Answer> {
  const detail = await readStored(ctx, String(askedId(update.exchange)), state)
  ctx.expect(detail).toAnswer(200, { requirement, also: [update] })
  expectState(ctx, detail, detail.data, state, { requirement, also: [update] })
  return detail
}

/** Expects the newest conversations to show what an update set, unless the list ends before it; resolves with them. */
export async function expectListed(
  ctx: Reading & Pick<Context, 'expect'>,
  update: Answer,
  state: State,
): Promise<Answer> {
  const { id, created_at: createdAt } = update.data
  const find = ({ items }: Answer): JsonObject | undefined => items.find((item) => item['id'] === id)
  const list = await ctx.eventually(
    () => ctx.api.fullPage('GET /conversations'),
    (page) => {
      const item = find(page)
      return item !== undefined && unlikeState(item, state) === undefined
    },
  )
  const [item, blame] = [find(list.control()), { requirement: AS_ANSWERED, also: [update] }]
  const isDue = item === undefined && reaches(list, createdAt)
  ctx.expect(list).toSatisfy(!isDue, `conversation ${quote(id)}`, 'a list without this conversation', blame)
  if (item !== undefined) expectState(ctx, list, item, state, blame)
  return list
}

/** Expects a conversation in an answer to show what updates have set. */
function expectState(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  conversation: JsonObject,
  state: State,
  blame: { readonly requirement: string; readonly also: readonly Answer[] },
): void {
  const field = unlikeState(conversation, state)
  const gone = field === 'tags' && state.replaced !== undefined ? ` without ${quote(state.replaced)}` : ''
  expect(answer).toSatisfy(
    field === undefined,
    `\`${field}\` ${quote(state[field ?? 'tags'])}${gone}`,
    quote(conversation[field ?? 'tags']),
    { pointer: `/data/${field}`, ...blame },
  )
}

/** Expects the answer to an update to show every field that nobody changed in the meantime as the detail does. */
export function expectShownAsStored(
  { expect }: Pick<Context, 'expect'>,
  update: Answer,
  before: Answer,
  detail: Answer,
): void {
  const field = CONTRACT.fieldsOf('Conversation')
    .map(({ name }) => name)
    .find((one) => one !== 'updated_at' && !differ(one, before, detail) && differ(one, update, detail))
  expect(update).toSatisfy(
    field === undefined,
    `\`${field}\` ${quote(detail.data[field ?? ''])}, as in the detail`,
    quote(update.data[field ?? '']),
    { requirement: AS_ANSWERED, also: [detail], pointer: `/data/${field}` },
  )
}

/** Whether two answers show different values of a field. One that is absent or null in either shows nothing. */
function differ(field: string, one: Answer, other: Answer): boolean {
  const [a, b] = [one.data[field], other.data[field]]
  return given(a) && given(b) && JSON.stringify(a) !== JSON.stringify(b)
}

/** Expects no other conversation of a page to have a tag that was given to one. */
export function expectTagsAlone(
  { expect }: Pick<Context, 'expect'>,
  list: Answer,
  id: string,
  tag: string,
): void {
  const other = list.items.find((item) => item['id'] !== id && holdsTags(item['tags'], [tag]))
  expect(list).toSatisfy(
    other === undefined,
    'the tags only on the updated conversation',
    `also on ${quote(other?.['id'])}`,
    { requirement: 'PATCH-CONVERSATION-14' },
  )
}

/**
 * Expects no other conversation to have had the same flag on each page while updates moved it to and fro. Other
 * conversations on which updates are tried are left out.
 */
export function expectNoFollower(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  id: string,
  pages: readonly [Answer, ...Answer[]],
): void {
  const updated = new Set(answersTo(PATCH).map(({ data }) => data['id']))
  const flags = (wanted: unknown): unknown[] =>
    pages.map(({ items }) => items.find((item) => item['id'] === wanted)?.['is_resolved'])
  const own = flags(id)
  if (new Set(own).size === 1) return
  const follower = pages[0].items.find(
    (item) => !updated.has(item['id']) && quote(flags(item['id'])) === quote(own),
  )
  expect(pages[0]).toSatisfy(
    follower === undefined,
    'a change of is_resolved only on the updated conversation',
    () => `is_resolved of ${quote(follower?.['id'])} changes with it each time`,
    { requirement: 'PATCH-CONVERSATION-14', also: pages.slice(1) },
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
  // An automation may have added tags.
  const isKept = !differ(unnamed, before, answer) || (unnamed === 'tags' && holdsTags(is, was))
  expect(answer).toSatisfy(isKept, `${unnamed} ${quote(was)}, as before`, quote(is), {
    requirement: 'PATCH-CONVERSATION-14',
    also: [before],
    pointer: `/data/${unnamed}`,
  })
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
export function changedByRefusal(before: Answer, after: Answer): string | undefined {
  const isInUse = ['status', 'message_count', 'messages'].some((field) => differ(field, before, after))
  if (!isInUse && quote(before.data['updated_at']) !== quote(after.data['updated_at'])) return 'updated_at'
  return ['tags', 'is_resolved'].find((field) => differ(field, before, after))
}

/**
 * The last update with tags of each conversation with the key under test. A conversation to which notes were added
 * is left out: what a note changes is open.
 */
export function lastTagged({
  answersTo,
  world,
}: Pick<Context<never>, 'answersTo' | 'world'>): readonly Answer[] {
  const known = new Set(idsOf(world.discovery.main.lists['GET /conversations'].items))
  const annotated = new Set(answersTo(NOTE).map(({ exchange }) => askedId(exchange)))
  const last = new Map<unknown, Answer>()
  for (const update of answersTo(PATCH)) {
    const { exchange, data, status } = update
    const id = String(data['id'])
    if (exchange.key !== 'main' || status !== 200 || annotated.has(id) || !known.has(id)) continue
    if (strings(sentBody(exchange)['tags']).length > 0) last.set(data['id'], update)
  }
  return [...last.values()]
}

/**
 * Expects a conversation to keep the tags of its last update, and to show them sooner or later if other conversations show
 * theirs: optional fields may be missing in any answer, but not in all of them for ten seconds.
 */
export async function expectTagsKept(
  ctx: Reading & Pick<Context, 'expect' | 'answersTo'>,
  update: Answer,
): Promise<void> {
  const id = String(update.data['id'])
  const tags = strings(update.data['tags'] ?? sentBody(update.exchange)['tags'])
  const first = await expectStored(ctx, update, { tags })
  const others = ctx.answersTo(DETAIL).filter(({ data }) => data['id'] !== id)
  if (given(first.data['tags']) || !others.some(({ data }) => given(data['tags']))) return
  const detail = await ctx.eventually(
    () => ctx.api.conversation(id),
    ({ data }) => given(data['tags']),
  )
  ctx.expect(detail).toSatisfy(given(detail.data['tags']), `tags ${quote(tags)}`, 'none in any answer', {
    requirement: 'PATCH-CONVERSATION-02',
    also: [update],
    pointer: '/data/tags',
  })
}
