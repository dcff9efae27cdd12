/**
 * Updates and notes on conversations of every kind: two updates and a note, first in turn, in either order,
 * then at once; none may be lost. `stored.ts` judges the reads.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { strings } from '../../lib/engine/contract/json.ts'
import { TAGS } from '../../lib/engine/contract/request-bodies.ts'
import { EFFORT } from '../support/effort.ts'
import { type ChosenRow, writtenRows } from '../support/rows.ts'
import { mustBeAccepted } from './accepted.ts'
import { generatedBodies, type ValidBody } from './generated.ts'
import { expectAcceptedAsSent } from './shrunk.ts'
import { isShownAtOnce } from './stored.ts'
import { POST_NOTE } from './table.ts'

interface WrittenValues {
  readonly tags: readonly string[]
  readonly is_resolved: boolean
  readonly content: string
}

/**
 * Writes to some conversations of different kinds. As soon as a read does not show what was written just
 * before, nothing more is written to its conversation, so that later reads decide.
 */
export async function writeToEveryKind(ctx: Context<'noteTarget'>): Promise<void> {
  const { mark, settings } = ctx
  const rows = writtenRows(ctx)
  if (rows.length === 0) ctx.inconclusive('needs a further conversation')
  // How often writes meet on each conversation: once, unless there are few conversations.
  const rounds = Math.ceil(EFFORT.rounds / rows.length)
  const updates = await generatedBodies('ConversationPatch', mark, settings)
  const notes = await generatedBodies('MessageCreate', mark, {
    ...settings,
    mostInputs: settings.mostInputs ?? rows.length * (1 + rounds),
  })
  const contentOf = (index: number): string => String(notes[index % notes.length]?.['content'])
  await ctx.each(rows.entries(), async ([index, row]) => {
    const isEven = index % 2 === 0
    const inTurn = {
      tags: tagsIn(updates[index % updates.length], isEven),
      is_resolved: row.item['is_resolved'] !== true,
      content: contentOf(index),
    }
    // What is written last must cost nothing of what was written before.
    const order = isEven || row.item['message_count'] === 0 ? 'update first' : 'note first'
    if (!(await isStoredInTurn(ctx, row, inTurn, order))) return
    let last: WrittenValues = inTurn
    for (let round = 1; round <= (index < EFFORT.rounds ? rounds : 0); round++) {
      // If a tag of this run is back at the end, the update after it was undone. The first conversation ends
      // without tags.
      const isWithoutTags = index === 0 && round === rounds
      last = {
        tags: isWithoutTags ? [] : [mark()],
        is_resolved: !last.is_resolved,
        content: contentOf(index + rows.length * round),
      }
      if (!(await areStoredAtOnce(ctx, row, last))) return
    }
    if (index === rows.length - 1) await leaveOtherFlag(ctx, row, last.tags)
  })
}

/** The tags of a generated update. A tag may be sent twice, with others after it; whether both are kept is open. */
function tagsIn(update: ValidBody | undefined, isFirstRepeated: boolean): readonly string[] {
  const tags = strings(update?.['tags'])
  return isFirstRepeated ? [...tags.slice(0, 1), ...tags.slice(0, TAGS.most - 1)] : tags
}

/**
 * Leaves a conversation with a flag that it did not have before the run: filters must notice that. Its present
 * tags are sent again, which is no mistake.
 */
async function leaveOtherFlag(
  ctx: Context<never>,
  { item }: ChosenRow,
  tags: readonly string[],
): Promise<void> {
  const is_resolved = item['is_resolved'] !== true
  const answer = await ctx.api.patchConversation(String(item['id']), { tags, is_resolved })
  mustBeAccepted(ctx, answer, 'PATCH-CONVERSATION-01')
}

/**
 * Updates a conversation and adds a note, or the reverse, and reads both. If the note changes its conversation,
 * which is open, an update before it is sent again, without a note after it.
 * @returns whether both are accepted and shown at once
 */
async function isStoredInTurn(
  ctx: Context<never>,
  { item, words }: ChosenRow,
  { content, ...values }: WrittenValues,
  order: 'update first' | 'note first',
): Promise<boolean> {
  const { api } = ctx
  const id = String(item['id'])
  const annotate = (when: string): Promise<Answer> =>
    expectAcceptedAsSent(ctx, {
      name: 'MessageCreate',
      body: { content },
      send: async (body) => unlessDeleted(ctx, id, await api.addNote(id, body)),
      ruleOf: () => 'ADD-NOTE-01',
      words: when,
    })
  const update = (when: string): Promise<Answer> =>
    expectAcceptedAsSent(ctx, {
      name: 'ConversationPatch',
      body: values,
      send: async (body) => unlessDeleted(ctx, id, await api.patchConversation(id, body)),
      ruleOf: () => 'PATCH-CONVERSATION-01',
      words: when,
    })
  const before = ` for a conversation (${words})`
  const kind = values.is_resolved ? 'a resolved' : 'an open'
  const early = order === 'note first' ? await annotate(before) : undefined
  const updated = await update(early === undefined ? before : `${before}, after a note`)
  const note = early ?? (await annotate(` for ${kind} conversation (${words}), after an update of its tags`))
  if (updated.fate !== 'accepted' || note.fate !== 'accepted') return false
  if (isShownAtOnce(await api.conversation(id), [updated, note])) return true
  if (early !== undefined) return false
  await api.patchConversation(id, values)
  await api.conversation(id)
  return false
}

/** The answer to a write, unless it is a 404 because somebody has deleted the conversation. */
async function unlessDeleted(
  { api, inconclusive }: Pick<Context, 'api' | 'inconclusive'>,
  id: string,
  answer: Answer,
): Promise<Answer> {
  const isGone = answer.status === 404 && (await api.conversation(id)).status === 404
  return isGone ? inconclusive('a conversation was deleted in the meantime') : answer
}

/**
 * Sends an update of the flag, one of the tags, and a note at once.
 * @returns whether all are shown at once
 */
async function areStoredAtOnce(
  { api, expect }: Context<never>,
  { item }: ChosenRow,
  { tags, is_resolved, content }: WrittenValues,
): Promise<boolean> {
  const id = String(item['id'])
  const writes = await Promise.all([
    api.patchConversation(id, { is_resolved }),
    api.patchConversation(id, { tags }),
    api.addNote(id, { content }),
  ])
  for (const write of writes) {
    const { status = 0, exchange } = write.mustArrive()
    // A 400 is about the body, whatever else is sent meanwhile.
    const ofBody = exchange.operation === POST_NOTE ? 'ADD-NOTE-01' : 'PATCH-CONVERSATION-01'
    expect(write).toSatisfy(
      status < 500 && status !== 400,
      'status 200, to one of 3 writes to a conversation at the same time',
      `status ${write.status}`,
      {
        requirement: status === 400 ? ofBody : 'PATCH-CONVERSATION-17',
        status: write.status,
        also: writes.filter((one) => one !== write),
      },
    )
  }
  return isShownAtOnce(await api.conversation(id), writes)
}
