import type { Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { addNote } from './notes.ts'
import { provingConversation } from './proving.ts'
import { newMessages } from './sent-notes.ts'

type Noting = Context<'notebook'>

/** Where notes are tried that are to be refused: a conversation of the other workspace, where there is one. */
function proving(ctx: Noting): { readonly api: Actor; readonly id: string; readonly spare: boolean } {
  const spare = provingConversation(ctx)
  return spare === undefined
    ? { api: ctx.api, id: ctx.world.notebook, spare: false }
    : { api: spare.actor, id: spare.id, spare: true }
}

/** Whether there is room to try more kinds of notes that are to be refused. */
export function hasSpare(ctx: Noting): boolean {
  return proving(ctx).spare
}

/** Tries a note that is to be refused. */
export async function refusedNote(ctx: Noting, body: unknown): Promise<Answer> {
  const { api, id } = proving(ctx)
  return addNote({ api, keep: ctx.keep }, id, body)
}

/** Bodies of which each would leave something, if it were carried out and then refused, with the requirement that says why it is. */
function leavers(mark: string): readonly { readonly blame: string; readonly body: unknown }[] {
  return [
    { blame: 'ADD-NOTE-08', body: { content: `${mark} `.padEnd(12_000, 'z') } },
    { blame: 'ADD-NOTE-05', body: { content: [mark] } },
    { blame: 'ADD-NOTE-09', body: { content: '', text: mark } },
  ]
}

/** What came of notes that are to be refused. */
interface Leaving {
  readonly before: Answer
  readonly after: Answer
  readonly refused: readonly { readonly blame: string; readonly answer: Answer }[]
  /** A message that one of them left. */
  readonly left?: Row
  /** Whether the message carries what was sent. */
  readonly certain: boolean
}

/**
 * Sends notes that are to be refused, and looks for what they left. A note without anything that was sent counts where there is one once
 * more after a second attempt: people write into conversations too.
 */
export async function leftByRefusals(ctx: Noting): Promise<Leaving> {
  const first = await attempt(ctx)
  return first.left === undefined || first.certain ? first : attempt(ctx)
}

async function attempt(ctx: Noting): Promise<Leaving> {
  const { api, id } = proving(ctx)
  const mark = ctx.mark()
  const before = (await api.conversation(id)).control()
  const refused = await Promise.all(
    leavers(mark).map(async ({ blame, body }) => ({ blame, answer: await refusedNote(ctx, body) })),
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
