/** What answers have to show of updates. Any answer may leave out tags, which are optional. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { reaches } from '../../lib/engine/case/items.ts'
import type { Blame } from '../../lib/engine/case/expect.ts'
import { header } from '../../lib/engine/http/exchange.ts'
import { wasServed } from '../../lib/engine/judge/finding.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { askedId, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { strings } from '../../lib/engine/spec/json.ts'
import { contradict, given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import type { Update } from '../support/written-conversations.ts'
import { holdsNotes } from '../notes/transcripts.ts'
import { holdsTags, sameTags, type ConversationState, unlikeState } from '../support/conversations.ts'
import { isOdd } from '../support/texts.ts'

const AS_ANSWERED = 'PATCH-CONVERSATION-13'

type Reading = Pick<Context, 'api' | 'eventually'>
type Expecting = Pick<Context, 'expect'>

/** Reads a conversation until it shows what updates have set, and some notes. */
export function readStored(
  { api, eventually }: Reading,
  id: string,
  state: ConversationState,
  ...notes: readonly Answer[]
): Promise<Answer> {
  return eventually(
    () => api.conversation(id),
    (answer) => answer.usable && unlikeState(answer.data, state) === undefined && holdsNotes(answer, notes),
  )
}

/** Expects the detail to show what an update set; resolves with it. */
export async function expectStored(
  ctx: Reading & Expecting & Pick<Context, 'inconclusive'>,
  update: Answer,
  state: ConversationState,
  requirement = AS_ANSWERED,
): Promise<Answer> {
  const detail = await readStored(ctx, String(askedId(update.exchange)), state)
  if (detail.status === 404) ctx.inconclusive('the conversation may have been deleted in the meantime')
  ctx.expect(detail).toAnswer(200, { requirement, also: [update] })
  expectState(ctx, [detail, detail.data], state, { requirement, also: [update] })
  return detail
}

/** Expects no 304 after an update to who has read the conversation before it: what it kept is no longer true. */
export async function expectNewTag(
  { api, expect, eventually }: Reading & Expecting,
  before: Answer,
  update: Answer,
): Promise<void> {
  const etag = header(before.exchange, 'etag')
  if (etag === undefined) return
  const again = await eventually(
    () => api.sending('If-None-Match', etag).conversation(String(before.data['id'])),
    ({ status }) => status !== 304,
  )
  expect(again).toSatisfy(
    again.status !== 304,
    'the updated conversation, to a request with the `ETag` of before the update',
    'status 304',
    { requirement: AS_ANSWERED, also: [before, update], status: again.status },
  )
}

/** Expects the newest conversations to show what an update set, unless the list ends before it; resolves with them. */
export async function expectListed(
  ctx: Reading & Expecting,
  update: Answer,
  state: ConversationState,
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
  if (item !== undefined) expectState(ctx, [list, item], state, blame)
  return list
}

/** A conversation, and what is special about it. */
interface Written {
  readonly id: string
  readonly words: string
}

/**
 * Sends an update that has to be accepted. Where it is not, its fields, and its tags one by one, are sent alone, so that a
 * refusal names what it refuses.
 * @returns undefined if the conversation was deleted in the meantime
 */
export async function expectUpdated(
  { api, expect }: Pick<Context, 'api' | 'expect'>,
  { id, words }: Written,
  { tags, is_resolved }: Required<Update>,
): Promise<Answer | undefined> {
  const answer = (await api.patchConversation(id, { tags, is_resolved })).arrived()
  if (answer.isAccepted) return answer
  if (answer.status === 404 && (await api.conversation(id)).status === 404) return undefined
  const twice = tags.filter((tag, at) => tags.indexOf(tag) !== at)
  const alone: readonly Update[] = [
    { is_resolved },
    ...[...new Set(tags)].map((tag) => ({ tags: [tag] })),
    ...twice.map((tag) => ({ tags: [tag, tag] })),
  ]
  for (const body of answer.status === 404 ? [] : alone) {
    const one = (await api.patchConversation(id, body)).arrived()
    const [tag] = body.tags ?? []
    const requirement = tag?.length === 1 ? 'PATCH-CONVERSATION-12' : 'PATCH-CONVERSATION-01'
    expect(one).toSatisfy(one.isAccepted, 'status 200', `status ${one.status} to ${quote(body)}`, {
      requirement,
      status: one.status,
    })
  }
  expect(answer).toSatisfy(false, `status 200 for a conversation (${words})`, `status ${answer.status}`, {
    requirement: 'PATCH-CONVERSATION-01',
    status: answer.status,
  })
  return answer
}

/** Expects a conversation in an answer to show what updates have set. */
export function expectState(
  { expect }: Expecting,
  [answer, conversation]: readonly [Answer, JsonObject],
  state: ConversationState,
  blame: Blame,
): void {
  const field = unlikeState(conversation, state)
  const isCleared = field === 'tags' && state.tags === undefined
  const expected = isCleared
    ? `none of the earlier \`tags\` ${quote(state.replaced)}`
    : `\`${field}\` ${quote(state[field ?? 'tags'])}`
  expect(answer).toSatisfy(field === undefined, expected, quote(conversation[field ?? 'tags']), {
    pointer: `/data/${field}`,
    ...blame,
  })
}

/** Expects the answer to an update of one field to show the other one as the answer before it did. */
export function expectUnnamedKept(
  ctx: Expecting,
  earlier: Answer,
  answer: Answer,
  update: ConversationState,
): void {
  const { tags, is_resolved: flag } = earlier.data
  const wasResolved = typeof flag === 'boolean' ? flag : undefined
  const unnamed = update.tags === undefined ? { tags: strings(tags) } : { is_resolved: wasResolved }
  expectState(ctx, [answer, answer.data], unnamed, { requirement: 'PATCH-CONVERSATION-14', also: [earlier] })
}

/**
 * Expects the detail to show tags after an update of the flag, if the answer to the one of the tags did, and some detail
 * shows tags at all: an update without tags has cleared them otherwise. One answer may leave them out.
 */
export async function expectTagsShown(
  ctx: Reading & Expecting & Pick<Context, 'answersTo'>,
  tagged: Answer,
  detail: Answer,
): Promise<void> {
  const { tags } = tagged.data
  const isShown = ctx.answersTo('GET /conversations/{id}').some(({ data }) => given(data['tags']))
  if (!given(tags) || given(detail.data['tags']) || !isShown) return
  const after = await ctx.eventually(
    () => ctx.api.conversation(String(askedId(tagged.exchange))),
    ({ data }) => given(data['tags']),
  )
  const shown = after.control().data['tags']
  ctx.expect(after).toSatisfy(given(shown), `\`tags\` ${quote(tags)}`, quote(shown), {
    requirement: 'PATCH-CONVERSATION-14',
    also: [tagged],
    pointer: '/data/tags',
  })
}

/** Fields of a conversation that no write changes. */
const LASTING = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** Expects one answer to show the fields that no write changes as another one does. */
export function expectLasting(
  { expect }: Expecting,
  answer: Answer,
  other: Answer,
  requirement: string,
): void {
  const field = LASTING.find((one) => contradict(answer.data[one], other.data[one])) ?? ''
  expect(answer).toSatisfy(
    field === '',
    `\`${field}\` ${quote(other.data[field])}`,
    quote(answer.data[field]),
    {
      requirement,
      also: [other],
      pointer: `/data/${field}`,
    },
  )
}

/** Expects no other conversation of a page to have the tags that were given to one. */
export function expectTagsAlone(
  { expect }: Expecting,
  list: Answer,
  id: string,
  tags: readonly string[],
): void {
  const other = list.items.find((item) => item['id'] !== id && holdsTags(item['tags'], tags))
  expect(list).toSatisfy(
    other === undefined,
    'the tags only on the updated conversation',
    `also on ${quote(other?.['id'])}`,
    { requirement: 'PATCH-CONVERSATION-14' },
  )
}

/** What an update set, its answer shows. */
export const updateEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'PATCH /conversations/{id}' || !wasServed(exchange.response ?? {})) return
  const data = dataOf(exchange)
  const { tags, is_resolved: resolved } = sentBody(exchange)
  if (Array.isArray(tags) && !tags.some(isOdd) && Array.isArray(data['tags'])) {
    judgements.check(
      sameTags(data['tags'], tags),
      tags.length === 0 ? 'PATCH-CONVERSATION-16' : 'PATCH-CONVERSATION-02',
      `the tags ${quote(tags)}`,
      () => quote(data['tags']),
      { pointer: '/data/tags' },
    )
  }
  if (typeof resolved === 'boolean' && typeof data['is_resolved'] === 'boolean') {
    judgements.check(
      data['is_resolved'] === resolved,
      'PATCH-CONVERSATION-03',
      `is_resolved ${resolved}`,
      () => quote(data['is_resolved']),
      { pointer: '/data/is_resolved' },
    )
  }
}
