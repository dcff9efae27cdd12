import { askedId } from '../../../lib/judge/oracle.ts'
import { objects, quote, text, type JsonObject } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/context.ts'
import { idsOf } from '../../../lib/harness/discovery.ts'
import { changedField, putBack } from './updates.ts'
import { LONGEST_NOTE } from '../../../lib/harness/writes.ts'
import type { Actor } from '../../../lib/harness/actor.ts'
import { conversationProbe } from './probe-workspace.ts'
import { leftByRefusal, refusalsByMark } from '../leads/refused-leads.ts'

/** A note that was added. */
interface AddedNote {
  /** The answer to the POST. */
  readonly note: Answer
  readonly content: string
  /** How many notes have this content; 1 by default. */
  readonly times?: number
}

/** Expects a transcript to hold a note with the returned id, role `note` and the content sent. */
export function expectInTranscript(
  ctx: Pick<Context, 'expect'>,
  transcript: Answer,
  { note, content, times = 1 }: AddedNote,
): void {
  const messages = objects(transcript.control().data['messages'])
  const stored = messages.find((message) => message['id'] === note.data['id'])
  const same = messages.filter((message) => message['content'] === content)
  const blame = {
    requirement: 'ADD-NOTE-10',
    also: [note],
  }
  const instead = otherConversation(transcript)
  const missing =
    same.length > 0 ? `the note under another id: ${quote(same[0]?.['id'])}` : 'a transcript without the note'
  ctx
    .expect(transcript)
    .toSatisfy(
      stored !== undefined && instead === undefined,
      `the note ${quote(note.data['id'])} among the messages`,
      instead === undefined ? missing : `the conversation ${quote(instead)}`,
      blame,
    )
  if (stored !== undefined) {
    ctx.expect(transcript).toSatisfy(stored['role'] === 'note', 'role "note"', () => quote(stored['role']), {
      ...blame,
    })
    ctx
      .expect(transcript)
      .toSatisfy(
        String(stored['content']).trim() === content.trim(),
        `the content that was sent, ${content.length} characters`,
        () => `${String(stored['content']).length} characters: ${quote(stored['content'])}`,
        { ...blame },
      )
  }
  ctx
    .expect(transcript)
    .toSatisfy(
      same.length <= times,
      times === 1 ? 'the note once' : `the note ${times} times`,
      `${same.length} times`,
      blame,
    )
}

/** The id of the conversation that was returned, if another one was asked for: what it shows proves nothing. */
function otherConversation({ exchange, data }: Answer): string | undefined {
  const asked = askedId(exchange)
  const shown = text(data['id'])
  return asked === undefined || shown === asked ? undefined : shown
}

/**
 * Observes whether a note changed the tags, the flag or the status of its conversation, and restores tags and flag.
 */
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

/** The conversation on which invalid notes are tried: one of the other workspace, if there is one. */
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

/** Whether a second key leaves room for more invalid notes. */
export function hasSecondWorkspace(ctx: NoteContext): boolean {
  return placeOfRefusedNotes(ctx).spare
}

/** Sends a note that must be refused. */
export async function refusedNote(ctx: NoteContext, body: unknown): Promise<Answer> {
  const { api, id } = placeOfRefusedNotes(ctx)
  return api.addNote(id, body)
}

/**
 * Invalid bodies with an effect that would show if they were carried out and then refused, with the requirement each
 * violates.
 */
function bodiesWithEffect(mark: string): readonly { readonly blame: string; readonly body: unknown }[] {
  return [
    { blame: 'ADD-NOTE-08', body: { content: `${mark} `.padEnd(LONGEST_NOTE + 2000, 'z') } },
    { blame: 'ADD-NOTE-05', body: { content: [mark] } },
    { blame: 'ADD-NOTE-09', body: { content: '', text: mark } },
  ]
}

/** What invalid notes left behind. */
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
 * Sends invalid notes and looks for messages they left. People write in conversations too, so a message without the
 * text sent counts only if a second attempt leaves one again.
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

/** The answers to the notes that this key added to a conversation before its transcript was read. */
function notesBefore({ answersTo }: Pick<Context, 'answersTo'>, { exchange }: Answer): readonly Answer[] {
  const path = `${exchange.request.path}/messages`
  return answersTo('POST /conversations/{id}/messages').filter(
    (note) =>
      note.exchange.request.path === path &&
      note.exchange.key === exchange.key &&
      note.exchange.id < exchange.id,
  )
}

/** Expects a transcript to hold every note that the run added before, and none that was refused. */
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
    .toSatisfy(
      lost === undefined,
      `the note ${quote(lost?.data['id'])}, as before`,
      'a transcript without the note',
      {
        requirement: 'ADD-NOTE-10',
        also: lost === undefined ? [] : [lost],
        pointer: '/data/messages',
      },
    )
  const left = leftByRefusal(ctx, messages, refusalsByMark(ctx, notes))
  ctx
    .expect(transcript)
    .toSatisfy(left === undefined, 'no message of a refused note', () => quote(left?.item), {
      requirement: 'ADD-NOTE-11',
      also: left === undefined ? [] : [left.refusal],
      pointer: '/data/messages',
    })
}

/** Messages that only the later of two transcripts holds. */
export function newMessages(before: Answer, after: Answer): readonly JsonObject[] {
  const known = new Set(idsOf(objects(before.data['messages'])))
  return objects(after.data['messages']).filter((message) => !known.has(String(message['id'])))
}
