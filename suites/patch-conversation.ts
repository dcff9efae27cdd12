/** PATCH /conversations/{id}: what is accepted, and what it does. Specification parts 2, 3, 4 and 8. */
import { suite } from '../lib/api/case.ts'
import { firstDifference, SETTLED } from './steps/isolation/comparing.ts'
import { reaches } from '../lib/api/discovery.ts'
import { lostMessages } from './steps/conversations/notes.ts'
import { expectTags, followingConversation, updateTarget } from './steps/conversations/updates.ts'
import type { Answer } from '../lib/api/answer.ts'
import { updateTargets } from '../lib/api/needs.ts'
import { given, quote, type Row } from '../lib/util/values.ts'

const STABLE = ['id', 'chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** A conversation without what others may change meanwhile, apart from what is now as it was before. */
const settled = (row: Row, before: Row, now: Row): Row => {
  const steady = (field: string): boolean =>
    field !== 'updated_at' && quote(before[field]) === quote(now[field])
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => (SETTLED.has(field) || steady(field)) && given(value)),
  )
}

export default suite('PATCH /conversations/{id}', { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    ['PATCH-CONVERSATION-01', 'PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
    'replaces the tags',
    { needs: ['updateTarget'], cost: 4, smoke: true },
    async (ctx) => {
      const { id, api, expect, mark, before: earlier } = await updateTarget(ctx)
      const [first, second, third] = [mark(), `${mark()} A-b/c\\d 50%`, `${mark()} <é> & "x", 'y'`]
      const before = await api.patchConversation(id, { tags: [first, second] })
      const after = await api.patchConversation(id, { tags: [second, third, '0042'] })
      const [detail, list] = await Promise.all([api.conversation(id), api.conversations({ limit: 100 })])

      expect(before).toAnswer(200)
      expect(after).toAnswer(200)
      expectTags(ctx, after, after.data, [second, third, '0042'], { requirement: 'PATCH-CONVERSATION-02' })
      const stored = {
        requirement: 'PATCH-CONVERSATION-13',
        also: [after],
        explainedBy: [
          'PATCH-CONVERSATION-01',
          'PATCH-CONVERSATION-02',
          'GET-CONVERSATION-04',
          'GET-CONVERSATION-03',
        ],
      }
      expectTags(ctx, detail, detail.data, [second, third, '0042'], stored)
      expectTags(
        ctx,
        list,
        list.rows.find((row) => row['id'] === id),
        [second, third, '0042'],
        stored,
      )
      const [answered, shown] = [after, detail].map(({ data }) => settled(data, earlier.data, detail.data))
      const field = firstDifference('Conversation', answered ?? {}, shown ?? {})
      expect(after).toSatisfy(
        field === undefined,
        `${field} ${quote(detail.data[field ?? ''])}, as in the detail`,
        quote(after.data[field ?? '']),
        {
          ...stored,
          also: [detail],
          pointer: `/data/${field}`,
          explainedBy: [
            'PATCH-CONVERSATION-01',
            'PATCH-CONVERSATION-02',
            'GET-CONVERSATION-04',
            'GET-CONVERSATION-03',
          ],
        },
      )
      const neighbour = list.rows.find(
        ({ id: other, tags }) => other !== id && Array.isArray(tags) && tags.includes(third),
      )
      expect(list).toSatisfy(
        neighbour === undefined,
        'the tags on that conversation alone',
        `on ${quote(neighbour?.['id'])} too`,
        { requirement: 'PATCH-CONVERSATION-14', also: [after] },
      )
    },
  )

  verify(
    ['PATCH-CONVERSATION-03', 'PATCH-CONVERSATION-13', 'PATCH-CONVERSATION-14'],
    'sets is_resolved to true and to false',
    // The first one to try updates on the other conversation reads how that was.
    { needs: ['updateTarget'], cost: 7 },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      const pages: Answer[] = []
      // The second of them changes the flag for certain, with tags beside it.
      for (const [value, tags] of [
        [before.data['is_resolved'] !== true, {}],
        [before.data['is_resolved'] === true, { tags: [mark()] }],
      ] as const) {
        const answer = await api.patchConversation(id, { is_resolved: value, ...tags })
        const [detail, list] = await Promise.all([
          api.conversation(id),
          api.conversations({ limit: 100, is_resolved: value }),
        ])

        pages.push(list)
        expect(answer).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
        expect(answer).toShow('is_resolved', value, { explainedBy: ['PATCH-CONVERSATION-02'] })
        expect(detail).toShow('is_resolved', value, {
          requirement: 'PATCH-CONVERSATION-13',
          also: [answer],
          explainedBy: ['PATCH-CONVERSATION-03', 'GET-CONVERSATION-04', 'GET-CONVERSATION-03'],
        })
        expect(list).toSatisfy(
          list.rows.some((row) => row['id'] === id) || !reaches(list, before.data['created_at']),
          `the conversation among those with is_resolved ${value}`,
          'it is not there',
          {
            requirement: 'PATCH-CONVERSATION-13',
            also: [answer],
            explainedBy: ['LIST-CONVERSATIONS-22'],
          },
        )
      }
      const [first = before, second = before] = pages
      const { discovery } = ctx.world
      const follower = followingConversation(
        discovery.main.lists['GET /conversations'].rows,
        [first, second],
        updateTargets(discovery).map((row) => String(row['id'])),
      )
      expect(second).toSatisfy(
        follower === undefined,
        'the flag of the named conversation alone',
        () => `that of ${quote(follower?.['id'])} changes with it, to and fro`,
        {
          requirement: 'PATCH-CONVERSATION-14',
          also: [first],
          explainedBy: ['LIST-CONVERSATIONS-22'],
        },
      )
    },
  )

  verify(
    'PATCH-CONVERSATION-14',
    'leaves alone what it does not name',
    { needs: ['updateTarget'], cost: 8 },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      const [first, second, third, fourth] = [[mark()], [mark(), mark()], [mark()], [mark(), mark()]]
      const explainedBy = [
        'PATCH-CONVERSATION-13',
        'PATCH-CONVERSATION-03',
        'PATCH-CONVERSATION-02',
        'GET-CONVERSATION-04',
        'GET-CONVERSATION-03',
        'PATCH-CONVERSATION-01',
      ]
      const both = await api.patchConversation(id, { tags: first, is_resolved: false })
      expect(both).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })

      for (const [tags, resolved] of [
        [second, false],
        [third, true],
      ] as const) {
        const tagged = await api.patchConversation(id, { tags })
        expect(tagged).toAnswer(200, { explainedBy: ['PATCH-CONVERSATION-01'] })
        expect(tagged).toShow('is_resolved', resolved, { also: [both], explainedBy })
        const flagged = await api.patchConversation(id, { is_resolved: !resolved })
        expect(flagged).toAnswer(200, { explainedBy: ['PATCH-CONVERSATION-01'] })
        expectTags(ctx, flagged, flagged.data, tags, { also: [tagged], explainedBy })
      }
      // Two at once, of which neither names what the other changes.
      const last = await Promise.all([
        api.patchConversation(id, { tags: fourth }),
        api.patchConversation(id, { is_resolved: true }),
      ])
      const after = await api.conversation(id)
      for (const answer of last) expect(answer).toAnswer(200, { explainedBy: ['PATCH-CONVERSATION-01'] })
      expectTags(ctx, after, after.data, fourth, { also: last, explainedBy })
      expect(after).toShow('is_resolved', true, { also: last, explainedBy })
      const changed = STABLE.find(
        (field) => field in before.data && quote(before.data[field]) !== quote(after.data[field]),
      )
      expect(after).toSatisfy(
        changed === undefined,
        `${changed} ${quote(before.data[changed ?? ''])}, as before`,
        quote(after.data[changed ?? '']),
        { also: [before], pointer: `/data/${changed}` },
      )
      const lost = lostMessages(before, after)
      expect(after).toSatisfy(
        lost.length === 0,
        'every message that was there before',
        `without ${lost[0]}`,
        {
          also: [before],
          pointer: '/data/messages',
        },
      )
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
      const [detail, list] = await Promise.all([api.conversation(id), api.conversations({ limit: 100 })])

      for (const answer of [beside, cleared])
        expect(answer).toAnswer(200, { explainedBy: ['PATCH-CONVERSATION-01'] })
      expect(list).toSatisfy(
        list.rows.some((row) => row['id'] === id) || !reaches(list, before.data['created_at']),
        'the conversation without tags among the others',
        'it is not there',
        {
          requirement: 'PATCH-CONVERSATION-13',
          also: [cleared, detail.control()],
          explainedBy: ['LIST-CONVERSATIONS-02', 'LIST-CONVERSATIONS-22'],
        },
      )
      for (const answer of [beside, cleared, detail]) {
        const { tags } = answer.data
        expect(answer).toSatisfy(!Array.isArray(tags) || tags.length === 0, 'no tags', quote(tags), {
          also: [cleared],
          pointer: '/data/tags',
          explainedBy: [
            'PATCH-CONVERSATION-02',
            'PATCH-CONVERSATION-13',
            // Another conversation is tagged at the same time.
            'PATCH-CONVERSATION-14',
            'GET-CONVERSATION-03',
          ],
        })
      }
    },
  )
})
