/** GET /conversations and GET /conversations/{id}, beyond what all lists have in common. Specification part 4. */
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { sameId } from './fields/ids.ts'
import { fieldValues, idsOf } from '../lib/engine/case/items.ts'
import { FULL_PAGE } from '../lib/engine/contract/api.ts'
import { bodyOf } from '../lib/engine/judge/reading.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { given, objects, quote } from '../lib/engine/util/values.ts'
import { languagePrefix, rows as observed, transcripts } from './conversations/observed.ts'
import { filterCases } from './lists/cases.ts'
import { listRule } from './lists/rules.ts'
import { readSnapshot } from './lists/snapshot.ts'
import { detailSuites } from './support/details.ts'
import { EFFORT } from './support/effort.ts'
import { kindsIn } from './support/kinds.ts'

export const theme = 'lists'

const LIST = 'GET /conversations'
const DETAIL = 'GET /conversations/{id}'

const listed = statementsOf({ part: 4, section: LIST })
const detailed = statementsOf({ part: 4, section: DETAIL })

export const rows = [
  ...observed,
  listed.must(
    'LIST-CONVERSATIONS-28',
    'Messages are not included',
    'List items have no `messages`.',
    major('Transcripts are private: who may only see the list would read them, and each page is huge.'),
  ),
  listed.open(
    'OPEN-04',
    'start-date lower bound',
    'Whether `since` includes its bound, and whether it means the day or the instant.',
  ),
  statementsOf({ part: 2, section: 'Message', endpoint: DETAIL }).excluded(
    'TRANSCRIPT-90',
    'A transcript includes visitor messages, AI replies, human-agent replies and internal notes',
    'A transcript includes visitor messages, AI replies and human-agent replies.',
    'The API has no other record to compare with; ADD-NOTE-10 covers notes added through the API.',
  ),
]

const list = [
  suite(`${LIST} · filters`, {}, (definition) => {
    filterCases(definition, LIST)
  }),

  suite(`${LIST} · completeness`, {}, (verify) => {
    verify(
      listed.derived(
        'LIST-CONVERSATIONS-29',
        "Lists the workspace's conversations",
        'The list has every conversation of the workspace, regardless of chatbot, visitor or status.',
        'A conversation that `GET /conversations/{id}` returns belongs to the workspace, and nothing says that the list omits any.',
        major('Whoever works through the list never sees these visitors.'),
      ),
      'lists every conversation that other resources refer to',
      { needs: ['conversation'] },
      async (ctx) => {
        const { missing, known, pages, total } = await ctx.quiet(
          () => unlistedConversation(ctx),
          (seen) => seen.missing === undefined,
          async () => (await readSnapshot(ctx.api, LIST)).answers,
        )
        const [page = ctx.inconclusive('needs a conversation')] = pages
        if (missing === undefined) return
        // If pages go on behind their total, that is the mistake.
        const beyond = await ctx.api.list(LIST, { limit: FULL_PAGE, offset: total })
        if (beyond.items.length > 0)
          return ctx
            .expect(beyond)
            .toSatisfy(false, `no item at offset ${total}, the total`, `${beyond.items.length}`, {
              requirement: listRule(LIST, 'total'),
              also: [page],
              pointer: '/pagination/total',
            })
        const listedKinds = new Set(known.flatMap((row) => kindsIn(row, TRAITS)))
        const alone = kindsIn(missing.data, TRAITS).filter((kind) => !listedKinds.has(kind))
        return ctx
          .expect(page)
          .toSatisfy(
            false,
            `conversation ${quote(missing.data['id'])}, which its own path returns`,
            `no page of the list has it${alone.length === 0 ? '' : `; no listed one has ${alone.join(', or ')}`}`,
            { also: [missing, ...pages.slice(1)] },
          )
      },
    )
  }),
]

/**
 * A conversation that leads, bookings or reservations name and that its own path returns, but that is on no
 * page of the list.
 */
async function unlistedConversation({
  api,
  world,
  inconclusive,
}: Pick<Context<never>, 'api' | 'world' | 'inconclusive'>) {
  const { answers, rows: known, isWhole, total } = await readSnapshot(api, LIST)
  const { lists } = world.discovery.main
  const naming = (['GET /leads', 'GET /bookings', 'GET /reservations'] as const).flatMap(
    (one) => lists[one].items,
  )
  const named = [...new Set(fieldValues(naming, 'conversation_id'))]
  if (named.length === 0 || !isWhole)
    inconclusive(`needs an item that refers to one of ${LIST}, and a list of a few pages`)
  const ids = new Set(idsOf(known))
  const looks = named.filter((id) => !ids.has(id)).slice(0, EFFORT.kinds)
  const details = await Promise.all(looks.map((id) => api.conversation(id)))
  return { pages: answers, known, total, missing: details.find(({ status }) => status === 200) }
}

const TRAITS = ['is_resolved', 'status', 'is_lead', 'visitor_id', 'tags', 'language_code', 'message_count']

const detail = detailSuites(DETAIL, {
  list: LIST,
  name: 'conversation',
  fields: TRAITS,
  answered: detailed.must(
    'GET-CONVERSATION-01',
    'Response 200: { data: ConversationDetail }',
    '`GET /conversations/{id}` returns 200 for a conversation of this workspace, with its transcript.',
    major('A colleague who opens a listed conversation gets an error in its place.'),
  ),
  asListed: detailed.derived(
    'GET-CONVERSATION-04',
    'ConversationDetail',
    'Every Conversation field has the same value in the detail as in the list; what `message_count` counts is open.',
    'List and detail show the same conversation; the detail only adds `messages`.',
    major('A client shows contradictory data, and nobody can tell which is right.'),
  ),
  unknown: detailed.must(
    'GET-CONVERSATION-02',
    '404 when the conversation does not exist',
    'An unknown conversation id returns 404.',
    major('A client takes a deleted conversation for a failure of the service, and tries again forever.'),
  ),
  ownId: detailed.must(
    'GET-CONVERSATION-03',
    'Path id',
    'The returned conversation has the requested id.',
    major('An answer meant for one visitor is written into the conversation of another.'),
  ),
})

export default [...list, ...detail]

/** LIST-CONVERSATIONS-28: items of the list carry no messages; an empty array is accepted, too. */
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
