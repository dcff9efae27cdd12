/** Generated bodies, valid ones and ones with a single defect, and texts that services change. Parts 4 and 8. */
import type { Answer } from '../lib/harness/answer.ts'
import { asSent } from '../lib/harness/bodies.ts'
import { type Context, suite } from '../lib/harness/context.ts'
import type { Blame } from '../lib/harness/expect.ts'
import { TAG_BOUNDS } from '../lib/harness/writes.ts'
import { derived, section } from '../lib/judge/rows.ts'
import { quote } from '../lib/util/values.ts'
import type { DefectiveBody } from './input/defects.ts'
import { generator, type Sample } from './input/generator.ts'
import { LEADS_WITH_TEXTS, leadsWithTexts, PARAGRAPHS, TEXTS, WHOLE_NOTES } from './input/texts.ts'
import { transcriptWith } from './notes/transcripts.ts'
import { expectAccepted as expectLead, expectKept } from './create-lead/stored.ts'
import { messagesOf, type State, unlikeState, updateTarget } from './support/conversations.ts'
import { leadWithConversation } from './support/leads.ts'
import { expectStored } from './update-conversation/stored.ts'

export const rows = [
  ...section(
    { part: 4, section: 'POST /leads' },
    derived(
      'INPUT-03',
      'Body (LeadCreate)',
      'Every generated valid lead is accepted; every generated invalid one returns 400.',
      'The table of the body says which values are valid, in every combination.',
      ['CREATE-LEAD-01', 'CREATE-LEAD-02', 'CREATE-LEAD-03', 'CREATE-LEAD-09'],
    ),
  ),
  ...section(
    { part: 4, section: 'PATCH /conversations/{id}' },
    derived(
      'INPUT-04',
      'Body (ConversationPatch)',
      'Every generated valid update is accepted and stored; every generated invalid one returns 400.',
      'The table of the body says which values are valid, in every combination.',
      [
        'PATCH-CONVERSATION-01',
        'PATCH-CONVERSATION-07',
        'PATCH-CONVERSATION-13',
        'PATCH-CONVERSATION-14',
        'PATCH-CONVERSATION-16',
      ],
    ),
  ),
  ...section(
    { part: 4, section: 'POST /conversations/{id}/messages' },
    derived(
      'INPUT-05',
      'Body (MessageCreate)',
      'Every generated valid note is accepted; every generated invalid one returns 400.',
      'The description of the body says which contents are valid.',
      ['ADD-NOTE-01', 'ADD-NOTE-03', 'ADD-NOTE-06'],
    ),
  ),
]

const updates = suite(
  'PATCH /conversations/{id} · generated',
  { phase: 'write', lane: 'conversation', generated: true },
  (verify) => {
    verify(
      'INPUT-04',
      'stores every generated valid update',
      { needs: ['updateTarget'], cost: 6 },
      async (ctx) => {
        const { valid } = await generator(ctx)
        const { id, api, mark } = await updateTarget(ctx)
        let state: State = {}
        let last: Answer | undefined
        for (const { value, replay } of valid('ConversationPatch', { mark: mark(), fixed: {} })) {
          last = await api.patchConversation(id, value)
          expectAccepted(ctx, last, value, replay)
          state = { ...state, ...value }
        }

        if (last !== undefined) await expectStored(ctx, last, state, 'INPUT-04')
      },
    )

    verify(
      'INPUT-04',
      'refuses every generated invalid update, and changes nothing',
      { needs: ['updateTarget'], cost: 7 },
      async (ctx) => {
        const { defective } = await generator(ctx)
        const { id, api, expect, mark } = await updateTarget(ctx)
        const before = (await api.conversation(id)).control()
        const [tag, isResolved] = [mark(), before.data['is_resolved']]
        // A flag beside the defect would visibly change if the body were carried out.
        const known = { mark: tag, values: { is_resolved: isResolved !== true }, fixed: {} }
        const also = await sendDefective(ctx, defective('ConversationPatch', known), (body) =>
          api.patchConversation(id, body),
        )
        if (also === undefined) return

        const after = (await api.conversation(id)).control()
        const tags = quote(after.data['tags'], 5000)
        expect(after).toSatisfy(!tags.includes(tag), 'the tags from before the refused update', tags, {
          also,
          pointer: '/data/tags',
        })
        expect(after).toShow('is_resolved', isResolved, { also })
      },
    )
  },
)

const notes = suite('Notes · generated', { phase: 'write', lane: 'note', generated: true }, (verify) => {
  verify(
    'INPUT-05',
    'accepts every generated valid note',
    { needs: ['noteTarget'], cost: 1 },
    async (ctx) => {
      const { valid } = await generator(ctx)
      // Notes cannot be deleted: one for every ten inputs.
      const most = Math.ceil(ctx.settings.fuzzRuns / 10)

      await ctx.each(
        valid('MessageCreate', { mark: ctx.mark(), fixed: {} }, most),
        async ({ value, replay }) => {
          expectAccepted(ctx, await ctx.api.addNote(ctx.world.noteTarget, value), value, replay)
        },
      )
    },
  )

  verify(
    'INPUT-05',
    'refuses every generated invalid note, and leaves none',
    { needs: ['noteTarget'], cost: 6 },
    async (ctx) => {
      const { api, world, expect } = ctx
      const { defective } = await generator(ctx)
      const mark = ctx.mark()
      const also = await sendDefective(ctx, defective('MessageCreate', { mark, fixed: {} }), (body) =>
        api.addNote(world.noteTarget, body),
      )
      if (also === undefined) return

      const after = (await api.conversation(world.noteTarget)).control()
      const isLeft = JSON.stringify(after.data).includes(mark)
      expect(after).toSatisfy(
        !isLeft,
        'no message from a refused request',
        'a message from a refused request',
        {
          pointer: '/data/messages',
          also,
        },
      )
    },
  )
})

const leads = suite(
  'POST /leads · generated',
  { phase: 'write', lane: 'lead', generated: true },
  (verify) => {
    verify(
      'INPUT-03',
      'accepts every generated valid lead',
      { needs: ['conversationForLead'], cost: 5 },
      async (ctx) => {
        const { valid } = await generator(ctx)
        const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
        // This conversation already has its lead, so deduplication creates none.
        const known = { mark: ctx.mark(), fixed: { chatbot_id, conversation_id } }

        await ctx.each(valid('LeadCreate', known), async ({ value, replay }) => {
          expectAccepted(ctx, await ctx.api.createLead(value), value, replay)
        })
      },
    )

    verify(
      'INPUT-03',
      'refuses every generated invalid lead, and creates none',
      { needs: ['chatbot'], cost: 6 },
      async (ctx) => {
        const { api, world, expect } = ctx
        const { defective } = await generator(ctx)
        const mark = ctx.mark()
        // Two fields carry the mark, so a lead that is created in spite of its defect shows at least one.
        const fixed = { chatbot_id: world.chatbot, name: mark, status: mark }
        const samples = defective('LeadCreate', { mark, fixed, without: ['conversation_id'] })
        const also = await sendDefective(ctx, samples, (body) => api.createLead(body))
        if (also === undefined) return

        const newest = (await api.fullPage('GET /leads')).control()
        const left = newest.items.find((item) => JSON.stringify(item).includes(mark))
        expect(newest).toSatisfy(left === undefined, 'no lead from a refused request', () => quote(left), {
          also,
          requirement: 'CREATE-LEAD-28',
        })
      },
    )
  },
)

/** What is stored is what was sent. Whether outer blanks are kept is open: no text has any. */
const texts = [
  suite('Sample texts in tags', { phase: 'write', lane: 'conversation' }, (verify) => {
    verify(
      ['PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
      'stores every sample text as a tag',
      { needs: ['updateTarget'], cost: 8 },
      async (ctx) => {
        const { id, api, expect } = await updateTarget(ctx)
        for (const tags of chunks(TEXTS, TAG_BOUNDS.most)) {
          const answer = await api.patchConversation(id, { tags })
          const isKept = answer.status === 200 && unlikeState(answer.data, { tags }) === undefined
          // One by one, so that the text is named.
          for (const tag of isKept ? [] : tags) {
            const requirement = tag.length === 1 ? 'PATCH-CONVERSATION-12' : 'PATCH-CONVERSATION-01'
            expect(await api.patchConversation(id, { tags: [tag] })).toAnswer(200, { requirement })
          }
          // Each alone was accepted.
          expect(answer).toAnswer(200, { requirement: 'PATCH-CONVERSATION-10' })
          await expectStored(ctx, answer, { tags })
        }
      },
    )
  }),

  suite('Sample texts in notes', { phase: 'write', lane: 'note' }, (verify) => {
    verify(
      ['ADD-NOTE-03', 'ADD-NOTE-10', 'ADD-NOTE-01'],
      'stores every sample text in a note',
      { needs: ['noteTarget'], cost: 8 },
      async (ctx) => {
        const { api, world, expect, mark } = ctx
        const contents = [`${mark()}\n${TEXTS.join('\n')}`, `${mark()}${PARAGRAPHS}`, ...WHOLE_NOTES]
        const notes = await Promise.all(contents.map((content) => api.addNote(world.noteTarget, { content })))
        for (const note of notes) expect(note).toAnswer(200, { requirement: 'ADD-NOTE-01' })
        const transcript = await transcriptWith(ctx, world.noteTarget, ...notes)

        for (const [index, note] of notes.entries()) {
          const sent = contents[index] ?? ''
          for (const [answer, message] of [
            [note, note.data],
            [transcript, messagesOf(transcript).find(({ id }) => id === note.data['id'])],
          ] as const) {
            const [wanted, shown] = differingLines(sent, String(message?.['content']))
            expect(answer).toSatisfy(wanted === shown, `the line ${quote(wanted)}`, quote(shown), {
              requirement: answer === note ? 'ADD-NOTE-03' : 'ADD-NOTE-10',
              also: [note],
            })
          }
        }
      },
    )
  }),

  suite('Sample texts in leads', { phase: 'write', lane: 'lead' }, (verify) => {
    verify(
      ['CREATE-LEAD-02', 'CREATE-LEAD-03', 'CREATE-LEAD-04', 'CREATE-LEAD-01'],
      'stores sample texts in each field of a lead',
      { needs: ['chatbot'], cost: LEADS_WITH_TEXTS + 1 },
      async (ctx) => {
        const bodies = leadsWithTexts(ctx.world.chatbot, ctx.mark, ctx.settings.seed)
        const created: Answer[] = []
        await ctx.each(bodies, async (body) => {
          created.push(await expectLead(ctx, body))
        })

        await expectKept(ctx, created, {})
      },
    )
  }),
]

export default [updates, notes, leads, ...texts]

/** A list in parts of some length. */
function chunks<T>(items: readonly T[], length: number): T[][] {
  const parts = Math.ceil(items.length / length)
  return Array.from({ length: parts }, (_, part) => items.slice(part * length, (part + 1) * length))
}

/** The first line in which two texts differ, outer blanks of the texts apart; two equal ones if there is none. */
function differingLines(sent: string, shown: string): readonly [wanted?: string, shown?: string] {
  const [wanted, actual] = [sent.trim().split('\n'), shown.trim().split('\n')]
  const index = Math.max(
    wanted.findIndex((line, n) => line !== actual[n]),
    actual.length > wanted.length ? wanted.length : 0,
  )
  return [wanted[index], actual[index]]
}

/** Expects a valid body to be accepted. */
function expectAccepted(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  body: unknown,
  replay: Blame['replay'],
): void {
  const { status } = answer.arrived()
  expect(answer).toSatisfy(status === 200, 'status 200', `status ${status} to ${quote(body)}`, {
    status,
    replay,
  })
}

/**
 * Sends bodies with one defect each. Each is judged by the requirement that it violates, and by that of the case.
 * @returns the refusals; undefined if a body was accepted, which may have an effect
 */
async function sendDefective(
  { expect, each }: Pick<Context, 'expect' | 'each'>,
  samples: readonly Sample<DefectiveBody>[],
  send: (body: unknown) => Promise<Answer>,
): Promise<readonly Answer[] | undefined> {
  const refused: Answer[] = []
  await each(samples, async ({ value: { body, raw, defect }, replay }) => {
    const answer = (await send(asSent(body, raw === true))).arrived()
    const { status } = answer
    const isRight = status === 400 || (status === 404 && defect.notFoundIsOpen)
    const [whole, pointer] =
      defect.field === '' ? ['the body', undefined] : [defect.field, `/${defect.field}`]
    for (const requirement of [defect.requirement, undefined])
      expect(answer).toSatisfy(
        isRight,
        `status 400 (${whole}: ${defect.kind})`,
        () => `status ${status} to ${quote(body)}`,
        { requirement, replay, pointer, status },
      )
    if (answer.isRefusal) refused.push(answer)
  })
  return refused.length === samples.length ? refused : undefined
}
