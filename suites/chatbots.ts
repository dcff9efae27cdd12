/** GET /chatbots: whether the list holds them all. Specification part 4. */
import { suite } from '../lib/harness/context.ts'
import { quote } from '../lib/util/values.ts'
import { unlistedChatbot } from './lists/unlisted.ts'

export default suite('GET /chatbots · completeness', {}, (verify) => {
  verify(
    'LIST-CHATBOTS-20',
    'lists every chatbot that other resources name',
    { needs: ['chatbot'], cost: 0, costAlone: 0 },
    async (ctx) => {
      const { main, other } = ctx.world.discovery
      let searched = false
      await ctx.each(
        [[ctx.api, main] as const, ...(other === undefined ? [] : [[ctx.bystander, other] as const])],
        async ([actor, workspace]) => {
          const search = await unlistedChatbot(actor, workspace)
          searched ||= search.searched
          const { unlisted } = search
          if (unlisted === undefined) return
          ctx
            .expect(unlisted.page)
            .toSatisfy(
              false,
              `the chatbot ${quote(unlisted.id)}, which sources and reservations are returned for`,
              `the list is without ${quote(unlisted.id)}`,
              {
                also: unlisted.found,
              },
            )
        },
      )
      if (!searched) ctx.inconclusive('needs a list of up to 100 chatbots, and an item that names one')
    },
  )
})
