/** Writing to conversations of every kind: what is done for one has to be done for all. Specification part 4. */
import { suite } from '../lib/harness/case.ts'
import { conversationsOfEveryKind } from '../lib/harness/kinds.ts'
import { WHOSE } from '../lib/oracles/filters.ts'
import { addNote, standsInTranscript } from '../lib/harness/notes.ts'

/** A conversation of another workspace in their list is none that they can write to. */
const NOT_THEIRS = [WHOSE['GET /conversations']]
const MISSING = 'needs a conversation in the second workspace'

/** Tried by the second key: requests of the key under test are dear. */
export default suite('Conversations of every kind', { phase: 'write', lane: 'stranger' }, (verify) => {
  verify(
    ['PATCH-CONVERSATION-01', 'PATCH-CONVERSATION-03'],
    'updates conversations of every kind',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, expect, each, inconclusive }) => {
      const rows = conversationsOfEveryKind(world.discovery, 8)
      if (rows.length === 0) inconclusive(MISSING)

      await each(rows, async ({ id, is_resolved: resolved }) => {
        // The flag that it has: nothing has to be put back.
        const answer = await stranger.patchConversation(String(id), { is_resolved: resolved === true })

        expect(answer).toAnswer(200, { explainedBy: NOT_THEIRS })
        expect(answer).toShow('is_resolved', resolved === true, { requirement: 'PATCH-CONVERSATION-03' })
      })
    },
  )

  verify(
    ['ADD-NOTE-01', 'ADD-NOTE-10'],
    'adds notes to conversations of every kind',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, keep, mark, expect, each, inconclusive }) => {
      // A note stays for ever: a few will do.
      const rows = conversationsOfEveryKind(world.discovery, 6)
      if (rows.length === 0) inconclusive(MISSING)

      await each(rows, async ({ id }) => {
        const content = mark()
        const note = await addNote({ api: stranger, keep }, String(id), { content })
        expect(note).toAnswer(200, { explainedBy: NOT_THEIRS })
        standsInTranscript({ expect }, await stranger.conversation(String(id)), note, content)
      })
    },
  )
})
