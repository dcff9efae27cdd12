import { objects, quote, type JsonObject } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import { idsOf } from '../../../lib/api/discovery.ts'
import { changedField, putBack } from './updates.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import { conversationProbe } from './probe-workspace.ts'
import { leftByRefusal, refusalsByMark } from '../leads/refused-leads.ts'

/** Adds a note, and puts it in the footprint where it was accepted: there is no DELETE. */
export async function addNote(
  ctx: Pick<Context, 'api' | 'keep'>,
  conversation: string,
  body: unknown,
): Promise<Answer> {
  const answer = await ctx.api.addNote(conversation, body)
  const { id } = answer.data
  if (answer.status === 200)
    ctx.keep.created('note', typeof id === 'string' ? id : 'unknown', `in conversation ${conversation}`)
  return answer
}

/**
 * Expects a transcript to hold a note: under the id that was answered, as a note, with the content that was sent.
 * @param times - notes with this content that the transcript is to hold
 */
export function expectInTranscript(
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

/** Records what a note changed in the tags, the flag and the status of its conversation, and puts tags and flag back. */
export async function observeSideEffect(
  ctx: Pick<Context, 'api' | 'observe'>,
  conversation: string,
  note: Answer,
  ...[before, after]: readonly [before: Answer, after: Answer]
): Promise<void> {
  const changed = (['tags', 'is_resolved', 'status'] as const).filter(
    (field) => quote(before.data[field]) !== quote(after.data[field]),
  )
  const what = changed.length === 0 ? 'neither tags, is_resolved nor status' : changed.join(', ')
  ctx.observe('ADD-NOTE-13', `a note changes ${what}`, note, before, after)
  if (changedField(before.data, after.data) !== undefined) await putBack(ctx.api, conversation, before.data)
}

type NoteContext = Context<'noteTarget'>

/** Where notes are tried that are to be refused: a conversation of the other workspace, where there is one. */
function placeOfRefusedNotes(ctx: NoteContext): {
  readonly api: Actor
  readonly id: string
  readonly spare: boolean
} {
  const spare = conversationProbe(ctx)
  return spare === undefined
    ? { api: ctx.api, id: ctx.world.noteTarget, spare: false }
    : { api: spare.actor, id: spare.id, spare: true }
}

/** Whether there is room to try more kinds of notes that are to be refused. */
export function hasSecondWorkspace(ctx: NoteContext): boolean {
  return placeOfRefusedNotes(ctx).spare
}

/** Tries a note that is to be refused. */
export async function refusedNote(ctx: NoteContext, body: unknown): Promise<Answer> {
  const { api, id } = placeOfRefusedNotes(ctx)
  return addNote({ api, keep: ctx.keep }, id, body)
}

/** Bodies of which each would leave something, if it were carried out and then refused, with the requirement that says why it is. */
function bodiesWithEffect(mark: string): readonly { readonly blame: string; readonly body: unknown }[] {
  return [
    { blame: 'ADD-NOTE-08', body: { content: `${mark} `.padEnd(12_000, 'z') } },
    { blame: 'ADD-NOTE-05', body: { content: [mark] } },
    { blame: 'ADD-NOTE-09', body: { content: '', text: mark } },
  ]
}

/** What came of notes that are to be refused. */
interface Leftovers {
  readonly before: Answer
  readonly after: Answer
  readonly refused: readonly { readonly blame: string; readonly answer: Answer }[]
  /** A message that one of them left. */
  readonly left?: JsonObject
  /** Whether the message carries what was sent. */
  readonly certain: boolean
}

/**
 * Sends notes that are to be refused, and looks for what they left. A note without anything that was sent counts where there is one once
 * more after a second attempt: people write into conversations too.
 */
export async function messagesLeftByRefusals(ctx: NoteContext): Promise<Leftovers> {
  const first = await attemptNotes(ctx)
  return first.left === undefined || first.certain ? first : attemptNotes(ctx)
}

async function attemptNotes(ctx: NoteContext): Promise<Leftovers> {
  const { api, id } = placeOfRefusedNotes(ctx)
  const mark = ctx.mark()
  const before = (await api.conversation(id)).control()
  const refused = await Promise.all(
    bodiesWithEffect(mark).map(async ({ blame, body }) => ({ blame, answer: await refusedNote(ctx, body) })),
  )
  const after = (await api.conversation(id)).control()
  const news = newMessages(before, after)
  const ours = news.find(
    (message) =>
      JSON.stringify(message).includes(mark) || message['content'] === '' || message['content'] === null,
  )
  const left = ours ?? news.find(({ role }) => role === 'note')
  return { before, after, refused, certain: ours !== undefined, ...(left === undefined ? {} : { left }) }
}

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
export function expectSentNotes(
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
    .toSatisfy(left === undefined, 'no message of a refused note', () => quote(left?.item), {
      requirement: 'ADD-NOTE-11',
      also: left === undefined ? [] : [left.refusal],
      pointer: '/data/messages',
    })
}

/** Messages that a later look at a transcript shows, and an earlier one did not. */
export function newMessages(before: Answer, after: Answer): readonly JsonObject[] {
  const known = new Set(idsOf(objects(before.data['messages'])))
  return objects(after.data['messages']).filter((message) => !known.has(String(message['id'])))
}
