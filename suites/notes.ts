/** POST /conversations/{id}/messages: internal notes. Specification parts 2, 4 and 8. */
import { lostMessages } from './steps/conversations/updates.ts'
import { absentId } from '../lib/harness/chosen-items.ts'
import { noObjects } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { updateTargets } from '../lib/harness/needs.ts'
import {
  hasSecondWorkspace,
  expectSentNotes,
  observeSideEffect,
  messagesLeftByRefusals,
  refusedNote,
  expectInTranscript,
} from './steps/conversations/notes.ts'
import { LONGEST_NOTE } from '../lib/harness/writes.ts'
import { objects, quote } from '../lib/util/values.ts'

/** Invalid bodies that are always sent, and further ones where a second key spares the first. */
const REFUSED = [
  {
    requirement: 'ADD-NOTE-04',
    what: 'refuses a body without content',
    bodies: () => [{}],
    further: () => [],
  },
  {
    requirement: 'ADD-NOTE-05',
    what: 'refuses a content that is no string',
    bodies: (mark: string) => [{ content: 7 }, { content: null }, { content: [mark] }],
    further: (mark: string) => [{ content: true }, { content: { text: mark } }],
  },
] as const

const notes = suite('POST /conversations/{id}/messages', { phase: 'write', lane: 'note' }, (verify) => {
  verify(
    ['ADD-NOTE-01', 'ADD-NOTE-02', 'ADD-NOTE-03', 'ADD-NOTE-10', 'ADD-NOTE-12', 'ADD-NOTE-13'],
    'adds a note to the transcript',
    { needs: ['noteTarget'], cost: 5, smoke: true },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const content = `${mark()} note of a conformance run:\n5 > 3 & <b>"é"</b> 日本 https://example.com/?a=1%202#b, ann@example.com, +1 555 0100, 'C:\\new' 100%, **bold** _thin_ “so” ‘it’ – is… ~~gone~~ \`code\`\n- item`
      const before = (await api.conversation(world.noteTarget)).control()
      const note = await ctx.api.addNote(world.noteTarget, { content })
      const { items } = world.discovery.main.lists['GET /conversations']
      const others = items.filter(({ id }) => id !== world.noteTarget)
      const sibling = others.find(({ chatbot_id: chatbot }) => chatbot === before.data['chatbot_id'])
      const neighbours = new Set([...idsOf(others).slice(0, 1), ...idsOf(sibling ? [sibling] : [])])
      const [after, ...elsewhere] = await Promise.all([
        api.conversation(world.noteTarget),
        ...[...neighbours].map((id) => api.conversation(id)),
      ])

      expect(note).toAnswer(200)
      // If the workspace has only this conversation, updates of other cases change it meanwhile.
      if (updateTargets(world.discovery).every(({ id }) => id !== world.noteTarget))
        await observeSideEffect(ctx, world.noteTarget, note, before, after.control())
      expectInTranscript(ctx, after, { note, content })
      const [lost] = lostMessages(before, after)
      expect(after).toSatisfy(
        lost === undefined,
        'every message that was there before',
        `message ${quote(lost)} is gone`,
        { requirement: 'ADD-NOTE-10', also: [before, note] },
      )
      for (const neighbour of elsewhere) {
        const astray = objects(neighbour.data['messages']).some((message) => message['content'] === content)
        expect(neighbour).toSatisfy(!astray, 'no note of another conversation', 'the note', {
          requirement: 'ADD-NOTE-12',
          also: [note],
        })
      }
    },
  )

  verify(
    ['ADD-NOTE-02', 'ADD-NOTE-10'],
    'makes a note of what claims another role',
    { needs: ['noteTarget'], cost: 4 },
    async (ctx) => {
      const content = ctx.mark()
      // Identical notes at once are as many notes: a transcript that is read and written back whole loses one. The first may be refused.
      const [note, ...plain] = await Promise.all([
        ctx.api.addNote(ctx.world.noteTarget, { content, role: 'assistant' }),
        ctx.api.addNote(ctx.world.noteTarget, { content }),
        ctx.api.addNote(ctx.world.noteTarget, { content }),
      ])
      const after = await ctx.api.conversation(ctx.world.noteTarget)

      ctx.expect(note).toHaveStatus([200, 400])
      for (const one of plain) ctx.expect(one).toAnswer(200, { requirement: 'ADD-NOTE-01' })
      for (const one of [note, ...plain].filter(({ status }) => status === 200))
        expectInTranscript(ctx, after, { note: one, content, times: 3 })
      const stored = objects(after.data['messages']).find((message) => message['content'] === content)
      ctx
        .expect(after)
        .toSatisfy(
          stored === undefined || stored['role'] === 'note',
          'role "note"',
          () => quote(stored?.['role']),
          { also: [note] },
        )
    },
  )

  verify(
    'ADD-NOTE-08',
    'accepts 10,000 characters, and no more',
    { needs: ['noteTarget'], cost: 3, reviews: ['POST /conversations/{id}/messages'] },
    async (ctx) => {
      const longest = `${ctx.mark()} `.padEnd(LONGEST_NOTE, 'é')
      const [note, beyond] = await Promise.all([
        ctx.api.addNote(ctx.world.noteTarget, { content: longest }),
        ctx.api.addNote(ctx.world.noteTarget, { content: `${ctx.mark()} `.padEnd(LONGEST_NOTE + 1, 'y') }),
      ])
      const after = await ctx.api.conversation(ctx.world.noteTarget)

      ctx.expect(note).toAnswer(200)
      ctx.expect(beyond).toRefuse([400])
      expectInTranscript(ctx, after, { note, content: longest })
      expectSentNotes(ctx, after)
    },
  )

  verify(
    'ADD-NOTE-09',
    'accepts one character, and no less',
    { needs: ['noteTarget'], cost: 2 },
    async (ctx) => {
      // Resolved conversations accept notes too.
      const { items } = ctx.world.discovery.main.lists['GET /conversations']
      const [resolved] = idsOf(items.filter((item) => item['is_resolved'] === true))
      const [note, empty] = await Promise.all([
        // A text that some languages take for nothing.
        ctx.api.addNote(resolved ?? ctx.world.noteTarget, { content: '0' }),
        ctx.api.addNote(ctx.world.noteTarget, { content: '' }),
      ])

      ctx.expect(note).toAnswer(200)
      ctx.expect(empty).toRefuse([400])
    },
  )
})

const refusals = suite('POST /conversations/{id}/messages · refusals', { phase: 'refuse' }, (verify) => {
  for (const { requirement, what, bodies, further } of REFUSED) {
    verify(requirement, what, { needs: ['noteTarget'], cost: bodies('').length }, async (ctx) => {
      const mark = ctx.mark()
      const tried = [...bodies(mark), ...(hasSecondWorkspace(ctx) ? further(mark) : [])]
      await ctx.each<unknown>(tried, async (body) => {
        ctx.expect(await refusedNote(ctx, body)).toRefuse([400])
      })
    })
  }

  verify(
    'ADD-NOTE-06',
    'refuses a body that is no JSON object',
    { needs: ['noteTarget'], cost: 8 },
    async (ctx) => {
      const content = ctx.mark()
      await ctx.each(noObjects({ content }, content), async (body) => {
        const refused = await ctx.api.addNote(ctx.world.noteTarget, body)
        ctx.expect(refused).toRefuse([400])
      })
    },
  )

  verify(
    'ADD-NOTE-11',
    'leaves nothing where it refuses',
    { needs: ['noteTarget'], cost: 5 },
    async (ctx) => {
      const { before, after, refused, left } = await messagesLeftByRefusals(ctx)

      await ctx.each(refused, async ({ blame, answer }) => {
        ctx.expect(answer).toRefuse([400], { requirement: blame })
      })
      ctx.expect(after).toSatisfy(left === undefined, 'no message of ours', () => quote(left), {
        also: [...refused.map(({ answer }) => answer), before],
        pointer: '/data/messages',
      })
    },
  )

  verify(
    'ADD-NOTE-07',
    'answers 404 for an id of nothing',
    { needs: ['noteTarget'], cost: 1 },
    async (ctx) => {
      ctx
        .expect(await ctx.api.addNote(absentId(ctx.world.noteTarget), { content: ctx.mark() }))
        .toRefuse([404])
    },
  )
})

export default [refusals, notes]
