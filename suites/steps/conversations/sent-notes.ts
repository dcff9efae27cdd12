import { objects, quote, type Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { idsOf } from '../../../lib/api/discovery.ts'
import { leftByRefusal, refusalsByMark } from '../leads/refused-leads.ts'

/** What was answered to the notes of a run that went to the conversation of a transcript, by the same key, before it was asked for. */
function notesBefore({ answersTo }: Pick<Context, 'answersTo'>, { exchange }: Answer): readonly Answer[] {
  const path = `${exchange.request.path}/messages`
  return answersTo('POST /conversations/{id}/messages').filter(
    (note) =>
      note.exchange.request.path === path &&
      note.exchange.key === exchange.key &&
      note.exchange.id < exchange.id,
  )
}

/** Expects a transcript to hold every note that the run added to it before, and nothing of those that were refused. */
export function holdsSentNotes(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  transcript: Answer,
): void {
  const messages = objects(transcript.control().data['messages'])
  const notes = notesBefore(ctx, transcript)
  const kept = new Set(idsOf(messages))
  const lost = notes.find(
    (note) => note.status === 200 && typeof note.data['id'] === 'string' && !kept.has(note.data['id']),
  )
  ctx
    .expect(transcript)
    .toSatisfy(lost === undefined, `the note ${quote(lost?.data['id'])}, as before`, 'it is gone', {
      requirement: 'ADD-NOTE-10',
      also: lost === undefined ? [] : [lost],
      pointer: '/data/messages',
      explainedBy: ['GET-CONVERSATION-03', 'ID-01', 'ID-02'],
    })
  const left = leftByRefusal(ctx, messages, refusalsByMark(ctx, notes))
  ctx
    .expect(transcript)
    .toSatisfy(left === undefined, 'no message of a refused note', () => quote(left?.row), {
      requirement: 'ADD-NOTE-11',
      also: left === undefined ? [] : [left.refusal],
      pointer: '/data/messages',
    })
}

/** Messages that a later look at a transcript shows, and an earlier one did not. */
export function newMessages(before: Answer, after: Answer): readonly Row[] {
  const known = new Set(idsOf(objects(before.data['messages'])))
  return objects(after.data['messages']).filter((message) => !known.has(String(message['id'])))
}
