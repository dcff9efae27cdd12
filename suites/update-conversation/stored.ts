/** What answers have to show of updates. Any answer may leave out tags, which are optional. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, reaches } from '../../lib/harness/items.ts'
import type { Blame } from '../../lib/harness/expect.ts'
import { askedId, sentBody } from '../../lib/judge/reading.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { strings } from '../../lib/spec/json.ts'
import { contradict, quote, type JsonObject } from '../../lib/util/values.ts'
import { expectMessagesKept, holdsTags, type State, unlikeState } from '../support/conversations.ts'

const PATCH = 'PATCH /conversations/{id}'
const NOTE = 'POST /conversations/{id}/messages'
const AS_ANSWERED = 'PATCH-CONVERSATION-13'

type Reading = Pick<Context, 'api' | 'eventually'>
type Expecting = Pick<Context, 'expect'>

/** Reads a conversation until it shows what updates have set. */
export function readStored({ api, eventually }: Reading, id: string, state: State): Promise<Answer> {
  return eventually(
    () => api.conversation(id),
    ({ usable, data }) => usable && unlikeState(data, state) === undefined,
  )
}

/** Expects the detail to show what an update set; resolves with it. */
export async function expectStored(
  ctx: Reading & Expecting & Pick<Context, 'inconclusive'>,
  update: Answer,
  state: State,
  requirement = AS_ANSWERED,
): Promise<Answer> {
  const detail = await readStored(ctx, String(askedId(update.exchange)), state)
  if (detail.status === 404) ctx.inconclusive('the conversation may have been deleted in the meantime')
  ctx.expect(detail).toAnswer(200, { requirement, also: [update] })
  expectState(ctx, detail, detail.data, state, { requirement, also: [update] })
  return detail
}

/** Expects the newest conversations to show what an update set, unless the list ends before it; resolves with them. */
export async function expectListed(ctx: Reading & Expecting, update: Answer, state: State): Promise<Answer> {
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
  { expect }: Expecting,
  answer: Answer,
  conversation: JsonObject,
  state: State,
  blame: Blame,
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

/** Expects the answer to an update of one field to show the other one as it was stored before. */
export function expectUnnamedKept(ctx: Expecting, before: Answer, answer: Answer, update: State): void {
  const { tags, is_resolved: flag } = before.data
  const wasResolved = typeof flag === 'boolean' ? flag : undefined
  const unnamed = update.tags === undefined ? { tags: strings(tags) } : { is_resolved: wasResolved }
  expectState(ctx, answer, answer.data, unnamed, { requirement: 'PATCH-CONVERSATION-14', also: [before] })
}

/** Fields of a conversation that no write changes. */
const LASTING = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** Expects updates to leave the transcript and the fields that no write changes as they were. */
export function expectRestUnchanged(ctx: Expecting, before: Answer, after: Answer): void {
  expectAlike(ctx, LASTING, after, before, 'as before')
  expectMessagesKept(ctx, before, after)
}

/** Expects the answer to an update to show every field that nobody changed in the meantime as the detail does. */
export function expectShownAsStored(ctx: Expecting, update: Answer, before: Answer, detail: Answer): void {
  const fields = CONTRACT.fieldsOf('Conversation').map(({ name }) => name)
  const kept = fields.filter((field) => field !== 'updated_at' && isAlike(field, before, detail))
  expectAlike(ctx, kept, update, detail, 'as in the detail', { requirement: AS_ANSWERED })
}

/** Expects a conversation in one answer to have the same values in some fields as in another one. */
function expectAlike(
  { expect }: Expecting,
  fields: readonly string[],
  answer: Answer,
  other: Answer,
  as: string,
  blame: Blame = {},
): void {
  const field = fields.find((one) => !isAlike(one, answer, other))
  expect(answer).toSatisfy(
    field === undefined,
    `\`${field}\` ${quote(other.data[field ?? ''])}, ${as}`,
    quote(answer.data[field ?? '']),
    { also: [other], pointer: `/data/${field}`, ...blame },
  )
}

function isAlike(field: string, one: Answer, other: Answer): boolean {
  return !contradict(one.data[field], other.data[field])
}

/** Expects no other conversation of a page to have a tag that was given to one. */
export function expectTagsAlone({ expect }: Expecting, list: Answer, id: string, tag: string): void {
  const other = list.items.find((item) => item['id'] !== id && holdsTags(item['tags'], [tag]))
  expect(list).toSatisfy(
    other === undefined,
    'the tags only on the updated conversation',
    `also on ${quote(other?.['id'])}`,
    { requirement: 'PATCH-CONVERSATION-14' },
  )
}

/**
 * Expects the flag of no other conversation to change from page to page as that of the updated one does. Conversations
 * that other cases update are left out.
 */
export function expectFlagAlone(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  id: string,
  pages: readonly [Answer, ...Answer[]],
): void {
  const updated = new Set(answersTo(PATCH).map(({ data }) => data['id']))
  const flags = (wanted: unknown): unknown[] =>
    pages.map(({ items }) => items.find((item) => item['id'] === wanted)?.['is_resolved'])
  const own = flags(id)
  const isChanged = new Set(own).size > 1
  const follower = pages[0].items.find(
    (item) => isChanged && !updated.has(item['id']) && quote(flags(item['id'])) === quote(own),
  )
  expect(pages[0]).toSatisfy(
    follower === undefined,
    'a change of is_resolved only on the updated conversation',
    () => `is_resolved of ${quote(follower?.['id'])} changes with it each time`,
    { requirement: 'PATCH-CONVERSATION-14', also: pages.slice(1) },
  )
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
  const notes = answersTo(NOTE).filter(({ isRefusal }) => !isRefusal)
  const annotated = new Set(notes.map(({ exchange }) => askedId(exchange)))
  const tagged = answersTo(PATCH).filter(({ exchange, data, status }) => {
    const id = String(data['id'])
    const isOurs = exchange.key === 'main' && known.has(id) && !annotated.has(id)
    return isOurs && status === 200 && strings(sentBody(exchange)['tags']).length > 0
  })
  return [...new Map(tagged.map((update) => [update.data['id'], update])).values()]
}

/** The tags of a conversation after an update, as its answer showed them, or as they were sent. */
export function tagsOf({ data, exchange }: Answer): readonly string[] {
  return strings(data['tags'] ?? sentBody(exchange)['tags'])
}
