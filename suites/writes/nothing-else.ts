/** A write changes what it names, and nothing else. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Blame } from '../../lib/engine/case/expect.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { contradict, given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { marksIn } from '../support/marks.ts'
import { alikeIn, holds, messagesOf, PATCH_CONVERSATION, POST_NOTE, writtenId } from './shown.ts'

/** Fields of a conversation that no write changes. */
export const LASTING = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

/**
 * Expects one answer to show some fields as another one does. An automation may have added tags meanwhile.
 * @returns whether it does
 */
export function expectSame(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  other: Answer,
  fields: readonly string[],
  requirement: string,
): boolean {
  const differs = (one: string): boolean => {
    const [is, was] = [answer.data[one], other.data[one]]
    return Array.isArray(is) && Array.isArray(was) ? !holds(is, was) : contradict(is, was)
  }
  const field = fields.find(differs) ?? ''
  expect(answer).toSatisfy(
    field === '',
    `\`${field}\` ${quote(other.data[field])}`,
    quote(answer.data[field]),
    { requirement, also: [other], pointer: `/data/${field}` },
  )
  return field === ''
}

/** Expects a later transcript to have every message of an earlier one. */
export function expectMessagesKept(
  { expect }: Pick<Context, 'expect'>,
  before: Answer,
  after: Answer,
  blame: Blame,
): void {
  const kept = new Set(idsOf(messagesOf(after)))
  const lost = idsOf(messagesOf(before)).find((id) => !kept.has(id))
  expect(after).toSatisfy(lost === undefined, 'every earlier message', `message ${quote(lost)} is gone`, {
    also: [before],
    pointer: '/data/messages',
    ...blame,
  })
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

/**
 * Expects what was written to stand in its own place alone: nothing else that an answer shows carries a mark of one of these writes.
 */
export function expectAlone(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  seen: Answer,
  writes: readonly Answer[],
  requirement: string,
): void {
  for (const write of writes) {
    const stray = strayOf(ctx, seen, write)
    ctx
      .expect(seen)
      .toSatisfy(stray === undefined, 'each write in one place alone', () => `also in ${quote(stray)}`, {
        requirement,
        also: [write],
        pointer: write.exchange.operation === POST_NOTE ? '/data/messages' : '/data',
      })
  }
}

/** The first item of an answer that carries a mark of a write, although no request has written this mark to it. */
function strayOf(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  seen: Answer,
  write: Answer,
): JsonObject | undefined {
  const { operation = '' } = write.exchange
  const marks = marksIn(ctx)
  const sentIn = ({ exchange }: Answer): readonly string[] => marks(exchange.request.body)
  const all = ctx.answersTo(operation)
  // A request that was sent again may have been carried out twice, and one without an answer under an unknown id.
  const unclear = all.filter(
    (one) => one.exchange.repeats !== undefined || (!one.isRefusal && !given(writtenId(one))),
  )
  const unclearMarks = new Set(unclear.flatMap(sentIn))
  const own = new Set(sentIn(write).filter((mark) => !unclearMarks.has(mark)))
  // A note belongs in the transcript of its own conversation alone.
  const isItsPlace = operation !== POST_NOTE || askedId(seen.exchange) === askedId(write.exchange)
  const isWritten = (id: unknown, mark: string): boolean =>
    isItsPlace && all.some((one) => writtenId(one) === id && sentIn(one).includes(mark))
  return alikeIn(seen, write).find((item) =>
    marks(JSON.stringify(item)).some((mark) => own.has(mark) && !isWritten(item['id'], mark)),
  )
}

/**
 * Expects no other conversation to have followed one whose flag was set and set back: shown with the flag in between, though
 * neither before nor after. Others may have changed it once meanwhile, but hardly twice and at the same moments.
 * @param pages - the list while the flag was set, and after it was set back
 */
export function expectNoneFollows(
  { expect, answersTo, world }: Pick<Context<never>, 'expect' | 'answersTo' | 'world'>,
  id: string,
  [between, after]: readonly [between: Answer, after: Answer],
): void {
  const flagIn = (items: readonly JsonObject[], other: unknown): unknown =>
    items.find((item) => item['id'] === other)?.['is_resolved']
  const { items } = world.discovery.main.lists['GET /conversations']
  const set = flagIn(between.items, id)
  const written = new Set(answersTo(PATCH_CONVERSATION).map(({ exchange }) => askedId(exchange)))
  const follower = items.find(
    ({ id: other, is_resolved: before }) =>
      !written.has(String(other)) &&
      typeof set === 'boolean' &&
      before === !set &&
      flagIn(between.items, other) === set &&
      flagIn(after.items, other) === !set,
  )
  expect(after).toSatisfy(
    follower === undefined,
    'no other conversation with the flag',
    () => `conversation ${quote(follower?.['id'])}, whose \`is_resolved\` went to and fro with it`,
    { requirement: 'PATCH-CONVERSATION-14', also: [between], pointer: '/data' },
  )
}
