/** GET /conversations and GET /conversations/{id}, beyond what all lists have in common. Specification part 4. */
import { absentId } from '../lib/engine/case/absent-ids.ts'
import { foreignItems } from '../lib/engine/case/chosen.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { conversationsOf } from '../lib/engine/case/items.ts'
import { derived, excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import { filterCases } from './lists/filter-cases.ts'
import { filterRows } from './lists/filter-rows.ts'
import { expectComplete } from './lists/complete.ts'
import { sameId } from './fields/ids.ts'
import { askForAlteredIds, expectAsListed, expectFound } from './support/details.ts'
import { bodyOf } from '../lib/engine/judge/reading.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { given, objects } from '../lib/engine/util/values.ts'
import { languagePrefix, transcripts } from './conversations/observed.ts'
import { ofEveryKind } from './support/kinds.ts'

const LIST = 'GET /conversations'

const listRows = section(
  { part: 4, section: LIST },
  ...filterRows(LIST),
  must('LIST-CONVERSATIONS-28', 'Messages are not included', 'List items have no `messages`.'),
  derived(
    'LIST-CONVERSATIONS-29',
    "Lists the workspace's conversations",
    'The list has every conversation of the workspace, regardless of chatbot, visitor or status.',
    'A conversation that `GET /conversations/{id}` returns belongs to the workspace, and nothing says that the list omits any.',
  ),
  open('OPEN-03', 'language code', 'Whether `language` matches exactly or as a prefix.'),
  open(
    'OPEN-04',
    'start-date lower bound',
    'Whether `since` includes its bound, and whether it means the day or the instant.',
  ),
)

const detailRows = section(
  { part: 4, section: 'GET /conversations/{id}' },
  must(
    'GET-CONVERSATION-01',
    'Response 200: { data: ConversationDetail }',
    '`GET /conversations/{id}` returns 200 for a conversation of this workspace, with its transcript.',
  ),
  must(
    'GET-CONVERSATION-02',
    '404 when the conversation does not exist',
    'An unknown conversation id returns 404.',
  ),
  must('GET-CONVERSATION-03', 'Path id', 'The returned conversation has the requested id.'),
  derived(
    'GET-CONVERSATION-04',
    'ConversationDetail',
    'Every Conversation field has the same value in the detail as in the list.',
    'List and detail show the same conversation; the detail only adds `messages`.',
  ),
)

const transcriptRows = [
  ...section(
    { part: 2, section: 'Message', endpoint: 'GET /conversations/{id}' },
    open('OPEN-05', 'A transcript', 'The order of the messages in a transcript.'),
    excluded(
      'TRANSCRIPT-90',
      'A transcript includes visitor messages, AI replies, human-agent replies and internal notes',
      'A transcript includes visitor messages, AI replies and human-agent replies.',
      'The API has no other record to compare with; ADD-NOTE-10 covers notes added through the API.',
    ),
  ),
  ...section(
    { part: 2, section: 'Conversation', endpoint: 'GET /conversations/{id}' },
    open('OPEN-06', 'message_count', 'What `message_count` counts.'),
  ),
]

export const rows = [...listRows, ...transcriptRows, ...detailRows]

const list = [
  suite(`${LIST} · filters`, {}, ({ verify }) => {
    filterCases(verify, LIST)
  }),

  suite(`${LIST} · completeness`, {}, ({ verify }) => {
    verify(
      'LIST-CONVERSATIONS-29',
      'lists every conversation that other resources refer to',
      { needs: ['conversation'] },
      async (ctx) => {
        await expectComplete(ctx, {
          list: LIST,
          named: ({ lists }) => {
            const naming = (['GET /leads', 'GET /bookings', 'GET /reservations'] as const).flatMap(
              (list) => lists[list].items,
            )
            return [...new Set(conversationsOf(naming))]
          },
          find: async (actor, id) => [await actor.conversation(id)],
          found: 'its own path returns',
        })
      },
    )
  }),
]

const TRAITS = ['is_resolved', 'status', 'is_lead', 'visitor_id', 'tags', 'language_code', 'message_count']

const detail = suite('GET /conversations/{id}', {}, ({ verify }) => {
  verify('GET-CONVERSATION-01', 'returns the conversation', { needs: ['conversation'], smoke: true }, (ctx) =>
    expectFound(ctx, { list: LIST, read: ctx.api.conversation }, ctx.world.conversation),
  )

  verify(
    'GET-CONVERSATION-04',
    'returns the same field values as the list',
    { needs: ['conversation'] },
    (ctx) =>
      expectAsListed(
        ctx,
        { resource: 'Conversation', list: LIST, answer: 'GET-CONVERSATION-01', read: ctx.api.conversation },
        TRAITS,
      ),
  )

  verify(
    'GET-CONVERSATION-02',
    'returns 404 for an unknown id',
    { needs: ['conversation'], smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.conversation(absentId(world.discovery, 'GET /conversations'))).toRefuse([404])
    },
  )

  verify('GET-CONVERSATION-03', 'treats a cut, extended or padded id as a different id', {}, (ctx) =>
    askForAlteredIds(ctx, LIST, ctx.api.conversation),
  )
})

const written = suite('Listed conversations', { phase: 'write', lane: 'stranger' }, ({ verify }) => {
  verify(
    ['ADD-NOTE-01', 'PATCH-CONVERSATION-01'],
    'updates and annotates conversations of every kind',
    { needs: ['otherKey'] },
    async ({ stranger, world, expect, each, mark, inconclusive }) => {
      const { main, other } = world.discovery
      const listed = foreignItems(other, main, 'GET /conversations')
      const chosen = ofEveryKind(
        listed.filter((item) => typeof item['is_resolved'] === 'boolean'),
        TRAITS,
      )
      if (chosen.length === 0) inconclusive('needs a conversation in the second workspace')

      await each(chosen, async ({ id, is_resolved }) => {
        const update = await stranger.patchConversation(String(id), { is_resolved })
        expect(update).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
        expect(await stranger.addNote(String(id), { content: mark() })).toAnswer(200)
      })
    },
  )
})

export default [...list, detail, written]

export const plainAnswers = ['GET-CONVERSATION-01']

/** LIST-CONVERSATIONS-28: items of the list carry no messages; an empty array says as much. */
const withoutMessages: Oracle = (exchange, judgements) => {
  const { data } = bodyOf(exchange)
  if (exchange.operation !== LIST || exchange.response?.status !== 200) return
  const items = objects(data)
  const isFilled = (messages: unknown): boolean =>
    given(messages) && !(Array.isArray(messages) && messages.length === 0)
  const index = items.findIndex((item) => isFilled(item['messages']))
  if (index >= 0)
    judgements.fail('LIST-CONVERSATIONS-28', 'items without `messages`', 'an item with `messages`', {
      pointer: `/data/${index}/messages`,
    })
  else judgements.pass('LIST-CONVERSATIONS-28', items.length)
}

export const oracles = [withoutMessages, sameId('GET /conversations/{id}', 'GET-CONVERSATION-03')]
export const watchers = [languagePrefix, transcripts]
