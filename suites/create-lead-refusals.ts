/** POST /leads: bounds and refusals. Specification parts 4 and 8. */
import type { Answer } from '../lib/harness/answer.ts'
import { suite } from '../lib/harness/context.ts'
import { absentId, linkedLeads } from '../lib/harness/chosen-items.ts'
import { noObjects } from '../lib/harness/bodies.ts'
import { quote } from '../lib/util/values.ts'
import { leadProbe } from './steps/conversations/probe-workspace.ts'
import { BEYOND_BOUND, WRONG } from './steps/leads/lead-bodies.ts'
import { leadsLeftByRefusals } from './steps/leads/refused-leads.ts'

/** A valid lead with its mark in two fields: if a case replaces one of them, the other still carries it. */
const marked = (chatbot: string, mark: string): Record<string, unknown> => ({
  chatbot_id: chatbot,
  name: mark,
  status: mark,
})

const refusals = suite('POST /leads · refusals', { phase: 'refuse' }, (verify) => {
  for (const { requirement, field, value } of BEYOND_BOUND) {
    verify(
      requirement,
      `refuses a ${field} that is too long`,
      { needs: ['chatbot'], cost: 1 },
      async (ctx) => {
        const { actor, chatbot } = leadProbe(ctx)
        const body = { ...marked(chatbot, ctx.mark()), [field]: value }
        const refused = await actor.createLead(body)

        ctx.expect(refused).toRefuse([400], { pointer: `/${field}` })
      },
    )
  }

  for (const { requirement, field, values, further, around, texts = [], statuses = [400] } of WRONG) {
    verify(
      requirement,
      `refuses a ${field} of a wrong kind`,
      { needs: ['chatbot'], cost: values.length + texts.length },
      async (ctx) => {
        const { actor, chatbot, spare } = leadProbe(ctx)
        const answerTo = async (value: unknown): Promise<Answer> =>
          await actor.createLead({ ...marked(chatbot, ctx.mark()), [field]: value })
        const refuses = (answer: Answer): void =>
          ctx.expect(answer).toRefuse(statuses, { pointer: `/${field}` })

        const more = spare ? [...further, ...(around?.(chatbot) ?? [])] : []
        await ctx.each<unknown>([...values, ...more], async (value) => refuses(await answerTo(value)))
        const answers = await Promise.all(texts.map(answerTo))
        const refused = answers.filter(({ status = 0 }) => status < 200 || status >= 300)
        await ctx.each(refused.length === 0 ? answers : refused, async (answer) => refuses(answer))
      },
    )
  }

  verify(
    'CREATE-LEAD-12',
    'refuses a wrong kind for a conversation, too',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      const { actor, linked, bare } = leadProbe(ctx)
      // Preferably one with a lead: a service may return that before it looks at the rest of the body.
      const { chatbot_id, conversation_id = bare?.['id'] } =
        linked ?? bare ?? ctx.inconclusive('needs a conversation')
      const refused = await actor.createLead({ chatbot_id, conversation_id, name: 7 })

      ctx.expect(refused).toRefuse([400], { pointer: '/name' })
    },
  )

  verify(
    'CREATE-LEAD-05',
    'refuses a body without chatbot_id',
    { needs: ['chatbot'], cost: 3 },
    async (ctx) => {
      const [linked] = linkedLeads(ctx.world.discovery)
      const bodies = [
        {},
        { name: ctx.mark() },
        ...(linked === undefined ? [] : [{ conversation_id: linked['conversation_id'] }]),
      ]

      await ctx.each<unknown>(bodies, async (body) => {
        ctx.expect(await ctx.api.createLead(body)).toRefuse([400])
      })
    },
  )

  verify(
    'CREATE-LEAD-06',
    'refuses a body that is no JSON object',
    { needs: ['chatbot'], cost: 7 },
    async (ctx) => {
      await ctx.each(noObjects({ chatbot_id: ctx.world.chatbot, name: ctx.mark() }), async (body) => {
        ctx.expect(await ctx.api.createLead(body)).toRefuse([400])
      })
    },
  )

  verify(
    'CREATE-LEAD-07',
    'answers 404 for a chatbot of nothing',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      const answer = await ctx.api.createLead({ chatbot_id: absentId(ctx.world.chatbot), name: ctx.mark() })

      ctx.expect(answer).toRefuse([404])
    },
  )

  verify(
    'CREATE-LEAD-07',
    'answers 404 for a chatbot of nothing beside a known conversation',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      const { actor, chatbot, bare } = leadProbe(ctx)
      const { id: conversation_id } = bare ?? ctx.inconclusive('needs a conversation without a lead')
      const body = { ...marked(absentId(chatbot), ctx.mark()), conversation_id }
      const answer = await actor.createLead(body)

      ctx.expect(answer).toRefuse([404])
    },
  )

  verify(
    'CREATE-LEAD-08',
    'answers 404 for a conversation of nothing',
    { needs: ['chatbot', 'conversation'], cost: 1 },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const answer = await api.createLead({
        chatbot_id: world.chatbot,
        conversation_id: absentId(world.conversation),
        name: mark(),
      })

      expect(answer).toRefuse([404])
    },
  )
})

const afterwards = suite(
  'POST /leads · what refusals leave',
  { phase: 'write', lane: 'stranger' },
  (verify) => {
    verify(
      'CREATE-LEAD-28',
      'has created nothing where it refused, with whichever key',
      { needs: ['chatbot'], cost: 1, reviews: ['POST /leads'] },
      async (ctx) => {
        const { list, left, refusals } = await leadsLeftByRefusals(ctx)

        ctx.expect(list).toSatisfy(left === undefined, 'no lead of a refused body', () => quote(left), {
          also: refusals,
          pointer: '/data',
        })
      },
    )
  },
)

export default [refusals, afterwards]
