/** What a transcript has to show of notes. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { askedId, dataOf, type Oracle, sentBody } from '../../lib/judge/oracle.ts'
import { count } from '../../lib/util/text.ts'
import { quote } from '../../lib/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { messagesOf } from '../support/conversations.ts'
import { isOdd } from '../support/leads.ts'
import { leftByRefusal } from '../support/marks.ts'

const NOTE = 'POST /conversations/{id}/messages'

/** Reads a conversation until its transcript holds some notes. */
export function transcriptWith(
  { api, eventually }: Pick<Context, 'api' | 'eventually'>,
  conversation: string,
  ...notes: readonly Answer[]
): Promise<Answer> {
  return eventually(
    () => api.conversation(conversation),
    (answer) => {
      const ids = new Set(idsOf(messagesOf(answer)))
      return notes.every(({ data }) => ids.has(String(data['id'])))
    },
  )
}

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
  { expect }: Pick<Context, 'expect'>,
  transcript: Answer,
  { note, content, times = 1 }: AddedNote,
): void {
  const messages = messagesOf(transcript.control())
  const stored = messages.find(({ id }) => id === note.data['id'])
  const same = messages.filter((message) => message['content'] === content)
  const blame = { requirement: 'ADD-NOTE-10', also: [note], pointer: '/data/messages' }
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
    expectContent({ expect }, transcript, note, content)
  }
  expect(transcript).toSatisfy(
    same.length <= times,
    `${count(times, 'message')} with this content`,
    count(same.length, 'message'),
    blame,
  )
}

/** Expects a transcript to show the content of a note that it holds. */
export function expectContent(
  { expect }: Pick<Context, 'expect'>,
  transcript: Answer,
  note: Answer,
  content: string,
): void {
  const shown = String(messagesOf(transcript).find(({ id }) => id === note.data['id'])?.['content'])
  const [wanted, actual] = differingLines(content, shown)
  expect(transcript).toSatisfy(wanted === actual, wanted, actual, {
    requirement: 'ADD-NOTE-10',
    also: [note],
    pointer: '/data/messages',
  })
}

/** The first line in which two contents differ, outer blanks apart, in words; two equal ones if there is none. */
function differingLines(sent: string, shown: string): readonly [wanted: string, actual: string] {
  const [wanted, actual] = [sent.trim().split('\n'), shown.trim().split('\n')]
  const index =
    wanted.length < actual.length ? wanted.length : wanted.findIndex((line, n) => line !== actual[n])
  const inWords = (content: string, line: string | undefined): string =>
    `${content.length} characters with the line ${quote(line)}`
  if (sent.trim() === shown.trim()) return ['the content that was sent', 'the content that was sent']
  return [inWords(sent, wanted[index]), inWords(shown, actual[index])]
}

/**
 * Observes whether a note changed the tags, the flag or the status of its conversation, and puts tags and flag back.
 */
export async function observeSideEffect(
  { api, observe }: Pick<Context, 'api' | 'observe'>,
  conversation: string,
  note: Answer,
  ...[before, after]: readonly [before: Answer, after: Answer]
): Promise<void> {
  const changed = (['tags', 'is_resolved', 'status'] as const).filter(
    (field) => quote(before.data[field]) !== quote(after.data[field]),
  )
  const what = changed.length === 0 ? 'tags, is_resolved and status unchanged' : changed.join(', ')
  observe('ADD-NOTE-13', `a note changes ${what}`, note, before, after)
  const { tags, is_resolved } = before.data
  if (changed.some((field) => field !== 'status'))
    await api.patchConversation(conversation, { tags: tags ?? [], is_resolved })
}

/** The conversations to which this run added notes with the key under test. */
export function wroteTo({ answersTo }: Pick<Context, 'answersTo'>): readonly string[] {
  const notes = answersTo(NOTE).filter(({ exchange, status }) => exchange.key === 'main' && status === 200)
  return [...new Set(notes.flatMap(({ exchange }) => askedId(exchange) ?? []))]
}

/** Expects a transcript to hold every note that the run added with the key under test, and none that was refused. */
export async function expectNotesKept(ctx: Context<never>, conversation: string): Promise<void> {
  const { api, expect, eventually, answersTo } = ctx
  const notes = answersTo(NOTE).filter(
    ({ exchange }) => askedId(exchange) === conversation && exchange.key === 'main',
  )
  const lostFrom = (answer: Answer): readonly Answer[] => {
    const kept = new Set(idsOf(messagesOf(answer)))
    // Of a long answer late in a run only the beginning is kept: it names no note.
    return notes.filter(({ data: { id } }) => typeof id === 'string' && !kept.has(id))
  }
  const transcript = await eventually(
    () => api.conversation(conversation),
    (answer) => lostFrom(answer).length === 0,
  )
  const [messages, lost] = [messagesOf(transcript.control()), lostFrom(transcript)]
  expect(transcript).toSatisfy(
    lost.length === 0,
    `note ${quote(lost[0]?.data['id'])}, as earlier in the run`,
    'a transcript without the note',
    { requirement: 'ADD-NOTE-10', also: lost, pointer: '/data/messages' },
  )
  const left = leftByRefusal(ctx, messages, notes)
  expect(transcript).toSatisfy(left === undefined, 'no message of a refused note', () => quote(left?.item), {
    requirement: 'ADD-NOTE-11',
    also: left && [left.refusal],
    pointer: '/data/messages',
  })
}

/** What a note says, the answer to it shows: the role `note`, the content, the time of the request. */
export const noteEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'POST /conversations/{id}/messages' || exchange.response?.status !== 200) return
  const data = dataOf(exchange)
  const { content } = sentBody(exchange)
  if (typeof data['role'] === 'string') {
    judgements.check(data['role'] === 'note', 'ADD-NOTE-02', 'role "note"', () => quote(data['role']), {
      pointer: '/data/role',
    })
  }
  judgeCreatedNow(exchange, judgements, 'ADD-NOTE-14')
  if (typeof content !== 'string' || isOdd(content) || typeof data['content'] !== 'string') return
  const [wanted, actual] = differingLines(content, data['content'])
  judgements.check(wanted === actual, 'ADD-NOTE-03', wanted, () => actual, { pointer: '/data/content' })
}
