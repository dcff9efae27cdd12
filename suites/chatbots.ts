/** GET /chatbots, beyond what all lists have in common. Specification part 4. */
import { suite } from '../lib/engine/case/suite.ts'
import { distinct, idsOf } from '../lib/engine/case/items.ts'
import { statementsOf } from '../lib/engine/judge/rows.ts'
import { count } from '../lib/engine/util/text.ts'

export const theme = 'lists'

const part2 = statementsOf({ part: 2, section: 'Chatbot', endpoint: 'GET /chatbots' })
const part4 = statementsOf({ part: 4, section: 'GET /chatbots' })

export const rows = [
  part2.excluded(
    'CHATBOTS-90',
    'is_active',
    '`is_active` is false when the agent is paused and no longer answers visitors.',
    'The widget is not part of the API, and no operation pauses an agent.',
  ),
]

export default suite('GET /chatbots · completeness', {}, (verify) => {
  verify(
    part4.open(
      'LIST-CHATBOTS-20',
      "Lists the workspace's chatbots",
      'Whether other resources name a chatbot that is not listed: it may have been deleted.',
    ),
    'records whether other resources name chatbots that are not listed',
    { needs: ['chatbot'] },
    async ({ api, world, observe }) => {
      const listed = await api.fullPage('GET /chatbots')
      const known = new Set(idsOf(listed.mustBeUsable().items))
      const named = distinct(
        Object.values(world.discovery.main.lists).flatMap(({ items }) => items),
        'chatbot_id',
      )
      const unlisted = named.filter((id) => !known.has(id))

      observe(
        'LIST-CHATBOTS-20',
        `${count(unlisted.length, 'chatbot')} named but not on the first page`,
        listed,
      )
    },
  )
})
