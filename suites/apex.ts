/** The bare apex host. Specification part 1, convention 6. */
import { suite } from '../lib/harness/case.ts'
import { redirectTarget } from '../lib/api/oracles/particulars.ts'

/** An address without its fragment, which no server ever sees. */
const placeOf = ({ href }: URL): string => href.replace(/#.*$/, '')

export default suite('Apex host', {}, (verify) => {
  verify(
    ['APEX-01', 'APEX-02'],
    'answers with a 308 redirect',
    { needs: ['apex'], cost: 0, smoke: true },
    async ({ anonymous, imposter, settings, world, expect, each }) => {
      const apex = String(settings.apexUrl)
      // The path that the canonical host serves: a host that answers to both names would answer here, too.
      const { pathname } = new URL(world.discovery.main.me.exchange.request.url)
      // Without a key, or with one that means nothing: what stands behind the apex address is not the host that the key is for.
      const invented = imposter('Bearer conformance')
      const requests = [
        [anonymous, { method: 'GET', path: apex }],
        [anonymous, { method: 'GET', path: `${apex}/chatbots` }],
        [anonymous, { method: 'POST', path: `${apex}/leads`, body: {} }],
        [anonymous, { method: 'PATCH', path: `${apex}/conversations/x`, body: {} }],
        [invented, { method: 'GET', path: `${apex}/me` }],
        [invented, { method: 'GET', path: `${apex}${pathname}` }],
      ] as const

      await each(requests, async ([actor, request]) => {
        const answer = await actor.request(request)
        expect(answer).toAnswer(308)
        const target = redirectTarget(answer.exchange)
        expect(answer).toSatisfy(
          target !== undefined && placeOf(target) !== placeOf(new URL(answer.exchange.request.url)),
          'a Location that leads elsewhere',
          target === undefined ? 'no Location' : target.href,
          { requirement: 'APEX-02' },
        )
      })
    },
  )
})
