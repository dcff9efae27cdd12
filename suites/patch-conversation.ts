/** PATCH /conversations/{id}: what is accepted, and what it does. Specification parts 2, 3, 4 and 8. */
import { suite } from '../lib/harness/case.ts'
import { patient, showsTags } from '../lib/harness/patient.ts'
import { firstDifference } from '../lib/harness/comparing.ts'
import { quote } from '../lib/oracles/values.ts'

const STABLE = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

export default suite('PATCH /conversations/{id}', { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    ['PATCH-CONVERSATION-01', 'PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
    'replaces the tags',
    { needs: ['patient'], cost: 5, smoke: true },
    async (ctx) => {
      const { id, api, expect, mark } = await patient(ctx)
      const [first, second, third] = [mark(), mark(), mark()]
      const before = await api.patchConversation(id, { tags: [first, second] })
      const after = await api.patchConversation(id, { tags: [second, third] })
      const [detail, list] = await Promise.all([api.conversation(id), api.conversations({ limit: 100 })])

      expect(before).toAnswer(200)
      expect(after).toAnswer(200)
      showsTags(ctx, after, after.data, [second, third], { requirement: 'PATCH-CONVERSATION-02' })
      showsTags(ctx, detail, detail.data, [second, third], {
        requirement: 'PATCH-CONVERSATION-13',
        also: [after],
        explainedBy: ['PATCH-CONVERSATION-02'],
      })
      showsTags(
        ctx,
        list,
        list.rows.find((row) => row['id'] === id),
        [second, third],
        { requirement: 'PATCH-CONVERSATION-13', also: [after], explainedBy: ['PATCH-CONVERSATION-02'] },
      )
      const field = firstDifference('Conversation', after.data, detail.data)
      expect(after).toSatisfy(
        field === undefined || field === 'updated_at',
        `${field} ${quote(detail.data[field ?? ''])}, as in the detail`,
        quote(after.data[field ?? '']),
        {
          requirement: 'PATCH-CONVERSATION-13',
          also: [detail],
          pointer: `/data/${field}`,
          explainedBy: ['PATCH-CONVERSATION-02', 'GET-CONVERSATION-04'],
        },
      )
    },
  )

  verify(
    ['PATCH-CONVERSATION-03', 'PATCH-CONVERSATION-13'],
    'sets is_resolved to true and to false',
    { needs: ['patient'], cost: 7 },
    async (ctx) => {
      const { id, api, expect, before } = await patient(ctx)
      for (const value of [before.data['is_resolved'] !== true, before.data['is_resolved'] === true]) {
        const answer = await api.patchConversation(id, { is_resolved: value })
        const [detail, list] = await Promise.all([
          api.conversation(id),
          api.conversations({ limit: 100, is_resolved: value }),
        ])

        expect(answer).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
        expect(answer).toShow('is_resolved', value)
        expect(detail).toShow('is_resolved', value, { requirement: 'PATCH-CONVERSATION-13', also: [answer] })
        expect(list).toSatisfy(
          list.rows.some((row) => row['id'] === id) || list.rows.length >= 100,
          `the conversation among those with is_resolved ${value}`,
          'it is not there',
          { requirement: 'PATCH-CONVERSATION-13', also: [answer], explainedBy: ['LIST-CONVERSATIONS-22'] },
        )
      }
    },
  )

  verify(
    'PATCH-CONVERSATION-14',
    'leaves alone what it does not name',
    { needs: ['patient'], cost: 5 },
    async (ctx) => {
      const { id, api, expect, mark, before } = await patient(ctx)
      const tags = [mark(), mark()]
      const resolved = before.data['is_resolved'] !== true
      const both = await api.patchConversation(id, { tags, is_resolved: resolved })
      expect(both).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
      const set = await api.conversation(id)
      showsTags(ctx, set, set.data, tags, { requirement: 'PATCH-CONVERSATION-13', also: [both] })

      await api.patchConversation(id, { is_resolved: !resolved })
      const flipped = await api.conversation(id)
      showsTags(ctx, flipped, flipped.data, tags, { also: [both] })
      const other = await api.patchConversation(id, { tags: [mark()] })
      const tagged = await api.conversation(id)
      expect(tagged).toShow('is_resolved', !resolved, {
        also: [other],
        explainedBy: ['PATCH-CONVERSATION-13', 'PATCH-CONVERSATION-03'],
      })
      const changed = STABLE.find(
        (field) =>
          field in before.data && JSON.stringify(before.data[field]) !== JSON.stringify(tagged.data[field]),
      )
      expect(tagged).toSatisfy(
        changed === undefined,
        `${changed} ${quote(before.data[changed ?? ''])}, as before`,
        quote(tagged.data[changed ?? '']),
        { also: [before], pointer: `/data/${changed}` },
      )
    },
  )

  verify(
    'PATCH-CONVERSATION-16',
    'clears the tags with an empty array',
    { needs: ['patient'], cost: 3 },
    async (ctx) => {
      const { id, api, expect, mark } = await patient(ctx)
      await api.patchConversation(id, { tags: [mark()] })
      const cleared = await api.patchConversation(id, { tags: [] })
      const detail = await api.conversation(id)

      expect(cleared).toAnswer(200)
      for (const answer of [cleared, detail]) {
        const { tags } = answer.data
        expect(answer).toSatisfy(!Array.isArray(tags) || tags.length === 0, 'no tags', quote(tags), {
          also: [cleared],
          pointer: '/data/tags',
          explainedBy: ['PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
        })
      }
    },
  )
})
