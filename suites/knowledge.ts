/** GET /knowledge/sources. Specification parts 2 and 4. */
import { suite } from '../lib/engine/case/suite.ts'
import { variousChatbots } from './support/kinds.ts'
import { expectUnknown } from './support/unknown.ts'
import type { SeenWorkspace } from '../lib/engine/case/discovery.ts'
import { bodyOf } from '../lib/engine/judge/reading.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { about, major, statementsOf } from '../lib/engine/judge/rows.ts'
import { quote } from '../lib/engine/util/values.ts'

export const theme = 'filters'

const part2 = statementsOf({ part: 2, section: 'KnowledgeSource', endpoint: 'GET /knowledge/sources' })
const part4 = statementsOf({ part: 4, section: 'GET /knowledge/sources' })

export const rows = [
  part2.excluded(
    'SOURCES-90',
    'Sources include crawled pages, uploaded files, text snippets and Q&A pairs',
    'A chatbot was trained on its sources, and `chunk_count` is the number of chunks from each.',
    'Training and its index are not part of the API.',
  ),
]

export default suite('GET /knowledge/sources', {}, (verify) => {
  verify(
    about(
      'answers',
      part4.must(
        'LIST-SOURCES-01',
        'Response 200: { data: [KnowledgeSource] }',
        "A known `chatbot_id` returns 200 with the chatbot's sources as an array of objects in `data`.",
        major('Nobody sees what the agent answers from.'),
      ),
    ),
    'lists the sources of each chatbot',
    { needs: ['chatbot'], smoke: true },
    async ({ api, stranger, world, expect, each }) => {
      const { main, other } = world.discovery
      const asked = [
        ...someChatbots(main).map((chatbot_id) => [api, chatbot_id] as const),
        ...someChatbots(other).map((chatbot_id) => [stranger, chatbot_id] as const),
      ]
      await each(asked, async ([actor, chatbot_id]) => {
        expect(await actor.sources({ chatbot_id })).toAnswer(200)
      })
    },
  )

  verify(
    part4.must(
      'LIST-SOURCES-02',
      'no pagination',
      'The list of sources has no `pagination`.',
      major('A client that finds one walks pages that do not exist.'),
    ),
    'returns no `pagination` even with `limit` and `offset`',
    { needs: ['chatbot'] },
    async ({ api, world, inconclusive }) => {
      const [chatbot_id = inconclusive('needs a chatbot')] = someChatbots(world.discovery.main)

      // A service may refuse unknown parameters. The oracle judges the answer.
      ;(await api.sources({ chatbot_id, limit: 1, offset: 0 })).mustArrive()
    },
  )

  verify(
    part4.must(
      'LIST-SOURCES-03',
      '400 when chatbot_id is missing',
      'A request without `chatbot_id` returns 400.',
      major('A forgotten parameter looks like an agent without sources.'),
    ),
    'refuses a request without `chatbot_id`',
    { needs: ['chatbot'], smoke: true },
    async ({ api, world, expect }) => {
      // A refusal proves something only if the same list otherwise returns 200.
      ;(await api.sources({ chatbot_id: world.chatbot })).mustBeUsable()

      expect(await api.sources()).toBeRefused([400])
    },
  )

  verify(
    part4.must(
      'LIST-SOURCES-04',
      '404 when the chatbot is not found',
      'An unknown `chatbot_id` returns 404.',
      major('A mistyped id looks like an agent without sources, and the team trains it again.'),
    ),
    'returns 404 for an unknown `chatbot_id`',
    { needs: ['chatbot'] },
    (ctx) => expectUnknown(ctx, 'GET /chatbots', (chatbot_id) => ctx.api.sources({ chatbot_id })),
  )
})

function someChatbots(workspace: SeenWorkspace | undefined): readonly string[] {
  return variousChatbots(workspace?.lists['GET /chatbots'].items ?? [])
}

/** LIST-SOURCES-02 (part 4): the one list without pagination. */
export const noPagination: Oracle = (exchange, judgements) => {
  const body = bodyOf(exchange)
  if (exchange.operation !== 'GET /knowledge/sources' || !Array.isArray(body['data'])) return
  judgements.check(
    !('pagination' in body),
    'LIST-SOURCES-02',
    'only `data`, no `pagination`',
    () => quote(body['pagination']),
    { pointer: '/pagination' },
  )
}

export const oracles = [noPagination]
