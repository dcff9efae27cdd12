/** Updates and notes on conversations of every kind, what became of them at the end, and bodies that are not UTF-8. Part 4. */
import { withBadByte } from '../lib/engine/case/bodies.ts'
import { cover } from '../lib/engine/case/cover.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { statementsOf } from '../lib/engine/judge/rows.ts'
import { TAGS } from '../lib/engine/spec/request-bodies.ts'
import { expectInTranscript } from './notes/transcripts.ts'
import { leadWithConversation } from './support/linked-leads.ts'
import { expectState, expectUpdated, readStored } from './update-conversation/stored.ts'
import { expectStillWritten } from './writes/review.ts'
import { writtenRows } from './support/rows.ts'
import { PARAGRAPHS, TEXTS, WHOLE } from './writes/texts.ts'

const anyBody = statementsOf({ part: 4, section: '', endpoint: '*' })

/** The sample texts in parts that are as many tags as a conversation takes. */
function tagTexts(): readonly (readonly string[])[] {
  const all = [...WHOLE, ...TEXTS]
  const parts = Math.ceil(all.length / (TAGS.most - 1))
  return Array.from({ length: parts }, (_, part) => all.filter((_text, index) => index % parts === part))
}

/** Lane of leads: what else is written to these conversations is written before. */
const ofEveryKind = suite(
  'Writes on conversations of every kind',
  { phase: 'write', lane: 'lead' },
  ({ verify }) => {
    verify(
      [
        'PATCH-CONVERSATION-01',
        'PATCH-CONVERSATION-02',
        'PATCH-CONVERSATION-03',
        'PATCH-CONVERSATION-12',
        'PATCH-CONVERSATION-13',
        'PATCH-CONVERSATION-14',
        'ADD-NOTE-01',
        'ADD-NOTE-03',
        'ADD-NOTE-10',
      ],
      'stores updates and notes on conversations of every kind',
      { needs: ['noteTarget'] },
      async (ctx) => {
        const { api, mark, settings } = ctx
        const rows = writtenRows(ctx)
        if (rows.length === 0) ctx.inconclusive('needs a further conversation')
        const drawn = cover(
          { tags: tagTexts(), content: [PARAGRAPHS, ...WHOLE] },
          { seed: settings.seed, pairs: settings.inputs === 'pairs' },
        )
        await ctx.each(rows.entries(), async ([index, { item, words }]) => {
          const { tags = [], content = mark() } = drawn[index] ?? {}
          const id = String(item['id'])
          const state = { tags: [mark(), ...tags], is_resolved: item['is_resolved'] !== true }
          // The note comes first: whether it changes its conversation is open.
          const note = await api.addNote(id, { content })
          const updated = await expectUpdated(ctx, { id, words }, state)
          // It was deleted in the meantime.
          if (updated === undefined || (note.status === 404 && (await api.conversation(id)).status === 404))
            return
          const isAdded = note.isAccepted
          ctx
            .expect(note)
            .toSatisfy(isAdded, `status 200 for a conversation (${words})`, `status ${note.status}`, {
              requirement: 'ADD-NOTE-01',
              status: note.status,
            })
          const stored = updated.isAccepted ? state : {}
          const detail = (await readStored(ctx, id, stored, ...(isAdded ? [note] : []))).control()
          const blame = { requirement: 'PATCH-CONVERSATION-13', also: [updated, note] }
          expectState(ctx, [detail, detail.data], stored, blame)
          if (isAdded) expectInTranscript(ctx, detail, note)
        })
      },
    )
  },
)

const afterwards = suite('Updates and notes · at the end', { phase: 'review' }, ({ verify }) => {
  verify(
    ['ADD-NOTE-10', 'PATCH-CONVERSATION-13', 'ADD-NOTE-11'],
    'keeps every note and every update',
    { needs: ['writes', 'noteTarget'] },
    expectStillWritten,
  )
})

const bytes = suite('Bytes that are not UTF-8', { phase: 'independent' }, ({ rule, verify }) => {
  rule(
    anyBody.open(
      'INPUT-08',
      'Request bodies are JSON',
      'Whether a body that is not UTF-8 is refused, or its invalid bytes are replaced.',
    ),
  )
  verify(
    'INPUT-08',
    'records the answers to a byte that is not UTF-8',
    { needs: ['writes', 'updateTarget', 'noteTarget', 'conversationForLead'], deep: true },
    async (ctx) => {
      const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
      const tags = [ctx.mark()]
      const answers = {
        update: ctx.api.patchConversation(String(ctx.world.updateTarget['id']), withBadByte({ tags })),
        note: ctx.api.addNote(ctx.world.noteTarget, withBadByte({ content: ctx.mark() })),
        lead: ctx.api.createLead(withBadByte({ chatbot_id, conversation_id })),
      }

      for (const [body, sent] of Object.entries(answers)) {
        const answer = await sent
        ctx.observe('INPUT-08', `byte 0xFF in the member \`note\` of a ${body}: ${answer.status}`, answer)
      }
    },
  )
})

export default [ofEveryKind, afterwards, bytes]
