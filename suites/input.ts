/** Generated bodies, valid ones and ones with a single defect, and texts that services change. Parts 4 and 8. */
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { type Lane, suite } from '../lib/engine/case/suite.ts'
import { type BodyName, TAG_BOUNDS } from '../lib/engine/spec/request-bodies.ts'
import { withBadByte } from '../lib/engine/case/bodies.ts'
import { derived, open, section } from '../lib/engine/judge/rows.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'
import { leadsWithTexts, PARAGRAPHS, TEXTS, textsInParts, WHOLE_NOTES } from './input/texts.ts'
import { expectContent, transcriptWith } from './notes/transcripts.ts'
import { expectAccepted, expectListed } from './create-lead/stored.ts'
import { type State, unlikeState } from './support/conversations.ts'
import { noteTarget, updateTarget } from './support/written-conversations.ts'
import { leadWithConversation } from './support/linked-leads.ts'
import { expectStored } from './update-conversation/stored.ts'

export const rows = [
  ...section(
    { part: 4, section: 'POST /leads' },
    derived(
      'INPUT-03',
      'Body (LeadCreate)',
      'Every generated valid lead is accepted; every generated invalid one returns 400.',
      'The table of the body says which values are valid, in every combination.',
    ),
  ),
  ...section(
    { part: 4, section: 'PATCH /conversations/{id}' },
    derived(
      'INPUT-04',
      'Body (ConversationPatch)',
      'Every generated valid update is accepted and stored; every generated invalid one returns 400.',
      'The table of the body says which values are valid, in every combination.',
    ),
  ),
  ...section(
    { part: 4, section: 'POST /conversations/{id}/messages' },
    derived(
      'INPUT-05',
      'Body (MessageCreate)',
      'Every generated valid note is accepted; every generated invalid one returns 400.',
      'The description of the body says which contents are valid.',
    ),
  ),
  ...section(
    { part: 4, section: '', endpoint: '*' },
    open(
      'INPUT-08',
      'Request bodies are JSON',
      'Whether a body that is not UTF-8 is refused, or its invalid bytes are replaced.',
    ),
  ),
]

type Needed = 'updateTarget' | 'noteTarget' | 'chatbot' | 'conversationForLead'

type Ids = Readonly<Record<'valid' | 'invalid', JsonObject>>

const NO_IDS: Ids = { valid: {}, invalid: {} }

/** The three bodies of part 4: where each is sent, and the ids that it holds. */
const GENERATED: readonly {
  readonly requirement: string
  readonly name: BodyName
  readonly title: string
  readonly noun: string
  readonly lane: Lane
  readonly needs: readonly Needed[]
  /** The ids of valid bodies, and those of invalid ones. What is written to has to be there still. */
  readonly ids: (ctx: Context<Needed>) => Promise<Ids>
  readonly send: (ctx: Context<Needed>, body: JsonObject) => Promise<Answer>
}[] = [
  {
    requirement: 'INPUT-04',
    name: 'ConversationPatch',
    title: 'PATCH /conversations/{id}',
    noun: 'update',
    lane: 'conversation',
    needs: ['updateTarget'],
    ids: async (ctx) => {
      await updateTarget(ctx)
      return NO_IDS
    },
    send: ({ api, world }, body) => api.patchConversation(String(world.updateTarget['id']), body),
  },
  {
    requirement: 'INPUT-05',
    name: 'MessageCreate',
    title: 'Notes',
    noun: 'note',
    lane: 'note',
    needs: ['noteTarget'],
    ids: async (ctx) => {
      await noteTarget(ctx)
      return NO_IDS
    },
    send: ({ api, world }, body) => api.addNote(world.noteTarget, body),
  },
  {
    requirement: 'INPUT-03',
    name: 'LeadCreate',
    title: 'POST /leads',
    noun: 'lead',
    lane: 'lead',
    needs: ['chatbot', 'conversationForLead'],
    ids: async (ctx) => {
      // This conversation has its lead, so deduplication creates none.
      const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
      return { valid: { chatbot_id, conversation_id }, invalid: { chatbot_id: ctx.world.chatbot } }
    },
    send: ({ api }, body) => api.createLead(body),
  },
]

/** What refused bodies leave behind is judged with all other refusals at the end of a run. */
const generated = GENERATED.map(({ requirement, name, title, noun, lane, needs, send, ids }) =>
  suite(`${title} · generated`, { phase: 'write', lane, generated: true }, ({ verify }) => {
    verify(
      requirement,
      `${name === 'ConversationPatch' ? 'stores' : 'accepts'} every generated valid ${noun}`,
      { needs },
      async (ctx) => {
        const { seed, fuzzRuns } = settingsOf(ctx)
        const { validBodies } = await import('./input/bodies.ts')
        const known = { mark: ctx.mark(), fixed: (await ids(ctx)).valid }
        // A note cannot be deleted: one is enough.
        const bodies = validBodies(name, known, seed, name === 'MessageCreate' ? 1 : fuzzRuns)
        let last: Answer | undefined
        let state: State = {}
        // One after the other: updates of one conversation, and leads for one, would meet.
        for (const { value, replay } of bodies) {
          last = await send(ctx, value)
          ctx.expect(last).toHaveStatus([200], { replay })
          if (last.status === 200) state = { ...state, ...value }
        }

        if (last !== undefined && name === 'ConversationPatch')
          await expectStored(ctx, last, state, requirement)
      },
    )

    verify(requirement, `refuses every generated invalid ${noun}`, { needs }, async (ctx) => {
      const { seed, fuzzRuns } = settingsOf(ctx)
      const { defectiveBodies } = await import('./input/bodies.ts')
      const known = { mark: ctx.mark(), fixed: (await ids(ctx)).invalid }

      await ctx.each(defectiveBodies(name, known, seed, fuzzRuns), async ({ value, replay }) => {
        const { body, field, mistake, requirement: rule } = value
        const answer = (await send(ctx, body)).arrived()
        const { status } = answer
        // What is not a string is no id, and so an unknown one, too.
        const isRight = status === 400 || (status === 404 && field.endsWith('_id'))
        const received = (): string => `status ${status} to ${quote(body)}`
        for (const violated of [rule, requirement])
          ctx.expect(answer).toSatisfy(isRight, `status 400 (${field}: ${mistake})`, received, {
            requirement: violated,
            replay,
            pointer: `/${field}`,
            status,
          })
      })
    })
  }),
)

function settingsOf({ settings, inconclusive }: Context<Needed>): Context['settings'] {
  return settings.fuzzRuns === 0 ? inconclusive('generated tests are off (--fuzz-runs 0)') : settings
}

/** What is stored is what was sent. Whether outer blanks are kept is open: no text has any. */
const texts = [
  suite('Sample texts in tags', { phase: 'write', lane: 'conversation' }, ({ verify }) => {
    verify(
      ['PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
      'stores every sample text as a tag',
      { needs: ['updateTarget'] },
      async (ctx) => {
        const { id, api, expect } = await updateTarget(ctx)
        for (const tags of textsInParts(TAG_BOUNDS.most)) {
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

  suite('Sample texts in notes', { phase: 'write', lane: 'note' }, ({ verify }) => {
    verify(
      ['ADD-NOTE-03', 'ADD-NOTE-10', 'ADD-NOTE-01'],
      'stores every sample text in a note',
      { needs: ['noteTarget'] },
      async (ctx) => {
        const { api, expect, mark } = ctx
        const id = await noteTarget(ctx)
        const contents = [`${mark()}\n${TEXTS.join('\n')}`, `${mark()}${PARAGRAPHS}`, ...WHOLE_NOTES]
        const notes = await Promise.all(contents.map((content) => api.addNote(id, { content })))
        for (const note of notes) expect(note).toAnswer(200, { requirement: 'ADD-NOTE-01' })
        const transcript = await transcriptWith(ctx, id, ...notes)

        for (const note of notes) expectContent(ctx, transcript, note)
      },
    )
  }),

  suite('Sample texts in leads', { phase: 'write', lane: 'lead' }, ({ verify }) => {
    verify(
      ['CREATE-LEAD-02', 'CREATE-LEAD-03', 'CREATE-LEAD-04', 'CREATE-LEAD-01'],
      'stores sample texts in each field of a lead',
      { needs: ['chatbot'] },
      async (ctx) => {
        const bodies = leadsWithTexts(ctx.world.chatbot, ctx.mark)
        const created: Answer[] = []
        await ctx.each(bodies, async (body) => {
          created.push(await expectAccepted(ctx, body))
        })

        await expectListed(ctx, created)
      },
    )
  }),
]

const bytes = suite('Bytes that are not UTF-8', { phase: 'independent' }, ({ verify }) => {
  verify(
    'INPUT-08',
    'records the answers to a byte that is not UTF-8',
    { needs: ['writes', 'updateTarget', 'noteTarget', 'chatbot', 'conversationForLead'] },
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

export default [...generated, ...texts, bytes]
