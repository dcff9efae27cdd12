/** What a transcript has to show of notes. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { wasServed } from '../../lib/engine/judge/finding.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { count } from '../../lib/engine/util/text.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { messagesOf } from '../support/conversations.ts'
import { isOdd } from '../support/texts.ts'
import { leftByRefusal, marksIn } from '../support/marks.ts'

const NOTE = 'POST /conversations/{id}/messages'

/** Reads a conversation until its transcript holds some notes. */
export function transcriptWith(
  { api, eventually }: Pick<Context, 'api' | 'eventually'>,
  conversation: string,
  ...notes: readonly Answer[]
): Promise<Answer> {
  return eventually(
    () => api.conversation(conversation),
    (answer) => holdsNotes(answer, notes),
  )
}

/** Whether a transcript holds some notes. */
export function holdsNotes(transcript: Answer, notes: readonly Answer[]): boolean {
  const ids = new Set(idsOf(messagesOf(transcript)))
  return notes.every(({ data }) => ids.has(String(data['id'])))
}

/**
 * Expects a transcript to hold a note with the returned id, role `note` and the content sent.
 * @param alike - the notes with this content, if it is marked: earlier runs have added others
 */
export function expectInTranscript(
  ctx: Pick<Context, 'expect' | 'mark'>,
  transcript: Answer,
  note: Answer,
  alike: readonly Answer[] = [note],
): void {
  // One that was sent again because its answer was lost may be there twice.
  const times = alike.reduce((sum, { exchange }) => sum + 1 + (exchange.repeats?.length ?? 0), 0)
  const messages = messagesOf(transcript.control())
  const stored = messages.find(({ id }) => id === note.data['id'])
  const same = messages.filter(({ content }) => content === sentContent(note))
  const blame = { requirement: 'ADD-NOTE-10', also: [note], pointer: '/data/messages' }
  const { expect } = ctx
  expect(transcript).toSatisfy(
    stored !== undefined && transcript.data['id'] === askedId(transcript.exchange),
    `note ${quote(note.data['id'])} in the transcript`,
    same.length > 0
      ? `the same content as message ${quote(same[0]?.['id'])}`
      : 'a transcript without the note',
    blame,
  )
  if (stored !== undefined) {
    expect(transcript).toSatisfy(stored['role'] === 'note', 'role "note"', quote(stored['role']), blame)
    expectContent(ctx, transcript, note)
  }
  const isMarked = marksIn(ctx)(sentContent(note)).length > 0
  expect(transcript).toSatisfy(
    same.length <= times || !isMarked,
    `${count(times, 'message')} with this content`,
    count(same.length, 'message'),
    blame,
  )
}

/** Expects a transcript to show the content of a note that it holds. */
export function expectContent({ expect }: Pick<Context, 'expect'>, transcript: Answer, note: Answer): void {
  const sent = sentContent(note)
  const shown = String(messagesOf(transcript).find(({ id }) => id === note.data['id'])?.['content'])
  expect(transcript).toSatisfy(isKept(sent, shown), inWords(sent), inWords(shown), {
    requirement: 'ADD-NOTE-10',
    also: [note],
    pointer: '/data/messages',
  })
}

const sentContent = ({ exchange }: Answer): string => String(sentBody(exchange)['content'])

/** Whether a content is the one that was sent; outer blanks are open. */
const isKept = (sent: string, shown: string): boolean => sent.trim() === shown.trim()

/** A content and its length: of a long one only the beginning is shown. */
const inWords = (content: string): string => `${count(content.length, 'character')}: ${quote(content, 500)}`

/** Expects a note in no conversation but its own: not in one of the same chatbot, or in any other if that has none. */
export async function expectNowhereElse(
  { api, expect, world }: Context<'noteTarget'>,
  note: Answer,
  chatbot: unknown,
): Promise<void> {
  const { items } = world.discovery.main.lists['GET /conversations']
  const others = items.filter(({ id }) => id !== world.noteTarget)
  const other = others.find(({ chatbot_id }) => chatbot_id === chatbot) ?? others[0]
  if (other === undefined) return
  const detail = await api.conversation(String(other['id']))
  const at = messagesOf(detail).findIndex(({ content }) => content === sentContent(note))
  const received = (): string => `note ${quote(messagesOf(detail)[at]?.['id'])}, added to another one`
  expect(detail).toSatisfy(at < 0, 'only notes of this conversation', received, {
    pointer: `/data/messages/${at}`,
    requirement: 'ADD-NOTE-12',
    also: [note],
  })
}

/** Expects a transcript to hold no message of a note that was refused to the same key, in whichever case. */
export function expectNoRefusedNote(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  transcript: Answer,
): void {
  const { key } = transcript.exchange
  const notes = ctx.answersTo(NOTE).filter(({ exchange }) => exchange.key === key)
  const left = leftByRefusal(ctx, messagesOf(transcript), notes)
  ctx
    .expect(transcript)
    .toSatisfy(left === undefined, 'no message of a refused note', () => quote(left?.item), {
      requirement: 'ADD-NOTE-11',
      also: left && [left.refusal],
      pointer: '/data/messages',
    })
}

/** What a note says, the answer to it shows: the role `note`, the content, the time of the request. */
export const noteEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== NOTE || !wasServed(exchange.response ?? {})) return
  const data = dataOf(exchange)
  const { content } = sentBody(exchange)
  if (typeof data['role'] === 'string') {
    judgements.check(data['role'] === 'note', 'ADD-NOTE-02', 'role "note"', () => quote(data['role']), {
      pointer: '/data/role',
    })
  }
  judgeCreatedNow(exchange, judgements, 'ADD-NOTE-14')
  if (typeof content !== 'string' || isOdd(content) || typeof data['content'] !== 'string') return
  const shown = data['content']
  judgements.check(
    isKept(content, shown),
    'ADD-NOTE-03',
    () => inWords(content),
    () => inWords(shown),
    { pointer: '/data/content' },
  )
}
