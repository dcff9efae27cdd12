/**
 * Whatever is listed can be written to: one table of uses, each tried on conversations that differ most. Uses the second
 * key: its requests do not count against the key under test.
 */
import { foreignItems, linkedLeads } from '../../lib/harness/chosen.ts'
import type { Context } from '../../lib/harness/context.ts'
import { suite } from '../../lib/harness/suite.ts'
import { conversationsOf } from '../../lib/harness/items.ts'
import type { Discovery } from '../../lib/harness/discovery.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { strings } from '../../lib/spec/json.ts'
import type { JsonObject } from '../../lib/util/values.ts'
import { expectInTranscript, observeSideEffect, transcriptWith } from '../notes/transcripts.ts'
import { ofEveryKind } from '../support/kinds.ts'
import { expectStored } from '../update-conversation/stored.ts'

/** The context of a case, whose `api` has the second key. */
type Theirs = Context<'otherKey'>

/** One way to write to a conversation. */
interface Use {
  readonly requirements: readonly [string, ...string[]]
  readonly title: string
  /** Whether it is only for conversations that have a lead. */
  readonly needsLead?: true
  readonly write: (ctx: Theirs, id: string, conversation: JsonObject) => Promise<void>
}

const USES: readonly Use[] = [
  {
    requirements: ['PATCH-CONVERSATION-01'],
    title: 'updates conversations of every kind',
    write: async (ctx, id, { is_resolved, tags }) => {
      // Its own tags are put back with its flag, if an update may have them.
      const isKept = strings(tags).length > 0 && CONTRACT.validate('ConversationPatch', { tags }).length === 0
      const own = { is_resolved: is_resolved === true, ...(isKept && { tags: strings(tags) }) }
      for (const state of [{ is_resolved: !own.is_resolved }, own]) {
        const answer = await ctx.api.patchConversation(id, state)
        ctx.expect(answer).toAnswer(200)
        ctx.expect(answer).toShow('is_resolved', state.is_resolved, { requirement: 'PATCH-CONVERSATION-03' })
        if (state === own) await expectStored(ctx, answer, own)
      }
    },
  },
  {
    requirements: ['ADD-NOTE-01', 'ADD-NOTE-13'],
    title: 'adds notes to conversations of every kind',
    write: async (ctx, id) => {
      const before = (await ctx.api.conversation(id)).control()
      const note = await ctx.api.addNote(id, { content: ctx.mark() })
      ctx.expect(note).toAnswer(200)
      const after = await transcriptWith(ctx, id, note)
      expectInTranscript(ctx, after, note)
      observeSideEffect(ctx, before, after.control())
    },
  },
  {
    requirements: ['CREATE-LEAD-30', 'CREATE-LEAD-31'],
    title: 'returns the existing lead of conversations of every kind',
    // For a conversation without a lead, one would be created.
    needsLead: true,
    write: async ({ api, expect }, conversation_id, { chatbot_id }) => {
      const answer = await api.createLead({ chatbot_id, conversation_id })
      expect(answer).toAnswer(200)
      expect(answer).toSatisfy(answer.body['existing'] === true, 'existing: true', 'a new lead', {
        requirement: 'CREATE-LEAD-31',
        pointer: '/existing',
      })
    },
  },
]

export const written = suite('Listed conversations', { phase: 'write', lane: 'stranger' }, (verify) => {
  for (const { requirements, title, needsLead = false, write } of USES)
    verify(requirements, title, { needs: ['otherKey'], cost: 0 }, async (ctx) => {
      const { discovery } = ctx.world
      const { main, other = main } = discovery
      const leads = linkedLeads({ ...discovery, main: other })
      const withLead = new Set(conversationsOf(leads))
      const chosen = conversationsOfEveryKind(discovery, ({ id }) => !needsLead || withLead.has(String(id)))
      if (chosen.length === 0) ctx.inconclusive('needs a conversation in the second workspace')

      const theirs = { ...ctx, api: ctx.stranger }
      await ctx.each(chosen, (conversation) => write(theirs, String(conversation['id']), conversation))
    })
})

const TRAITS = [
  'status',
  'is_resolved',
  'is_lead',
  'chatbot_is_active',
  'tags',
  'language_code',
  'visitor_id',
  'message_count',
  'updated_at',
]

/**
 * Conversations of the second workspace that differ most: oldest, longest, each status and flag, paused chatbots,
 * each optional field present and absent.
 * @param isUsable - whether to choose among those like this one
 */
function conversationsOfEveryKind(
  { main, other }: Discovery,
  isUsable: (conversation: JsonObject) => boolean,
): readonly JsonObject[] {
  const isActive = new Map(other?.lists['GET /chatbots'].items.map((item) => [item['id'], item['is_active']]))
  const items = foreignItems(other, main, 'GET /conversations')
    .filter((item) => typeof item['is_resolved'] === 'boolean' && isUsable(item))
    .map((item) => ({ ...item, chatbot_is_active: isActive.get(item['chatbot_id']) }))
  return ofEveryKind(items, TRAITS)
}
