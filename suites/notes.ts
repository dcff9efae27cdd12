/** POST /conversations/{id}/messages: internal notes. Specification parts 2, 4 and 8. */
import { absentId } from '../lib/harness/absent.ts'
import { noObjects } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/case.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { addNote, lostMessages, standsInTranscript } from '../lib/harness/notes.ts'
import { objects, quote } from '../lib/oracles/values.ts'

const REFUSED = [
  { requirement: 'ADD-NOTE-04', what: 'refuses a body without content', bodies: () => [{}] },
  {
    requirement: 'ADD-NOTE-05',
    what: 'refuses a content that is no string',
    bodies: (mark: string) => [{ content: 7 }, { content: null }, { content: [mark] }],
  },
  {
    requirement: 'ADD-NOTE-06',
    what: 'refuses a body that is no JSON object',
    bodies: (mark: string) => noObjects({ content: mark }),
  },
] as const

const notes = suite('POST /conversations/{id}/messages', { phase: 'write', lane: 'note' }, (verify) => {
  verify(
    ['ADD-NOTE-01', 'ADD-NOTE-02', 'ADD-NOTE-03', 'ADD-NOTE-10', 'ADD-NOTE-12'],
    'adds a note to the transcript',
    { needs: ['notebook'], cost: 4, smoke: true },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const content = `${mark()} note of a conformance run:\n5 > 3 & <b>"é"</b> 日本 https://example.com/?a=1#b`
      const before = (await api.conversation(world.notebook)).control()
      const note = await addNote(ctx, world.notebook, { content })
      const other = idsOf(world.discovery.main.lists['GET /conversations'].rows).find(
        (id) => id !== world.notebook,
      )
      const [after, elsewhere] = await Promise.all([
        api.conversation(world.notebook),
        other === undefined ? note : api.conversation(other),
      ])

      expect(note).toAnswer(200)
      standsInTranscript(ctx, after, note, content)
      const [lost] = lostMessages(before, after)
      expect(after).toSatisfy(
        lost === undefined,
        'every message that was there before',
        `message ${quote(lost)} is gone`,
        { requirement: 'ADD-NOTE-10', also: [before, note] },
      )
      const astray =
        other !== undefined &&
        objects(elsewhere.data['messages']).some((message) => message['content'] === content)
      expect(elsewhere).toSatisfy(!astray, 'no note of another conversation', 'the note', {
        requirement: 'ADD-NOTE-12',
        also: [note],
      })
    },
  )

  verify(
    'ADD-NOTE-02',
    'makes a note of what claims another role',
    { needs: ['notebook'], cost: 2 },
    async (ctx) => {
      const content = ctx.mark()
      const note = await addNote(ctx, ctx.world.notebook, { content, role: 'assistant' })
      const after = await ctx.api.conversation(ctx.world.notebook)

      ctx.expect(note).toRefuse([200, 400])
      if (note.status === 200) standsInTranscript(ctx, after, note, content)
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
    { needs: ['notebook'], cost: 3 },
    async (ctx) => {
      const longest = `${ctx.mark()} `.padEnd(10_000, 'x')
      const [note, beyond] = await Promise.all([
        addNote(ctx, ctx.world.notebook, { content: longest }),
        addNote(ctx, ctx.world.notebook, { content: `${ctx.mark()} `.padEnd(10_001, 'y') }),
      ])
      const after = await ctx.api.conversation(ctx.world.notebook)

      ctx.expect(note).toAnswer(200, { explainedBy: ['ADD-NOTE-01'] })
      ctx.expect(beyond).toRefuse([400], { refusedLike: 'ADD-NOTE-04' })
      standsInTranscript(ctx, after, note, longest)
    },
  )

  verify(
    'ADD-NOTE-09',
    'accepts one character, and no less',
    { needs: ['notebook'], cost: 2 },
    async (ctx) => {
      const [note, empty] = await Promise.all([
        addNote(ctx, ctx.world.notebook, { content: 'x' }),
        addNote(ctx, ctx.world.notebook, { content: '' }),
      ])

      ctx.expect(note).toAnswer(200, { explainedBy: ['ADD-NOTE-01'] })
      ctx.expect(empty).toRefuse([400], { refusedLike: 'ADD-NOTE-04' })
    },
  )

  verify('ADD-NOTE-11', 'leaves nothing where it refuses', { needs: ['notebook'], cost: 5 }, async (ctx) => {
    const { api, world, expect, mark, each } = ctx
    const text = mark()
    const before = (await api.conversation(world.notebook)).control()
    const mixed = [
      { blame: 'ADD-NOTE-08', body: { content: `${text} `.padEnd(10_001, 'z') } },
      { blame: 'ADD-NOTE-05', body: { content: [text] } },
      { blame: 'ADD-NOTE-09', body: { content: '', text } },
    ]
    const refused = await Promise.all(mixed.map(({ body }) => addNote(ctx, world.notebook, body)))
    const after = (await api.conversation(world.notebook)).control()

    await each(mixed.entries(), async ([index, { blame }]) => {
      expect(refused[index] ?? after).toRefuse([400], { requirement: blame, refusedLike: 'ADD-NOTE-04' })
    })
    const known = new Set(idsOf(objects(before.data['messages'])))
    const news = objects(after.data['messages']).filter((message) => !known.has(String(message['id'])))
    const ours = news.find(
      (message) =>
        JSON.stringify(message).includes(text) || message['content'] === '' || message['content'] === null,
    )
    expect(after).toSatisfy(ours === undefined, 'no message of ours', () => quote(ours), {
      also: [...refused, before],
      pointer: '/data/messages',
    })
  })
})

const refusals = suite('POST /conversations/{id}/messages · refusals', { phase: 'refuse' }, (verify) => {
  for (const { requirement, what, bodies } of REFUSED) {
    verify(requirement, what, { needs: ['notebook'], cost: bodies('').length }, async (ctx) => {
      await ctx.each<unknown>(bodies(ctx.mark()), async (body) => {
        ctx
          .expect(await addNote(ctx, ctx.world.notebook, body))
          .toRefuse([400], { refusedLike: 'ADD-NOTE-04' })
      })
    })
  }

  verify('ADD-NOTE-07', 'answers 404 for an id of nothing', { needs: ['notebook'], cost: 1 }, async (ctx) => {
    ctx.expect(await addNote(ctx, absentId(ctx.world.notebook), { content: ctx.mark() })).toRefuse([404])
  })
})

export default [refusals, notes]
