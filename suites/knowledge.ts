/** GET /knowledge/sources. Specification part 4. */
import { absentId } from '../lib/harness/absent.ts'
import { suite } from '../lib/harness/case.ts'
import { variousChatbots } from '../lib/harness/discovery.ts'

export default suite('GET /knowledge/sources', {}, (verify) => {
  verify(
    'LIST-SOURCES-01',
    'lists the sources of each chatbot',
    { needs: ['chatbot'], cost: 2, smoke: true },
    async ({ api, expect, each }) => {
      const chatbots = (await api.chatbots({ limit: 100 })).control()

      await each(variousChatbots(chatbots.rows), async (chatbot_id) => {
        expect(await api.sources({ chatbot_id })).toAnswer(200, { explainedBy: ['ISOLATION-20'] })
      })
    },
  )

  verify(
    'LIST-SOURCES-03',
    'refuses a request without chatbot_id',
    { needs: ['chatbot'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      // A refusal tells something only where the same list is otherwise answered.
      ;(await api.sources({ chatbot_id: world.chatbot })).control()

      expect(await api.sources()).toRefuse([400])
    },
  )

  verify(
    'LIST-SOURCES-04',
    'answers 404 for a chatbot_id of nothing',
    { needs: ['chatbot'], cost: 1 },
    async ({ api, world, expect }) => {
      expect(await api.sources({ chatbot_id: absentId(world.chatbot) })).toRefuse([404])
    },
  )
})
