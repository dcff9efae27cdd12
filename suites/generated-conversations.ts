/** PATCH /conversations/{id} with generated bodies. Specification parts 4 and 8. */
import { explanations, generator, refusals, sendPlanted } from '../lib/generate/index.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { asSent } from '../lib/harness/bodies.ts'
import { type Context, suite } from '../lib/harness/case.ts'
import type { Blame } from '../lib/harness/expect.ts'
import { patient, showsTags } from './steps/conversations/updates.ts'
import { quote, type Row } from '../lib/util/values.ts'

const STORED = [
  'PATCH-CONVERSATION-02',
  'PATCH-CONVERSATION-03',
  'PATCH-CONVERSATION-13',
  'PATCH-CONVERSATION-14',
  'PATCH-CONVERSATION-16',
  'GET-CONVERSATION-04',
  'GET-CONVERSATION-03',
]

export default suite(
  'PATCH /conversations/{id} · generated',
  { phase: 'write', lane: 'conversation', generated: true },
  (verify) => {
    verify(
      'INPUT-04',
      'stores every generated valid update',
      { needs: ['patient'], cost: 6 },
      async (ctx) => {
        const { valid } = await generator(ctx)
        const { id, api, expect, mark } = await patient(ctx)
        let state: Row = {}
        for (const { value, replay } of valid('ConversationPatch', { mark: mark(), fixed: {} })) {
          const answer = (await api.patchConversation(id, value)).arrived()
          const blame = { replay, explainedBy: [...explanations('ConversationPatch', value), ...STORED] }
          const received = `status ${answer.status} to ${quote(value)}`
          expect(answer).toSatisfy(answer.status === 200, 'status 200', received, blame)
          state = { ...state, ...value }
          shows(ctx, answer, state, blame)
        }
        const after = (await api.conversation(id)).control()

        shows(ctx, after, state, { explainedBy: STORED })
      },
    )

    verify(
      'INPUT-04',
      'refuses every generated update with a defect',
      { needs: ['patient'], cost: 7 },
      async (ctx) => {
        const { planted } = await generator(ctx)
        const { id, api, expect, mark } = await patient(ctx)
        const before = (await api.conversation(id)).control()
        const tag = mark()
        const bodies = planted('ConversationPatch', {
          mark: tag,
          // Where a body names it beside its defect, it would change.
          values: { is_resolved: before.data['is_resolved'] !== true },
          fixed: {},
        })
        const shots = await sendPlanted('ConversationPatch', bodies, (body, raw) =>
          api.patchConversation(id, asSent(body, raw)),
        )
        await ctx.each(refusals(shots), async ({ answer, terms }) =>
          expect(answer.arrived()).toSatisfy(...terms),
        )

        const after = (await api.conversation(id)).control()
        const blame = {
          also: shots.map(({ answer }) => answer),
          explainedBy: ['PATCH-CONVERSATION-15'],
        }
        const tags = JSON.stringify(after.data['tags'] ?? [])
        expect(after).toSatisfy(!tags.includes(tag), 'the tags that were there', tags, {
          ...blame,
          pointer: '/data/tags',
        })
        expect(after).toShow('is_resolved', before.data['is_resolved'], blame)
      },
    )
  },
)

/** Expects a conversation to show the fields that updates gave it. */
function shows(ctx: Context<'patient'>, answer: Answer, state: Row, blame: Blame): void {
  const { tags, is_resolved: resolved } = state
  if (Array.isArray(tags)) showsTags(ctx, answer, answer.data, tags.map(String), blame)
  if (typeof resolved === 'boolean') ctx.expect(answer).toShow('is_resolved', resolved, blame)
}
