/** Updates and notes on conversations of every kind, what became of them at the end, and bodies that are not UTF-8. Part 4. */
import { withBadByte } from '../lib/engine/case/bodies.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { cover, drawingBy } from '../lib/engine/case/cover.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { askedId } from '../lib/engine/judge/reading.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { TAGS } from '../lib/engine/spec/request-bodies.ts'
import { EFFORT } from './support/effort.ts'
import { type ChosenRow, writtenRows } from './support/rows.ts'
import { updateTarget } from './support/written-conversations.ts'
import { expectNothingLeft } from './writes/refused.ts'
import { POST_NOTE, PATCH_CONVERSATION, writeEcho } from './writes/shown.ts'
import { expectAccepted } from './writes/accepted.ts'
import { expectNoneLost, type SimultaneousWrites } from './writes/at-once.ts'
import { expectShown, lastingWrites } from './writes/stored.ts'
import { PARAGRAPHS, TEXTS, WHOLE } from './writes/texts.ts'

export const theme = 'writes'

const part3 = statementsOf({ part: 3, section: '', endpoint: PATCH_CONVERSATION })
const anyBody = statementsOf({ part: 4, section: '', endpoint: '*' })

/** The sample texts in parts that leave room for two further tags. */
function tagTexts(): readonly (readonly string[])[] {
  const all = [...WHOLE, ...TEXTS]
  const parts = Math.ceil(all.length / (TAGS.most - 2))
  return Array.from({ length: parts }, (_, part) => all.filter((_text, index) => index % parts === part))
}

/** Lane of linked leads: what else is written to these conversations is written before. */
const ofEveryKind = suite(
  'Writes on conversations of every kind',
  { phase: 'write', lane: 'linked lead' },
  (verify) => {
    verify(
      [
        'PATCH-CONVERSATION-01',
        'PATCH-CONVERSATION-02',
        'PATCH-CONVERSATION-03',
        'PATCH-CONVERSATION-12',
        'PATCH-CONVERSATION-13',
        'PATCH-CONVERSATION-14',
        part3.derived(
          'PATCH-CONVERSATION-17',
          'is_resolved set to the given boolean',
          'Simultaneous updates of different fields all take effect, and a simultaneous note undoes none.',
          'Each response says that its field was set, and nobody has set it to another value since.',
          major(
            'A colleague resolves a conversation while an integration tags it: the work of one of them is lost.',
          ),
        ),
        'ADD-NOTE-01',
        'ADD-NOTE-03',
        'ADD-NOTE-10',
      ],
      'stores updates and notes on conversations of every kind',
      { needs: ['noteTarget'] },
      async (ctx) => {
        const { mark, settings } = ctx
        const rows = writtenRows(ctx)
        if (rows.length === 0) ctx.inconclusive('needs a further conversation')
        // How often writes meet on each: once, unless there are few conversations.
        const rounds = Math.ceil(EFFORT.rounds / rows.length)
        const drawn = cover({ tags: tagTexts(), content: [PARAGRAPHS, ...WHOLE] }, drawingBy(settings))
        await ctx.each(rows.entries(), async ([index, row]) => {
          const { tags = [], content = mark() } = drawn[index] ?? {}
          // A tag may be named twice, with others behind it; whether it is kept twice is open.
          const twice = index % 2 === 0 ? tags.slice(0, 1) : []
          let is_resolved = row.item['is_resolved'] !== true
          const inTurn = { tags: [mark(), ...twice, ...tags], is_resolved, content }
          if (!(await isStoredInTurn(ctx, row, inTurn))) return
          // A tag of this run that is back at the end shows that the update after it was undone.
          for (let round = 0; round < rounds; round++) {
            is_resolved = !is_resolved
            await expectNoneLost(ctx, row.item, { tags: [mark()], is_resolved, content })
          }
        })
      },
    )
  },
)

/** An update of one field, or of one tag. */
interface Part {
  readonly tags?: readonly string[]
  readonly is_resolved?: boolean
}

/** The parts of an update: its flag, each of its tags, and each tag that it names twice. */
function partsOf({ tags, is_resolved }: Omit<SimultaneousWrites, 'content'>): readonly Part[] {
  const twice = tags.filter((tag, at) => tags.indexOf(tag) !== at)
  return [
    { is_resolved },
    ...[...new Set(tags)].map((tag) => ({ tags: [tag] })),
    ...twice.map((tag) => ({ tags: [tag, tag] })),
  ]
}

/**
 * Adds a note to a conversation, then updates it, and expects to see both. The note comes first, since a note may change its
 * conversation. Only a conversation without messages is updated first, because services may have rules of their own for empty
 * ones; its note is looked for at the end of the run.
 * @returns whether everything was accepted and is shown
 */
async function isStoredInTurn(
  ctx: Context<never>,
  { item, words }: ChosenRow,
  { content, ...body }: SimultaneousWrites,
): Promise<boolean> {
  const { api, expect, inconclusive } = ctx
  const id = String(item['id'])
  const unlessDeleted = async (answer: Answer): Promise<Answer> => {
    const isGone = answer.status === 404 && (await api.conversation(id)).status === 404
    return isGone ? inconclusive('a conversation was deleted in the meantime') : answer
  }
  const ofRow = ` for a conversation (${words})`
  const annotate = async (): Promise<Answer> => {
    const note = await unlessDeleted(await api.addNote(id, { content }))
    expect(note).toSatisfy(note.isAccepted, `status 200${ofRow}`, `status ${note.status}`, {
      requirement: 'ADD-NOTE-01',
      status: note.status,
    })
    return note
  }
  const update = (): Promise<Answer> =>
    expectAccepted(
      ctx,
      partsOf(body),
      async ([first, ...others]) =>
        unlessDeleted(await api.patchConversation(id, others.length > 0 ? body : first)),
      {
        requirement: 'PATCH-CONVERSATION-01',
        requirementOf: (part) =>
          part.tags?.[0]?.length === 1 ? 'PATCH-CONVERSATION-12' : 'PATCH-CONVERSATION-01',
        words: ofRow,
      },
    )
  const isEmpty = item['message_count'] === 0
  const writes = isEmpty ? [await update()] : [await annotate(), await update()]
  const accepted = writes.filter(({ isAccepted }) => isAccepted)
  const { faults } = await expectShown(ctx, () => api.conversation(id), accepted)
  if (isEmpty) await annotate()
  return writes.length === accepted.length && faults.length === 0
}

const afterwards = suite('Updates and notes · at the end', { phase: 'review' }, (verify) => {
  verify(
    ['ADD-NOTE-10', 'PATCH-CONVERSATION-13', 'ADD-NOTE-11'],
    'keeps every note and every update',
    { needs: ['writes', 'noteTarget'] },
    async (ctx) => {
      const writes = [PATCH_CONVERSATION, POST_NOTE]
        .flatMap(ctx.answersTo)
        .filter(({ exchange }) => exchange.key === 'main')
      const accepted = writes.filter(({ isAccepted }) => isAccepted)
      const ids = new Set(accepted.flatMap(({ exchange }) => askedId(exchange) ?? []))
      if (ids.size === 0) ctx.inconclusive('needs an update or a note of this run')
      await ctx.each(ids, async (id) => {
        const lasting = lastingWrites(writes.filter(({ exchange }) => askedId(exchange) === id))
        const { seen } = await expectShown(ctx, () => ctx.api.conversation(id), lasting, { isLater: true })
        expectNothingLeft(ctx, seen)
      })
    },
  )
})

// An update that is accepted changes its conversation: cases that compare it are in the same lane, or later.
const bytes = suite('Bytes that are not UTF-8', { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    anyBody.open(
      'INPUT-08',
      'Request bodies are JSON',
      'Whether a body that is not UTF-8 is refused, or its invalid bytes are replaced.',
    ),
    'records the answers to a byte that is not UTF-8',
    { needs: ['updateTarget'], deep: true },
    async (ctx) => {
      const { api } = ctx
      const { id } = await updateTarget(ctx)
      // This conversation has its lead, so nothing is created.
      const [known] = linkedLeads(ctx.world.discovery)
      const { chatbot_id, conversation_id } = known ?? {}
      const answers = {
        update: api.patchConversation(id, withBadByte({ tags: [ctx.mark()] })),
        note: api.addNote(id, withBadByte({ content: ctx.mark() })),
        ...(known && { lead: api.createLead(withBadByte({ chatbot_id, conversation_id })) }),
      }

      for (const [body, sent] of Object.entries(answers)) {
        const answer = await sent
        ctx.observe('INPUT-08', `byte 0xFF in the member \`note\` of a ${body}: ${answer.status}`, answer)
      }
    },
  )
})

export default [ofEveryKind, afterwards, bytes]

export const oracles = [writeEcho]
