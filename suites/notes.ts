/** POST /conversations/{id}/messages: internal notes. Specification parts 2, 4 and 8. */
import { chosenUpdateTarget } from '../lib/engine/case/chosen.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { fateOf } from '../lib/engine/http/fate.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { dataOf } from '../lib/engine/judge/reading.ts'
import { about, major, statementsOf } from '../lib/engine/judge/rows.ts'
import { CONTENT } from '../lib/engine/contract/request-bodies.ts'
import { given, type JsonObject, objects, quote } from '../lib/engine/util/values.ts'
import { observeChanges } from './support/observed.ts'
import { expectUnknown } from './support/unknown.ts'
import { firstSeen, noteTarget, refusalTarget } from './support/written-conversations.ts'
import { type Invalid, invalidBodies } from './writes/invalid.ts'
import { expectRefused } from './writes/refused.ts'
import { LASTING, POST_NOTE } from './writes/table.ts'
import { mustBeAccepted } from './writes/accepted.ts'
import { FRAGMENTS, WHOLE } from './writes/fragments.ts'
import { steadyBefore } from './writes/looks.ts'
import { ofLength } from './writes/texts.ts'
import { expectMessages, expectUnchanged } from './writes/unchanged.ts'

export const theme = 'writes'

const part2 = statementsOf({ part: 2, section: 'Message', endpoint: POST_NOTE })
const part4 = statementsOf({ part: 4, section: POST_NOTE })
const part8 = statementsOf({ part: 8, section: '', endpoint: POST_NOTE })

/** Rules that the oracle of notes judges, and one that cannot be judged. */
export const rows = [
  about(
    'fields',
    part4.derived(
      'ADD-NOTE-14',
      'Response 200: { data: Message }',
      '`created_at` of a new note is the time of the request, in UTC.',
      'A timestamp that is hours off is likely local time labelled as UTC.',
      major('The note stands at the wrong place of the conversation, or on the wrong day.'),
    ),
  ),
  part4.excluded(
    'ADD-NOTE-90',
    'never shown to the visitor and never sent to the AI',
    'A note is never shown to the visitor and never sent to the AI.',
    'Neither the widget nor the AI can be seen through the API.',
  ),
]

const notes = suite(POST_NOTE, { phase: 'write', lane: 'note' }, (verify) => {
  verify(
    [
      about(
        'answers',
        part4.must(
          'ADD-NOTE-01',
          'Response 200: { data: Message }',
          'A valid note returns 200 with the new message.',
          major('The colleague who answers next does not read what an integration found out.'),
        ),
      ),
      part4.must(
        'ADD-NOTE-02',
        'The role is always note',
        'The role of the message is always `note`.',
        major('A message with another role can reach the visitor or the AI.'),
      ),
      part4.must(
        'ADD-NOTE-03',
        'Adds an internal note',
        'The message has the content that was sent.',
        major('A note that is cut or changed says something else than its author.'),
      ),
      part2.must(
        'ADD-NOTE-10',
        'A transcript includes visitor messages, AI replies, human-agent replies and internal notes',
        'After a note is added, the transcript has it once and still has every earlier message.',
        major('A lost note, or a lost message of the visitor, is lost work.'),
      ),
      part4.derived(
        'ADD-NOTE-12',
        'Adds an internal note',
        'A note appears in the transcript of its own conversation and in no other.',
        'The path says which conversation gets the note.',
        major('What is said of one customer stands in the conversation of another one.'),
      ),
      part4.open(
        'ADD-NOTE-13',
        'Adds an internal note',
        'Whether a note changes `tags`, `is_resolved` or `status` of its conversation.',
      ),
      part4.derived(
        'ADD-NOTE-15',
        'Adds an internal note',
        'A note leaves the chatbot, the visitor, the language and the creation time of its conversation unchanged.',
        'A note adds a message; these fields say how the conversation began.',
        major(
          'A conversation moves to another day, or to another visitor, because a colleague wrote about it.',
        ),
      ),
    ],
    'adds a note to the transcript',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const content = [mark(), ...FRAGMENTS].join('\n')
      const id = await noteTarget(ctx)
      const before = await firstSeen(ctx, id)
      const note = mustBeAccepted(ctx, await api.addNote(id, { content }), 'ADD-NOTE-01')
      const after = await api.conversation(id)

      expect(note).toHaveStatus([200])
      expectMessages(ctx, [before, after], {
        requirement: 'ADD-NOTE-10',
        words: ', as before the note',
        also: [note],
      })
      const isSteady = steadyBefore(ctx, note)
      expectUnchanged(ctx, [before, after], LASTING, {
        isLost: (name) => isSteady('GET /conversations/{id}', name),
        requirement: 'ADD-NOTE-15',
        words: ', as before the note',
        also: [note],
      })
      // If the workspace has only this conversation, updates of other cases change it meanwhile.
      if (chosenUpdateTarget(world.discovery)?.['id'] !== id)
        observeChanges(ctx, 'ADD-NOTE-13', ['tags', 'is_resolved', 'status'], [before, after])
      await lookElsewhere(ctx, before.data['chatbot_id'])
    },
  )

  verify(
    ['ADD-NOTE-02', 'ADD-NOTE-08', 'ADD-NOTE-09', 'ADD-NOTE-10'],
    'stores short, long and equal notes at once, one with a `role`',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, expect, mark } = ctx
      const id = await noteTarget(ctx)
      const content = mark()
      // The service sets both: the oracle of notes judges the result.
      const claims = { role: 'assistant', created_at: '2001-01-01T00:00:00Z' }
      const { length } = objects((await api.conversation(id)).mustBeUsable().data['messages'])
      const further = Array.from({ length: Math.max(0, LONG_TRANSCRIPT - length) }, (_, index) =>
        api.addNote(id, { content: WHOLE.at(-1 - index) ?? mark() }),
      )
      // A service that reads a transcript and writes it back as a whole loses one note.
      const [claiming, shortest, longest, ...equal] = await Promise.all([
        api.addNote(id, { content, ...claims }),
        api.addNote(id, { content: '0' }),
        api.addNote(id, { content: ofLength('content', CONTENT.most, mark()) }),
        api.addNote(id, { content }),
        api.addNote(id, { content }),
      ])
      // A service may refuse an unknown member.
      if (claiming.fate !== 'accepted') expect(claiming).toHaveStatus([200, 400])
      mustBeAccepted(ctx, shortest, 'ADD-NOTE-09')
      mustBeAccepted(ctx, longest, 'ADD-NOTE-08')
      for (const one of equal) mustBeAccepted(ctx, one, 'ADD-NOTE-01')
      for (const one of await Promise.all(further)) mustBeAccepted(ctx, one, 'ADD-NOTE-01')
      await api.conversation(id)
    },
  )
})

/** Pages of twenty messages are common: the transcript has more. The case itself adds at least four. */
const LONG_TRANSCRIPT = 17

/**
 * Reads a conversation in which a careless query may also find the note: of the same chatbot and visitor, of
 * the same chatbot, or any other. The oracle of misplaced texts judges the answer.
 */
async function lookElsewhere({ api, world }: Context<'noteTarget'>, chatbot: unknown): Promise<void> {
  const { items } = world.discovery.main.lists['GET /conversations']
  const others = items.filter(({ id }) => id !== world.noteTarget)
  const visitor = items.find(({ id }) => id === world.noteTarget)?.['visitor_id']
  const near = others.filter(({ chatbot_id }) => chatbot_id === chatbot)
  const isOfVisitor = (item: JsonObject): boolean => given(visitor) && item['visitor_id'] === visitor
  const other = [...near, ...others].find(isOfVisitor) ?? near[0] ?? others[0]
  if (other !== undefined) await api.conversation(String(other['id']))
}

const MISSING: readonly Invalid[] = Object.entries({
  absent: {},
  'absent, beside another field': { text: 'x' },
}).map(([words, body]) => ({ requirement: 'ADD-NOTE-04', field: 'content', words, body }))

const refusals = suite(`${POST_NOTE} · refusals`, { phase: 'refuse' }, (verify) => {
  verify(
    [
      part4.must(
        'ADD-NOTE-04',
        'content string, required',
        'A body without `content` returns 400.',
        major('A client with a misspelt field believes that its note was added.'),
      ),
      part4.must(
        'ADD-NOTE-05',
        'content string, required',
        'A `content` that is not a string returns 400.',
        major('The transcript holds a note that no client can show as text.'),
      ),
      part4.must(
        'ADD-NOTE-06',
        'Errors: 400',
        'A body that is not a JSON object returns 400.',
        major('What a lenient parser makes of a broken body is not what its sender meant.'),
      ),
      part8.must(
        'ADD-NOTE-08',
        'Note content',
        'A `content` of 10,000 characters is accepted; one of 10,001 returns 400.',
        major('Clients cut their notes at the stated bound, in characters and not in bytes.'),
      ),
      part8.must(
        'ADD-NOTE-09',
        'Note content',
        'A `content` of one character is accepted; an empty one returns 400.',
        major('An empty note tells the team that somebody wrote something that is lost.'),
      ),
      part4.must(
        'ADD-NOTE-11',
        'Errors: 400',
        'A refused note adds nothing to the transcript and changes nothing of the conversation.',
        major('A client sends a refused note again in another form, and the team reads it twice.'),
      ),
    ],
    'refuses invalid notes, and adds nothing',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, mark, world } = ctx
      const id = String(refusalTarget(ctx, 1, { id: world.noteTarget })['id'])
      const right = { content: mark() }
      const bodies = [
        ...MISSING,
        ...(await invalidBodies('MessageCreate', () => right, { ...ctx, bare: right.content })),
      ]
      await expectRefused(ctx, {
        bodies,
        send: (body) => api.addNote(id, body),
        conversation: id,
        untouched: 'ADD-NOTE-11',
      })
    },
  )

  verify(
    part4.must(
      'ADD-NOTE-07',
      'Errors: 400, 404',
      'An unknown conversation id returns 404.',
      major('An integration does not learn that its conversation was deleted.'),
    ),
    'returns 404 for an unknown id',
    { needs: ['noteTarget'] },
    (ctx) => expectUnknown(ctx, 'GET /conversations', (id) => ctx.api.addNote(id, { content: ctx.mark() })),
  )
})

export default [refusals, notes]

/** ADD-NOTE-02: whatever the body says, the answer shows a note. */
const noteRole: Oracle = (exchange, judgements) => {
  if (exchange.operation !== POST_NOTE || fateOf(exchange) !== 'accepted') return
  const { role } = dataOf(exchange)
  if (typeof role !== 'string') return
  judgements.check(role === 'note', 'ADD-NOTE-02', 'role "note"', () => quote(role), {
    pointer: '/data/role',
  })
}

export const oracles = [noteRole]
