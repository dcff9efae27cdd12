/** PATCH /conversations/{id}: accepted updates and their effect. Specification parts 2, 3, 4 and 8. */
import { suite } from '../lib/harness/context.ts'
import { reaches } from '../lib/harness/discovery.ts'
import {
  expectTags,
  updateTarget,
  expectStoredTags,
  expectNoFollower,
  expectRestUnchanged,
} from './steps/conversations/updates.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { dayAfter } from './lists/filter-values.ts'
import { quote } from '../lib/util/values.ts'

export default suite('PATCH /conversations/{id}', { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    ['PATCH-CONVERSATION-01', 'PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
    'replaces the tags',
    { needs: ['updateTarget'], cost: 5, smoke: true },
    async (ctx) => {
      const { id, api, expect, mark, before: earlier } = await updateTarget(ctx)
      const [first, second, third] = [mark(), `${mark()} A-b/c\\d 50%`, `${mark()} <é> & "x", 'y'`]
      const before = await api.patchConversation(id, { tags: [first, second] })
      const after = await api.patchConversation(id, { tags: [second, third, '0042', '42'] })
      const [detail, list] = await Promise.all([api.conversation(id), api.fullPage('GET /conversations')])

      expect(before).toAnswer(200)
      expect(after).toAnswer(200)
      expectTags(ctx, after, [second, third, '0042', '42'], { requirement: 'PATCH-CONVERSATION-02' })
      expectStoredTags(ctx, id, [second, third, '0042', '42'], { before: earlier, after, detail, list })

      // It started before this day and changed on it, or later: the oracle of filters sees whether `since` goes by the start.
      const since = dayAfter(earlier.data['created_at'])
      if (since !== undefined && Date.parse(since) < Date.now())
        await api.fullPage('GET /conversations', { since })
    },
  )

  verify(
    ['PATCH-CONVERSATION-03', 'PATCH-CONVERSATION-13', 'PATCH-CONVERSATION-14'],
    'sets is_resolved to true and to false',
    // Seven includes reading the other conversation, which the first case to update it does for all.
    { needs: ['updateTarget'], cost: 7 },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      const pages: Answer[] = []
      // The second update flips the flag whatever its value was, with tags beside it.
      for (const [value, tags] of [
        [before.data['is_resolved'] !== true, {}],
        [before.data['is_resolved'] === true, { tags: [mark()] }],
      ] as const) {
        const answer = await api.patchConversation(id, { is_resolved: value, ...tags })
        const [detail, list] = await Promise.all([
          api.conversation(id),
          api.fullPage('GET /conversations', { is_resolved: value }),
        ])

        pages.push(list)
        expect(answer).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
        expect(answer).toShow('is_resolved', value)
        expect(detail).toShow('is_resolved', value, {
          requirement: 'PATCH-CONVERSATION-13',
          also: [answer],
        })
        expect(list).toSatisfy(
          list.items.some((item) => item['id'] === id) || !reaches(list, before.data['created_at']),
          `the conversation among those with is_resolved ${value}`,
          'a list without the conversation',
          {
            requirement: 'PATCH-CONVERSATION-13',
            also: [answer],
          },
        )
      }
      expectNoFollower(ctx, pages)
    },
  )

  verify(
    'PATCH-CONVERSATION-14',
    'leaves alone what it does not name',
    { needs: ['updateTarget'], cost: 6 },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      const [first, second, third] = [[mark()], [mark(), mark()], [mark()]]
      const both = await api.patchConversation(id, { tags: first, is_resolved: false })
      expect(both).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })

      for (const [tags, resolved] of [
        [second, false],
        [third, true],
      ] as const) {
        const tagged = await api.patchConversation(id, { tags })
        expect(tagged).toAnswer(200)
        expect(tagged).toShow('is_resolved', resolved, { also: [both] })
        const flagged = await api.patchConversation(id, { is_resolved: !resolved })
        expect(flagged).toAnswer(200)
        expectTags(ctx, flagged, tags, { also: [tagged] })
      }
      const after = await api.conversation(id)
      expectTags(ctx, after, third, { also: [both] })
      expect(after).toShow('is_resolved', false, { also: [both] })
      expectRestUnchanged(ctx, before, after)
    },
  )

  verify(
    ['PATCH-CONVERSATION-16', 'PATCH-CONVERSATION-13'],
    'clears the tags with an empty array',
    { needs: ['updateTarget'], cost: 6 },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      await api.patchConversation(id, { tags: [mark()] })
      const beside = await api.patchConversation(id, { tags: [], is_resolved: true })
      await api.patchConversation(id, { tags: [mark()] })
      const cleared = await api.patchConversation(id, { tags: [] })
      const [detail, list] = await Promise.all([api.conversation(id), api.fullPage('GET /conversations')])

      for (const answer of [beside, cleared]) expect(answer).toAnswer(200)
      expect(list).toSatisfy(
        list.items.some((item) => item['id'] === id) || !reaches(list, before.data['created_at']),
        'the conversation without tags among the others',
        'a list without the conversation',
        {
          requirement: 'PATCH-CONVERSATION-13',
          also: [cleared, detail.control()],
        },
      )
      for (const answer of [beside, cleared, detail]) {
        const { tags } = answer.data
        expect(answer).toSatisfy(!Array.isArray(tags) || tags.length === 0, 'no tags', quote(tags), {
          also: [cleared],
          pointer: '/data/tags',
        })
      }
    },
  )
})
