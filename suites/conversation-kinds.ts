/** Writes to conversations of every kind: what works on one must work on all. Specification part 4. */
import { suite } from '../lib/harness/context.ts'
import { conversationsOfEveryKind } from './steps/conversations/probe-workspace.ts'
import { expectInTranscript, observeSideEffect } from './steps/conversations/notes.ts'

const MISSING = 'needs a conversation in the second workspace'

/** Uses the second key: its requests do not count against the key under test. */
export default suite('Conversations of every kind', { phase: 'write', lane: 'stranger' }, (verify) => {
  verify(
    ['PATCH-CONVERSATION-01', 'PATCH-CONVERSATION-03'],
    'updates conversations of every kind',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, expect, each, inconclusive }) => {
      const items = conversationsOfEveryKind(world.discovery, 8)
      if (items.length === 0) inconclusive(MISSING)

      await each(items, async (item) => {
        const [id, was] = [String(item['id']), item['is_resolved'] === true]
        for (const value of [was, !was, was]) {
          // oxlint-disable-next-line no-await-in-loop -- each changes what the one before it set
          const answer = await stranger.patchConversation(id, { is_resolved: value })
          expect(answer).toAnswer(200)
          expect(answer).toShow('is_resolved', value, { requirement: 'PATCH-CONVERSATION-03' })
        }
      })
    },
  )

  verify(
    ['ADD-NOTE-01', 'ADD-NOTE-10', 'ADD-NOTE-13'],
    'adds notes to conversations of every kind',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, mark, expect, observe, each, inconclusive }) => {
      // Notes cannot be deleted, so a few must do.
      const items = conversationsOfEveryKind(world.discovery, 6)
      if (items.length === 0) inconclusive(MISSING)
      const theirs = { api: stranger, mark, expect, observe }

      await each(items, async (item) => {
        const [id, content] = [String(item['id']), mark()]
        const before = (await stranger.conversation(id)).control()
        const note = await theirs.api.addNote(id, { content })
        expect(note).toAnswer(200)
        const after = await stranger.conversation(id)
        expectInTranscript(theirs, after, { note, content })
        await observeSideEffect(theirs, id, note, before, after.control())
      })
    },
  )
})
