/** Input of every odd kind, one row each. Specification part 8. */
import { RawBody } from '../lib/engine/case/bodies.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { foreignItems } from '../lib/engine/case/chosen.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { derived, section } from '../lib/engine/judge/rows.ts'
import { LISTS, OPERATIONS } from '../lib/engine/spec/operations.ts'
import { quote } from '../lib/engine/util/values.ts'
import { LIST_FACTS } from './lists/facts.ts'
import { updateTarget } from './support/written-conversations.ts'
import { leadWithConversation } from './support/linked-leads.ts'
import {
  expectNoServerError,
  ODD_FORMATS,
  ODD_IDS,
  ODD_SEGMENTS,
  oddBody,
  oddMethods,
} from './odd-input/inputs.ts'
import { ODD_VALUES, oddIds } from './odd-input/parameters.ts'

export const rows = [
  ...section(
    { part: 7, section: '', endpoint: '*' },
    derived(
      'INPUT-01',
      'resource not found',
      'An odd id in a path (long, Unicode, special characters) returns a 4xx.',
      'Such an id is unknown or malformed, and both are client errors.',
    ),
    derived(
      'INPUT-02',
      'Status conditions given per endpoint',
      'An odd query value does not cause a server error.',
      'The value is valid or a client error; neither is a server error.',
    ),
    derived(
      'INPUT-07',
      'method_not_allowed',
      'An unsupported method causes no server error except 501; `PUT` and `DELETE` never succeed.',
      'No endpoint supports them, so the request is a client error.',
    ),
    derived(
      'INPUT-06',
      'invalid request body',
      'An odd body (deep nesting, `__proto__`, extra members, odd characters, invalid UTF-8, another format) does not cause a server error.',
      'The body is valid or a client error; neither is a server error.',
    ),
  ),
]

export default [
  suite('Odd ids and queries', { phase: 'independent' }, ({ verify }) => {
    verify('INPUT-01', 'refuses every kind of odd id', {}, async ({ api, expect, each }) => {
      const paths = ODD_SEGMENTS.map(
        (segment, index) => `/${index % 2 === 0 ? 'conversations' : 'leads'}/${segment}`,
      )

      await each(paths, async (path) => {
        const answer = (await api.get(path)).arrived()
        const { status } = answer
        expect(answer).toSatisfy(answer.isRefusal, 'a refusal, 404 or 400', `status ${status}`, { status })
      })
    })

    verify('INPUT-02', 'returns no server error for odd query values', {}, async ({ api, expect, each }) => {
      await each(ODD_VALUES, async ({ request }) => expectNoServerError(expect, await api.request(request)))
    })

    verify(
      ['INPUT-02', 'ISOLATION-07', 'ISOLATION-08', 'ISOLATION-09', 'ISOLATION-10', 'ISOLATION-11'],
      'shows only own data for any spelling of `chatbot_id`',
      { needs: ['otherKey', 'foreignChatbot'] },
      async ({ stranger, world, expect, each, inconclusive }) => {
        // The second key asks for a chatbot of the workspace under test: isolation works both ways.
        const { main, other } = world.discovery
        const own = world.foreignChatbot
        const [foreign = inconclusive('needs a chatbot that only the workspace under test has')] = idsOf(
          foreignItems(main, other, 'GET /chatbots'),
        )
        await each(oddIds(own, foreign), async ({ operation, request }) => {
          const answer = await stranger.request(request)
          const list = LISTS.find((one) => one === operation)
          // A source does not say whose it is: where the own chatbot is not named, there are none to show.
          const isNamed = request.query.some(([, value]) => value.includes(own))
          const stray = answer.items.find((item) =>
            list === undefined ? !isNamed : item['chatbot_id'] === foreign,
          )

          expectNoServerError(expect, answer)
          expect(answer).toSatisfy(stray === undefined, 'no data of another workspace', () => quote(stray), {
            requirement: list === undefined ? 'ISOLATION-08' : LIST_FACTS[list].foreignChatbot,
          })
        })
      },
    )
  }),

  suite('Odd methods and formats', { phase: 'refuse' }, ({ verify }) => {
    // Uses the second key and ids that do not exist: a service may offer more operations than it documents.
    verify(
      'INPUT-07',
      'returns no server error for any method; refuses PUT and DELETE',
      { needs: ['otherKey'] },
      async ({ stranger, expect, each }) => {
        await each(oddMethods(OPERATIONS, UNKNOWN_ID), async ({ method, path }) => {
          const answer = (await stranger.request({ method, path, body: {} })).arrived()
          const status = answer.status ?? 0
          // Their success would mean an operation that the API does not offer at all.
          const isDone = answer.isAccepted && (method === 'PUT' || method === 'DELETE')
          // 501 is a fair answer to an unsupported method.
          const isRefused = (status < 500 || status === 501) && !isDone
          expect(answer).toSatisfy(isRefused, 'a 4xx, or 501', `status ${status}`, { status })
        })
      },
    )

    verify(
      'INPUT-06',
      'returns no server error for bodies in other formats',
      { needs: ['otherKey'] },
      async ({ stranger, expect, each }) => {
        const writes = [
          (body: RawBody) => stranger.createLead(body),
          (body: RawBody) => stranger.patchConversation(UNKNOWN_ID, body),
          (body: RawBody) => stranger.addNote(UNKNOWN_ID, body),
        ]
        // Each format on one of the operations in turn.
        const asks = ODD_FORMATS.flatMap((body, place) => {
          const write = writes[place % writes.length]
          return write === undefined ? [] : [() => write(body)]
        })

        await each(asks, async (ask) => expectNoServerError(expect, await ask()))
      },
    )

    verify(
      'INPUT-06',
      'refuses odd ids in the body of a lead',
      { needs: ['otherKey'] },
      async ({ stranger, expect, each }) => {
        await each(ODD_IDS, async (id) => {
          const answer = await stranger.createLead({ chatbot_id: id })
          expectNoServerError(expect, answer)
          if ((answer.status ?? 0) < 500)
            expect(answer).toRefuse([404, 400], { requirement: 'CREATE-LEAD-07' })
        })
      },
    )
  }),

  suite('Odd bodies · conversations', { phase: 'write', lane: 'conversation' }, ({ verify }) => {
    verify(
      'INPUT-06',
      'returns no server error for odd JSON in an update',
      { needs: ['updateTarget'] },
      async (ctx) => {
        const { id, api, expect, mark } = await updateTarget(ctx)
        // One after the other: what two simultaneous updates show in their responses is open.
        for (const body of [oddBody({ tags: [mark()] }), { tags: [`${mark()} \u{1F4A5}`] }])
          expectNoServerError(expect, await api.patchConversation(id, body))
      },
    )
  }),

  suite('Odd bodies · notes', { phase: 'write', lane: 'note' }, ({ verify }) => {
    verify(
      'INPUT-06',
      'returns no server error for odd text in a note',
      { needs: ['noteTarget'] },
      async (ctx) => {
        // The first must be kept or refused. For the others, even that is open.
        const texts = ['\u{1F4A5}', '\u0000', '\uD800'].map((odd) => `${ctx.mark()} ${odd}`)

        await ctx.each(texts, async (content) => {
          const note = new RawBody(JSON.stringify({ content }))
          expectNoServerError(ctx.expect, await ctx.api.addNote(ctx.world.noteTarget, note))
        })
      },
    )
  }),

  suite('Odd bodies · leads', { phase: 'write', lane: 'lead' }, ({ verify }) => {
    verify(
      'INPUT-06',
      'returns no server error for odd text in a lead',
      { needs: ['chatbot'] },
      async (ctx) => {
        const lead = { chatbot_id: ctx.world.chatbot }
        // A database can store every field of the first body, and probably none of the second.
        const bodies = [
          { ...lead, name: `${ctx.mark()} \u{1F4A5}`, notes: '\u{1F4A5}' },
          { ...lead, name: ctx.mark(), notes: 'nul \u0000 inside' },
        ]

        await ctx.each(bodies, async (body) => {
          expectNoServerError(ctx.expect, await ctx.api.createLead(body))
        })
      },
    )

    verify(
      'INPUT-06',
      'returns no server error for odd JSON in a lead',
      { needs: ['conversationForLead'] },
      async (ctx) => {
        // The conversation has a lead, so nothing is created whatever else the body holds.
        const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
        const body = oddBody({ chatbot_id, conversation_id, company: '\u0000 \uD800' })

        expectNoServerError(ctx.expect, await ctx.api.createLead(body))
      },
    )
  }),
]
