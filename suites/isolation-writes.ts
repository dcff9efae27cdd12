/** Another workspace, seen through the writing endpoints. Specification parts 1 and 5. */
import { absentId } from '../lib/harness/absent.ts'
import { suite } from '../lib/harness/case.ts'
import { difference } from '../lib/oracles/likeness.ts'
import { quote } from '../lib/oracles/values.ts'

export default suite('Isolation · writing', { phase: 'write' }, (verify) => {
  verify(
    ['ISOLATION-02', 'ISOLATION-14'],
    'refuses to update a foreign conversation',
    { needs: ['otherKey', 'foreignConversation'], cost: 3 },
    async ({ api, stranger, world, expect, mark }) => {
      const tag = mark()
      const id = world.foreignConversation
      const refused = await api.patchConversation(id, { tags: [tag] })
      const others = await Promise.all(
        [0, 1].map((turn) => api.patchConversation(absentId(id, turn), { tags: [tag] })),
      )
      const untouched = await stranger.conversation(id)

      expect(refused).toRefuse([404])
      expect(untouched).toSatisfy(
        !JSON.stringify(untouched.data['tags'] ?? []).includes(tag),
        'the tags that were there',
        () => quote(untouched.data['tags']),
        { requirement: 'ISOLATION-14', also: [refused], explainedBy: ['ISOLATION-02'] },
      )
      const told = difference(
        refused.exchange,
        others.map((other) => other.exchange),
        [id, absentId(id, 0), absentId(id, 1)],
      )
      expect(refused).toSatisfy(told === undefined, 'the answer that an id of nothing gets', told ?? '', {
        requirement: 'ISOLATION-13',
        also: others,
        explainedBy: ['ISOLATION-02', 'PATCH-CONVERSATION-08'],
      })
    },
  )

  verify(
    ['ISOLATION-03', 'ISOLATION-15'],
    'refuses a note to a foreign conversation',
    { needs: ['otherKey', 'foreignConversation'], cost: 3 },
    async ({ api, stranger, world, expect, mark }) => {
      const content = mark()
      const id = world.foreignConversation
      const refused = await api.addNote(id, { content })
      const others = await Promise.all([0, 1].map((turn) => api.addNote(absentId(id, turn), { content })))
      const untouched = await stranger.conversation(id)

      expect(refused).toRefuse([404])
      expect(untouched).toSatisfy(
        !untouched.exchange.response?.text.includes(content),
        'the transcript that was there',
        'the note of the other workspace',
        { requirement: 'ISOLATION-15', also: [refused], explainedBy: ['ISOLATION-03'] },
      )
      const told = difference(
        refused.exchange,
        others.map((other) => other.exchange),
        [id, absentId(id, 0), absentId(id, 1)],
      )
      expect(refused).toSatisfy(told === undefined, 'the answer that an id of nothing gets', told ?? '', {
        requirement: 'ISOLATION-13',
        also: others,
        explainedBy: ['ISOLATION-03', 'ADD-NOTE-07'],
      })
    },
  )

  verify(
    ['ISOLATION-05', 'ISOLATION-16'],
    'refuses a lead for a foreign chatbot',
    { needs: ['otherKey', 'foreignChatbot'], cost: 3 },
    async ({ api, stranger, world, expect, mark, keep }) => {
      const name = mark()
      const id = world.foreignChatbot
      const refused = await api.createLead({ chatbot_id: id, name })
      const others = await Promise.all(
        [0, 1].map((turn) => api.createLead({ chatbot_id: absentId(id, turn), name })),
      )
      const untouched = await stranger.leads({ limit: 100 })
      if (refused.status === 200)
        keep.created('lead', String(refused.data['id']), 'accepted for a chatbot of another workspace')

      expect(refused).toRefuse([404])
      expect(untouched).toSatisfy(
        !untouched.exchange.response?.text.includes(name),
        'no lead of ours',
        'a lead of the other workspace',
        { requirement: 'ISOLATION-16', also: [refused], explainedBy: ['ISOLATION-05'] },
      )
      const told = difference(
        refused.exchange,
        others.map((other) => other.exchange),
        [id, absentId(id, 0), absentId(id, 1)],
      )
      expect(refused).toSatisfy(told === undefined, 'the answer that an id of nothing gets', told ?? '', {
        requirement: 'ISOLATION-13',
        also: others,
        explainedBy: ['ISOLATION-05', 'CREATE-LEAD-07'],
      })
    },
  )

  verify(
    ['ISOLATION-06', 'ISOLATION-16'],
    'refuses a lead for a foreign conversation',
    { needs: ['otherKey', 'chatbot', 'foreignConversation'], cost: 3 },
    async ({ api, stranger, world, expect, mark, keep }) => {
      const name = mark()
      const id = world.foreignConversation
      const ask = (conversation_id: string): ReturnType<typeof api.createLead> =>
        api.createLead({ chatbot_id: world.chatbot, conversation_id, name })
      const refused = await ask(id)
      const others = await Promise.all([0, 1].map((turn) => ask(absentId(id, turn))))
      const untouched = await stranger.leads({ limit: 100 })
      if (refused.status === 200)
        keep.created('lead', String(refused.data['id']), 'accepted for a conversation of another workspace')

      expect(refused).toRefuse([404])
      expect(untouched).toSatisfy(
        !untouched.exchange.response?.text.includes(name),
        'no lead of ours',
        'a lead of the other workspace',
        { requirement: 'ISOLATION-16', also: [refused], explainedBy: ['ISOLATION-06'] },
      )
      const told = difference(
        refused.exchange,
        others.map((other) => other.exchange),
        [id, absentId(id, 0), absentId(id, 1)],
      )
      expect(refused).toSatisfy(told === undefined, 'the answer that an id of nothing gets', told ?? '', {
        requirement: 'ISOLATION-13',
        also: others,
        explainedBy: ['ISOLATION-06', 'CREATE-LEAD-08'],
      })
    },
  )

  verify(
    'ISOLATION-06',
    'does not return the lead of a foreign conversation',
    { needs: ['otherKey', 'chatbot', 'foreignLeadWithConversation'], cost: 1 },
    async ({ api, world, expect, mark }) => {
      const conversation_id = world.foreignLeadWithConversation['conversation_id']

      expect(await api.createLead({ chatbot_id: world.chatbot, conversation_id, name: mark() })).toRefuse([
        404,
      ])
    },
  )
})
