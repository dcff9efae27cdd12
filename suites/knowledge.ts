/** GET /knowledge/sources. Specification part 4. */
import { absentId } from '../lib/harness/chosen-items.ts'
import { suite } from '../lib/harness/context.ts'
import { chatbotsToTrain } from '../lib/harness/discovery.ts'

export default suite('GET /knowledge/sources', {}, (verify) => {
  verify(
    'LIST-SOURCES-01',
    'lists the sources of each chatbot',
    { needs: ['chatbot'], cost: 5, smoke: true },
    async ({ api, world, expect, each }) => {
      ;(await api.fullPage('GET /chatbots')).control()

      await each(chatbotsToTrain(world.discovery.main), async (chatbot_id) => {
        expect(await api.sources({ chatbot_id })).toAnswer(200)
      })
    },
  )

  verify(
    'LIST-SOURCES-01',
    'lists the sources of each chatbot of another workspace to its key',
    { needs: ['otherKey', 'foreignChatbot'], cost: 0 },
    async ({ stranger, world, expect, each }) => {
      await each(chatbotsToTrain(world.discovery.other), async (chatbot_id) => {
        expect(await stranger.sources({ chatbot_id })).toAnswer(200)
      })
    },
  )

  verify(
    'LIST-SOURCES-02',
    'carries no pagination where pages are asked for',
    { needs: ['chatbot'], cost: 0, costAlone: 1 },
    async ({ bystander, world, inconclusive }) => {
      const [chatbot_id = inconclusive('needs a chatbot')] = chatbotsToTrain(
        world.discovery.other ?? world.discovery.main,
      )

      // Unknown parameters may be refused. The oracle judges the answer.
      ;(await bystander.sources({ chatbot_id, limit: 1, offset: 0 })).arrived()
    },
  )

  verify(
    'LIST-SOURCES-03',
    'refuses a request without chatbot_id',
    { needs: ['chatbot'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      // A refusal means something only if the same list answers otherwise.
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
