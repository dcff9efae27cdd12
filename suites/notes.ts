/** POST /conversations/{id}/messages: internal notes. Specification parts 2, 4 and 8. */
import { noObjects } from '../lib/engine/case/bodies.ts'
import { absentId } from '../lib/engine/case/absent-ids.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { updateTarget } from '../lib/engine/case/chosen.ts'
import { LONGEST_NOTE } from '../lib/engine/spec/request-bodies.ts'
import { derived, excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import {
  expectInTranscript,
  expectNoRefusedNote,
  expectNotesKept,
  expectNowhereElse,
  noteEcho,
  transcriptWith,
} from './notes/transcripts.ts'
import { expectMessagesKept, expectUntouched, observeChanges } from './support/conversations.ts'
import { noteTarget } from './support/written-conversations.ts'
import { askedId } from '../lib/engine/judge/reading.ts'

const NOTE = 'POST /conversations/{id}/messages'

export const rows = [
  ...section(
    { part: 4, section: NOTE },
    must('ADD-NOTE-01', 'Response 200: { data: Message }', 'A valid note returns 200 with the new message.'),
    must(
      'ADD-NOTE-02',
      'The role is always note',
      'The message has the role `note`, even if the body has another `role`.',
    ),
    must('ADD-NOTE-04', 'content string, required', 'A body without `content` returns 400.'),
    must('ADD-NOTE-05', 'content string, required', 'A `content` that is not a string returns 400.'),
    must('ADD-NOTE-06', 'Errors: 400', 'A body that is not a JSON object returns 400.'),
    must('ADD-NOTE-07', 'Errors: 400, 404', 'An unknown conversation id returns 404.'),
    must('ADD-NOTE-03', 'Adds an internal note', 'The message has the content that was sent.'),
    must(
      'ADD-NOTE-11',
      'Errors: 400',
      'A refused note adds nothing to the transcript and changes nothing of the conversation.',
    ),
    derived(
      'ADD-NOTE-12',
      'Adds an internal note',
      'A note appears in the transcript of its own conversation and in no other.',
      'The path says which conversation gets the note.',
    ),
    open(
      'ADD-NOTE-13',
      'Adds an internal note',
      'Whether a note changes `tags`, `is_resolved` or `status` of its conversation.',
    ),
    derived(
      'ADD-NOTE-14',
      'Response 200: { data: Message }',
      '`created_at` of a new note is the time of the request, in UTC.',
      'A timestamp that is hours off is likely local time labelled as UTC.',
    ),
    excluded(
      'ADD-NOTE-90',
      'never shown to the visitor and never sent to the AI',
      'A note is never shown to the visitor and never sent to the AI.',
      'Neither the widget nor the AI can be seen through the API.',
    ),
  ),
  ...section(
    { part: 8, section: '', endpoint: NOTE },
    must(
      'ADD-NOTE-08',
      'Note content',
      'A `content` of 10,000 characters is accepted; one of 10,001 returns 400.',
    ),
    must(
      'ADD-NOTE-09',
      'Note content',
      'A `content` of one character is accepted; an empty one returns 400.',
    ),
  ),
  ...section(
    { part: 2, section: 'Message', endpoint: NOTE },
    must(
      'ADD-NOTE-10',
      'A transcript includes visitor messages, AI replies, human-agent replies and internal notes',
      'After a note is added, the transcript has it once and still has every earlier message.',
    ),
  ),
]

/** A text with what markup, templates and escaping change. */
const LIVELY =
  'note of a conformance run:\n5 > 3 & <b>"é"</b> 日本 https://example.com/?a=1%202#b, ann@example.com, +1 555 0100, \'C:\\new\' 100%, **bold** _thin_ “so” ‘it’ – is… ~~gone~~ `code`\n- item'

const notes = suite(NOTE, { phase: 'write', lane: 'note' }, ({ verify }) => {
  verify(
    ['ADD-NOTE-01', 'ADD-NOTE-02', 'ADD-NOTE-03', 'ADD-NOTE-10', 'ADD-NOTE-12', 'ADD-NOTE-13'],
    'adds a note to the transcript',
    { needs: ['noteTarget'], smoke: true },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const content = `${mark()} ${LIVELY}`
      const before = (await api.conversation(world.noteTarget)).control()
      const note = await api.addNote(world.noteTarget, { content })
      const after = await transcriptWith(ctx, world.noteTarget, note)

      expect(note).toAnswer(200)
      // If the workspace has only this conversation, updates of other cases change it meanwhile.
      if (updateTarget(world.discovery)?.['id'] !== world.noteTarget)
        observeChanges(ctx, 'ADD-NOTE-13', ['tags', 'is_resolved', 'status'], [before, after.control()])
      expectInTranscript(ctx, after, note)
      expectMessagesKept(ctx, before, after, { requirement: 'ADD-NOTE-10', also: [before, note] })
      await expectNowhereElse(ctx, note, before.data['chatbot_id'])
    },
  )

  verify(
    ['ADD-NOTE-02', 'ADD-NOTE-10'],
    'stores the role `note` if the body has another `role`',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, expect, mark } = ctx
      const id = await noteTarget(ctx)
      const content = mark()
      // Equal notes at once are as many notes: a transcript that is read and written back whole loses one.
      const [claiming, ...plain] = await Promise.all([
        api.addNote(id, { content, role: 'assistant' }),
        api.addNote(id, { content }),
        api.addNote(id, { content }),
      ])
      for (const note of plain) expect(note).toAnswer(200, { requirement: 'ADD-NOTE-01' })
      // An unknown member may be refused.
      expect(claiming).toHaveStatus([200, 400])
      const added = [claiming, ...plain].filter(({ status }) => status === 200)
      const after = await transcriptWith(ctx, id, ...added)
      for (const note of added) expectInTranscript(ctx, after, note, 3)
    },
  )

  verify(
    'ADD-NOTE-08',
    'accepts 10,000 characters, refuses 10,001',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, expect, mark } = ctx
      const id = await noteTarget(ctx)
      const content = `${mark()} `.padEnd(LONGEST_NOTE, 'é')
      const beyond = `${mark()} `.padEnd(LONGEST_NOTE + 1, 'y')
      const [note, refused] = await Promise.all([
        api.addNote(id, { content }),
        api.addNote(id, { content: beyond }),
      ])

      expect(note).toAnswer(200)
      expect(refused).toRefuse([400])
      expectInTranscript(ctx, await transcriptWith(ctx, id, note), note)
    },
  )

  verify(
    'ADD-NOTE-09',
    'accepts one character, refuses an empty `content`',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, expect } = ctx
      const id = await noteTarget(ctx)
      const [note, empty] = await Promise.all([
        // A text that some languages take for nothing.
        api.addNote(id, { content: '0' }),
        api.addNote(id, { content: '' }),
      ])

      expect(note).toAnswer(200)
      expect(empty).toRefuse([400])
    },
  )
})

/** Invalid bodies for each requirement. */
const REFUSED: readonly {
  readonly requirement: string
  readonly title: string
  readonly bodies: (mark: string) => readonly object[]
}[] = [
  {
    requirement: 'ADD-NOTE-04',
    title: 'refuses a body without `content`',
    bodies: (mark) => [{}, { text: mark }],
  },
  {
    requirement: 'ADD-NOTE-05',
    title: 'refuses a `content` that is not a string',
    bodies: (mark: string) => [7, null, [mark]].map((content) => ({ content })),
  },
]

/** Invalid bodies that would leave a message if they were carried out and then refused. */
const LEAVING = (mark: string): readonly object[] => [
  { content: `${mark} `.padEnd(LONGEST_NOTE + 1, 'z') },
  { content: [mark] },
  { content: { text: mark } },
]

const refusals = suite(`${NOTE} · refusals`, { phase: 'refuse' }, ({ verify }) => {
  for (const { requirement, title, bodies } of REFUSED) {
    verify(requirement, title, { needs: ['noteTarget'] }, async (ctx) => {
      const { api: actor } = ctx
      const id = ctx.world.noteTarget

      await ctx.each<object>(bodies(ctx.mark()), async (body) => {
        ctx.expect(await actor.addNote(id, body)).toRefuse([400])
      })
    })
  }

  verify(
    'ADD-NOTE-06',
    'refuses a body that is not a JSON object',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api: actor } = ctx
      const id = ctx.world.noteTarget
      const content = ctx.mark()

      await ctx.each(noObjects({ content }, content), async (body) => {
        ctx.expect(await actor.addNote(id, body)).toRefuse([400])
      })
    },
  )

  verify(
    'ADD-NOTE-11',
    'adds nothing to the transcript when it refuses',
    { needs: ['noteTarget'] },
    async (ctx) => {
      // What refused writes of other cases have changed would not change again.
      const { api: actor } = ctx
      const id = ctx.world.noteTarget
      const before = (await actor.conversation(id)).control()
      const answers = await Promise.all(LEAVING(ctx.mark()).map((body) => actor.addNote(id, body)))
      const after = (await actor.conversation(id)).control()

      expectNoRefusedNote(ctx, after)
      // What was accepted is another violation, and has an effect.
      if (answers.every(({ isRefusal }) => isRefusal))
        expectUntouched(ctx, 'ADD-NOTE-11', answers, [before, after])
    },
  )

  verify(
    'ADD-NOTE-07',
    'returns 404 for an unknown id',
    { needs: ['noteTarget'] },
    async ({ api, world, expect, mark }) => {
      expect(
        await api.addNote(absentId(world.discovery, 'GET /conversations'), { content: mark() }),
      ).toRefuse([404])
    },
  )
})

const afterwards = suite(`${NOTE} · at the end`, { phase: 'review' }, ({ verify }) => {
  verify(
    'ADD-NOTE-10',
    'keeps every accepted note and no refused one',
    { needs: ['writes', 'noteTarget'] },
    async (ctx) => {
      const { noteTarget } = ctx.world
      const notes = ctx
        .answersTo(NOTE)
        .filter(({ exchange }) => exchange.key === 'main' && askedId(exchange) === noteTarget)
      if (notes.length === 0) ctx.inconclusive('needs a note that was added in this run')

      await expectNotesKept(ctx, noteTarget, notes)
    },
  )
})

export default [refusals, notes, afterwards]

export const plainAnswers = ['ADD-NOTE-01']

export const oracles = [noteEcho]
