/** Updates and notes on conversations of every kind, what became of them at the end, and bodies that are not UTF-8. Part 4. */
import { withBadByte } from '../lib/engine/case/bodies.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { cover, drawingBy } from '../lib/engine/case/cover.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { askedId } from '../lib/engine/judge/reading.ts'
import { statementsOf } from '../lib/engine/judge/rows.ts'
import { TAGS } from '../lib/engine/spec/request-bodies.ts'
import { given, quote } from '../lib/engine/util/values.ts'
import { expectInTranscript } from './notes/transcripts.ts'
import { leadWithConversation } from './support/linked-leads.ts'
import { expectState, expectUpdated, readStored } from './update-conversation/stored.ts'
import { expectStillWritten } from './writes/review.ts'
import { type ChosenRow, writtenRows } from './support/rows.ts'
import { PARAGRAPHS, TEXTS, WHOLE } from './writes/texts.ts'

export const theme = 'writes'

const anyBody = statementsOf({ part: 4, section: '', endpoint: '*' })

/** The sample texts in parts that leave room for two further tags. */
function tagTexts(): readonly (readonly string[])[] {
  const all = [...WHOLE, ...TEXTS]
  const parts = Math.ceil(all.length / (TAGS.most - 2))
  return Array.from({ length: parts }, (_, part) => all.filter((_text, index) => index % parts === part))
}

/** Lane of leads: what else is written to these conversations is written before. */
const ofEveryKind = suite(
  'Writes on conversations of every kind',
  { phase: 'write', lane: 'lead' },
  (verify) => {
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
        const { mark, settings } = ctx
        const rows = writtenRows(ctx)
        if (rows.length === 0) ctx.inconclusive('needs a further conversation')
        const drawn = cover({ tags: tagTexts(), content: [PARAGRAPHS, ...WHOLE] }, drawingBy(settings))
        const written: Written[] = []
        await ctx.each(rows.entries(), async ([index, row]) => {
          const { tags = [], content = mark() } = drawn[index] ?? {}
          // A tag may be named twice; whether it is kept twice is open.
          const twice = index % 2 === 0 ? tags.slice(0, 1) : []
          const one = await writeTo(ctx, row, { tags: [mark(), ...tags, ...twice], content })
          if (one !== undefined) written.push(one)
        })
        await expectTags(ctx, written)
      },
    )
  },
)

/** What was written to a conversation, and how it was shown then. */
interface Written {
  readonly update: Answer
  readonly tags: readonly string[]
  readonly detail: Answer
}

type Writing = Pick<Context, 'api' | 'expect' | 'eventually' | 'mark'>

/**
 * Adds a note to a conversation, then updates it, and expects to see both. The note comes first: whether it changes its
 * conversation is open.
 * @returns what was written, if it was accepted
 */
async function writeTo(
  ctx: Writing,
  { item, words }: ChosenRow,
  { tags, content }: { readonly tags: readonly string[]; readonly content: string },
): Promise<Written | undefined> {
  const id = String(item['id'])
  const state = { tags, is_resolved: item['is_resolved'] !== true }
  const note = await ctx.api.addNote(id, { content })
  const update = await expectUpdated(ctx, { id, words }, state)
  // It was deleted in the meantime.
  if (update === undefined) return undefined
  const isAdded = note.isAccepted
  ctx.expect(note).toSatisfy(isAdded, `status 200 for a conversation (${words})`, `status ${note.status}`, {
    requirement: 'ADD-NOTE-01',
    status: note.status,
  })
  const stored = update.isAccepted ? state : {}
  const detail = (await readStored(ctx, id, stored, ...(isAdded ? [note] : []))).control()
  const blame = { requirement: 'PATCH-CONVERSATION-13', also: [update, note] }
  expectState(ctx, [detail, detail.data], stored, blame)
  if (isAdded) expectInTranscript(ctx, detail, note)
  return update.isAccepted ? { update, tags, detail } : undefined
}

/**
 * Expects the tags of each conversation where other details show theirs. One answer may leave them out; that none shows
 * them means that they were not stored.
 */
async function expectTags(ctx: Writing, written: readonly Written[]): Promise<void> {
  const silent = written.filter(({ detail }) => !given(detail.data['tags']))
  for (const { update, tags } of silent.length < written.length ? silent : []) {
    const detail = await ctx.eventually(
      () => ctx.api.conversation(String(askedId(update.exchange))),
      ({ data }) => given(data['tags']),
    )
    const shown = detail.control().data['tags']
    ctx.expect(detail).toSatisfy(given(shown), `\`tags\` ${quote(tags)}`, quote(shown), {
      requirement: 'PATCH-CONVERSATION-13',
      also: [update],
      pointer: '/data/tags',
    })
  }
}

const afterwards = suite('Updates and notes · at the end', { phase: 'review' }, (verify) => {
  verify(
    ['ADD-NOTE-10', 'PATCH-CONVERSATION-13', 'ADD-NOTE-11'],
    'keeps every note and every update',
    { needs: ['writes', 'noteTarget'] },
    expectStillWritten,
  )
})

const bytes = suite('Bytes that are not UTF-8', { phase: 'independent' }, (verify) => {
  verify(
    anyBody.open(
      'INPUT-08',
      'Request bodies are JSON',
      'Whether a body that is not UTF-8 is refused, or its invalid bytes are replaced.',
    ),
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
