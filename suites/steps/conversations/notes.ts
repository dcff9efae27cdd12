import { objects, quote } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { idsOf } from '../../../lib/api/discovery.ts'

/** Adds a note, and puts it in the footprint where it was accepted: there is no DELETE. */
export async function addNote(
  ctx: Pick<Context, 'api' | 'keep'>,
  conversation: string,
  body: unknown,
): Promise<Answer> {
  const answer = await ctx.api.addNote(conversation, body)
  if (answer.status === 200)
    ctx.keep.created('note', String(answer.data['id']), `in conversation ${conversation}`)
  return answer
}

/** The ids of messages that one look at a conversation showed, and a later one no longer shows. */
export function lostMessages(before: Answer, after: Answer): string[] {
  const kept = new Set(idsOf(objects(after.data['messages'])))
  return idsOf(objects(before.data['messages'])).filter((id) => !kept.has(id))
}

/**
 * Expects a transcript to hold a note: under the id that was answered, as a note, with the content that was sent.
 * @param times - notes with this content that the transcript is to hold
 */
export function standsInTranscript(
  ctx: Pick<Context, 'expect'>,
  transcript: Answer,
  note: Answer,
  content: string,
  times = 1,
): void {
  const messages = objects(transcript.control().data['messages'])
  const stored = messages.find((message) => message['id'] === note.data['id'])
  const same = messages.filter((message) => message['content'] === content)
  const blame = {
    requirement: 'ADD-NOTE-10',
    also: [note],
    explainedBy: ['GET-CONVERSATION-03', 'ID-01', 'ID-02'],
  }
  ctx
    .expect(transcript)
    .toSatisfy(
      stored !== undefined,
      `the note ${quote(note.data['id'])} among the messages`,
      same.length > 0 ? `the note under another id: ${quote(same[0]?.['id'])}` : 'it is not there',
      blame,
    )
  ctx
    .expect(transcript)
    .toSatisfy(stored?.['role'] === 'note', 'role "note"', () => quote(stored?.['role']), {
      ...blame,
      explainedBy: [...blame.explainedBy, 'ADD-NOTE-02'],
    })
  ctx
    .expect(transcript)
    .toSatisfy(
      String(stored?.['content']).trim() === content.trim(),
      `the content that was sent, ${content.length} characters`,
      () => `${String(stored?.['content']).length} characters: ${quote(stored?.['content'])}`,
      { ...blame, explainedBy: [...blame.explainedBy, 'ADD-NOTE-03'] },
    )
  ctx
    .expect(transcript)
    .toSatisfy(
      same.length <= times,
      times === 1 ? 'the note once' : `the note ${times} times`,
      `${same.length} times`,
      blame,
    )
}
