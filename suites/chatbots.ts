/** GET /chatbots, beyond what all lists have in common. Specification part 4. */
import { suite } from '../lib/engine/case/suite.ts'
import { distinct } from '../lib/engine/case/items.ts'
import { derived, excluded, section } from '../lib/engine/judge/rows.ts'
import { expectComplete } from './lists/complete.ts'

export const rows = [
  ...section(
    { part: 2, section: 'Chatbot', endpoint: 'GET /chatbots' },
    excluded(
      'CHATBOTS-90',
      'is_active',
      '`is_active` is false when the agent is paused and no longer answers visitors.',
      'The widget is not part of the API, and no operation pauses an agent.',
    ),
  ),
  ...section(
    { part: 4, section: 'GET /chatbots' },
    derived(
      'LIST-CHATBOTS-20',
      "Lists the workspace's chatbots",
      'The list has every chatbot of the workspace, including paused ones.',
      'A chatbot that `GET /knowledge/sources` and `GET /reservations` find belongs to the workspace, and nothing says that the list omits any.',
      ['LIST-CHATBOTS-10', 'ID-01'],
    ),
  ),
]

export default suite('GET /chatbots · completeness', {}, (verify) => {
  verify(
    'LIST-CHATBOTS-20',
    'lists every chatbot that other resources refer to',
    { needs: ['chatbot'], cost: 0 },
    async (ctx) => {
      await expectComplete(ctx, {
        list: 'GET /chatbots',
        named: ({ lists }) =>
          distinct(
            Object.values(lists).flatMap(({ items }) => items),
            'chatbot_id',
          ),
        find: async (actor, id) =>
          Promise.all([actor.sources({ chatbot_id: id }), actor.reservations({ chatbot_id: id })]),
        found: 'has sources and reservations',
      })
    },
  )
})
