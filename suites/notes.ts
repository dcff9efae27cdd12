/** POST /conversations/{id}/messages: internal notes. Specification parts 2, 4 and 8. */
import { absentId } from '../lib/harness/absent.ts'
import { NO_OBJECTS } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/case.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { objects, quote } from '../lib/oracles/values.ts'

const REFUSED = [
  ['ADD-NOTE-04', 'refuses a body without content', () => [{}]],
  [
    'ADD-NOTE-05',
    'refuses a content that is no string',
    (mark: string) => [{ content: 7 }, { content: null }, { content: [mark] }],
  ],
  ['ADD-NOTE-06', 'refuses a body that is no JSON object', () => NO_OBJECTS],
] as const

export default suite('POST /conversations/{id}/messages', { phase: 'write', lane: 'note' }, (verify) => {
  verify(
    ['ADD-NOTE-01', 'ADD-NOTE-02', 'ADD-NOTE-03', 'ADD-NOTE-10', 'ADD-NOTE-12'],
    'adds a note to the transcript',
    { needs: ['notebook'], cost: 3, smoke: true },
    async ({ api, world, expect, mark, keep }) => {
      const content = `${mark()} note of a conformance run`
      const before = (await api.conversation(world.notebook)).control()
      const note = await api.addNote(world.notebook, { content })
      const after = await api.conversation(world.notebook)
      if (note.status === 200)
        keep.created('note', String(note.data['id']), `in conversation ${world.notebook}`)

      expect(note).toAnswer(200)
      const messages = objects(after.data['messages'])
      const stored =
        messages.find((message) => message['id'] === note.data['id']) ??
        messages.find((message) => String(message['content']).includes(content))
      expect(after).toSatisfy(stored !== undefined, 'the note among the messages', 'it is not there', {
        requirement: 'ADD-NOTE-10',
        also: [note],
        explainedBy: ['CONVERSATION-12'],
      })
      expect(after).toSatisfy(stored?.['role'] === 'note', 'role "note"', () => quote(stored?.['role']), {
        requirement: 'ADD-NOTE-10',
        also: [note],
        explainedBy: ['ADD-NOTE-02', 'MESSAGE-02'],
      })
      expect(after).toSatisfy(
        String(stored?.['content']).trim() === content,
        `content ${quote(content)}`,
        () => quote(stored?.['content']),
        { requirement: 'ADD-NOTE-10', also: [note], explainedBy: ['ADD-NOTE-03'] },
      )
      const other = idsOf(world.discovery.main.lists['GET /conversations'].rows).find(
        (id) => id !== world.notebook,
      )
      const elsewhere = other === undefined ? note : await api.conversation(other)
      expect(elsewhere).toSatisfy(
        other === undefined || elsewhere.exchange.response?.text.includes(content) !== true,
        'no note of another conversation',
        'the note',
        { requirement: 'ADD-NOTE-12', also: [note] },
      )
      const kept = new Set(idsOf(messages))
      const lost = idsOf(objects(before.data['messages'])).find((id) => !kept.has(id))
      expect(after).toSatisfy(
        lost === undefined,
        'every message that was there before',
        `message ${quote(lost)} is gone`,
        { requirement: 'ADD-NOTE-10', also: [before, note] },
      )
    },
  )

  verify(
    'ADD-NOTE-02',
    'makes a note of what claims another role',
    { needs: ['notebook'], cost: 2 },
    async ({ api, world, expect, mark, keep }) => {
      const content = mark()
      const note = await api.addNote(world.notebook, { content, role: 'assistant' })
      const after = await api.conversation(world.notebook)
      if (note.status === 200)
        keep.created('note', String(note.data['id']), `in conversation ${world.notebook}`)

      expect(note).toRefuse([200, 400])
      const stored = objects(after.data['messages']).find((message) => message['content'] === content)
      expect(after).toSatisfy(
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
    async ({ api, world, expect, mark, keep }) => {
      const longest = `${mark()} `.padEnd(10_000, 'x')
      const [note, beyond] = await Promise.all([
        api.addNote(world.notebook, { content: longest }),
        api.addNote(world.notebook, { content: `${mark()} `.padEnd(10_001, 'y') }),
      ])
      const after = await api.conversation(world.notebook)
      if (note.status === 200)
        keep.created('note', String(note.data['id']), `in conversation ${world.notebook}`)

      expect(note).toAnswer(200, { explainedBy: ['ADD-NOTE-01'] })
      expect(beyond).toRefuse([400])
      const stored = objects(after.data['messages']).find((message) => message['id'] === note.data['id'])
      expect(after).toSatisfy(
        stored === undefined || String(stored['content']).length === 10_000,
        'the whole note',
        () => `${String(stored?.['content']).length} characters`,
        { also: [note], explainedBy: ['ADD-NOTE-03', 'ADD-NOTE-10'] },
      )
    },
  )

  verify(
    'ADD-NOTE-09',
    'accepts one character, and no less',
    { needs: ['notebook'], cost: 2 },
    async ({ api, world, expect, keep }) => {
      const [note, empty] = await Promise.all([
        api.addNote(world.notebook, { content: 'x' }),
        api.addNote(world.notebook, { content: '' }),
      ])
      if (note.status === 200)
        keep.created('note', String(note.data['id']), `in conversation ${world.notebook}`)

      expect(note).toAnswer(200, { explainedBy: ['ADD-NOTE-01'] })
      expect(empty).toRefuse([400])
    },
  )

  for (const [requirement, title, bodies] of REFUSED) {
    verify(
      requirement,
      title,
      { needs: ['notebook'], cost: bodies('').length },
      async ({ api, world, expect, each, mark }) => {
        await each<unknown>(bodies(`refused ${mark()}`), async (body) => {
          expect(await api.addNote(world.notebook, body)).toRefuse([400])
        })
      },
    )
  }

  verify(
    'ADD-NOTE-11',
    'leaves nothing where it refuses',
    { needs: ['notebook'], cost: 5 },
    async ({ api, world, expect, mark, inconclusive }) => {
      const text = mark()
      const before = (await api.conversation(world.notebook)).control()
      const refused = await Promise.all(
        [{ content: `${text} `.padEnd(10_001, 'z') }, { content: [text] }, { content: '', text }].map(
          (body) => api.addNote(world.notebook, body),
        ),
      )
      const after = (await api.conversation(world.notebook)).control()
      if (refused.some((answer) => answer.status === 200)) inconclusive('what should be refused was accepted')

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
    },
  )

  verify(
    'ADD-NOTE-07',
    'answers 404 for an id of nothing',
    { needs: ['notebook'], cost: 1 },
    async ({ api, world, expect, mark }) => {
      expect(await api.addNote(absentId(world.notebook), { content: mark() })).toRefuse([404])
    },
  )
})
