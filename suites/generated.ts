/** Generated ids, queries and bodies: valid ones, and ones with a single defect. Specification parts 4 and 8. */
import { generator, type Harmless, type OddBody, sendDefective } from './input/generator.ts'
import { refusals } from './input/refusal.ts'
import { type Context, suite } from '../lib/harness/context.ts'
import { quote } from '../lib/util/values.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { asSent } from '../lib/harness/bodies.ts'
import type { Blame } from '../lib/harness/expect.ts'
import { type State, updateTarget } from './support/conversations.ts'
import { expectState, stored } from './update-conversation/stored.ts'
import { leadWithConversation } from './support/leads.ts'
import { RawBody } from '../lib/harness/actor.ts'
import { expectNoServerError } from './odd-input/inputs.ts'
import { linkedLeads } from '../lib/harness/chosen-items.ts'

const reads = suite('Generated requests', { generated: true }, (verify) => {
  verify('INPUT-01', 'answers 404 or 400 for odd ids', { cost: 0, costAlone: 5 }, async (ctx) => {
    const { paths } = await generator(ctx)

    await ctx.each(paths(), async ({ value: { path, statuses }, replay }) => {
      ctx.expect(await ctx.bystander.get(path)).toRefuse(statuses, { replay })
    })
  })

  verify('INPUT-02', 'survives odd query values', { cost: 0, costAlone: 5 }, async (ctx) => {
    const { queries } = await generator(ctx)

    await ctx.each(queries(), async ({ value: { path, query }, replay }) => {
      const answer = (await ctx.bystander.request({ method: 'GET', path, query })).arrived()
      expectNoServerError(ctx.expect, answer, { to: query, replay })
    })
  })
})

const updates = suite(
  'PATCH /conversations/{id} · generated',
  { phase: 'write', lane: 'conversation', generated: true },
  (verify) => {
    verify(
      'INPUT-04',
      'stores every generated valid update',
      { needs: ['updateTarget'], cost: 6 },
      async (ctx) => {
        const { valid } = await generator(ctx)
        const { id, api, expect, mark } = await updateTarget(ctx)
        let state: State = {}
        for (const { value, replay } of valid('ConversationPatch', { mark: mark(), fixed: {} })) {
          const answer = (await api.patchConversation(id, value)).arrived()
          const blame = { replay }
          const received = `status ${answer.status} to ${quote(value)}`
          expect(answer).toSatisfy(answer.status === 200, 'status 200', received, {
            ...blame,
            status: answer.status,
          })
          state = { ...state, ...value }
          expectState(ctx, answer, state, blame)
        }
        expectState(ctx, await stored(ctx, id, state), state, {})
      },
    )

    verify(
      'INPUT-04',
      'refuses every generated update with a defect',
      { needs: ['updateTarget'], cost: 7 },
      async (ctx) => {
        const { defective } = await generator(ctx)
        const { id, api, expect, mark } = await updateTarget(ctx)
        const before = (await api.conversation(id)).control()
        const tag = mark()
        const bodies = defective('ConversationPatch', {
          mark: tag,
          // A flag beside the defect would visibly change if the body were carried out.
          values: { is_resolved: before.data['is_resolved'] !== true },
          fixed: {},
        })
        const attempts = await sendDefective('ConversationPatch', bodies, (body, raw) =>
          api.patchConversation(id, asSent(body, raw)),
        )
        await ctx.each(refusals(attempts), async ({ answer, terms }) =>
          expect(answer.arrived()).toSatisfy(...terms),
        )
        if (!areRefused(attempts)) return

        const after = (await api.conversation(id)).control()
        const blame = {
          also: attempts.map(({ answer }) => answer),
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

/** Whether all were refused: a body that was accepted, which is reported, may have an effect. */
function areRefused(attempts: readonly { readonly answer: Answer }[]): boolean {
  return attempts.every(({ answer }) => answer.isRefusal)
}

const notes = suite('Notes · generated', { phase: 'write', lane: 'note', generated: true }, (verify) => {
  verify(
    'INPUT-05',
    'accepts every generated valid note',
    { needs: ['noteTarget'], cost: 1 },
    async (ctx) => {
      const { valid } = await generator(ctx)
      // Notes cannot be deleted: one for every ten inputs.
      const most = Math.ceil(ctx.settings.fuzzRuns / 10)

      await ctx.each(
        valid('MessageCreate', { mark: ctx.mark(), fixed: {} }, most),
        async ({ value, replay }) => {
          const answer = (await ctx.api.addNote(ctx.world.noteTarget, value)).arrived()
          const blame = { replay }
          ctx
            .expect(answer)
            .toSatisfy(answer.status === 200, 'status 200', `status ${answer.status} to ${quote(value)}`, {
              ...blame,
              status: answer.status,
            })
        },
      )
    },
  )

  verify(
    'INPUT-05',
    'refuses every generated note with a defect',
    { needs: ['noteTarget'], cost: 6 },
    async (ctx) => {
      const { defective } = await generator(ctx)
      const mark = ctx.mark()
      const bodies = defective('MessageCreate', { mark, fixed: {} })
      const attempts = await sendDefective('MessageCreate', bodies, (body, raw) =>
        ctx.api.addNote(ctx.world.noteTarget, asSent(body, raw)),
      )
      await ctx.each(refusals(attempts), async ({ answer, terms }) =>
        ctx.expect(answer.arrived()).toSatisfy(...terms),
      )
      if (!areRefused(attempts)) return

      const after = (await ctx.api.conversation(ctx.world.noteTarget)).control()
      ctx
        .expect(after)
        .toSatisfy(
          !JSON.stringify(after.data).includes(mark),
          'no message of a refused body',
          'one of them',
          {
            pointer: '/data/messages',
            also: attempts.map(({ answer }) => answer),
          },
        )
    },
  )
})

const leads = suite(
  'POST /leads · generated',
  { phase: 'write', lane: 'lead', generated: true },
  (verify) => {
    verify(
      'INPUT-03',
      'accepts every generated valid lead',
      { needs: ['conversationForLead'], cost: 5 },
      async (ctx) => {
        const mark = ctx.mark()
        const { valid } = await generator(ctx)
        const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
        // This conversation already has its lead, so deduplication creates none.
        const fixed = { chatbot_id, conversation_id }

        await ctx.each(valid('LeadCreate', { mark, fixed }), async ({ value, replay }) => {
          const answer = (await ctx.api.createLead(value)).arrived()
          ctx
            .expect(answer)
            .toSatisfy(answer.status === 200, 'status 200', `status ${answer.status} to ${quote(value)}`, {
              status: answer.status,
              replay,
            })
        })
      },
    )

    verify(
      'INPUT-03',
      'refuses every generated lead with a defect',
      { needs: ['chatbot'], cost: 6 },
      async (ctx) => {
        const { defective } = await generator(ctx)
        const mark = ctx.mark()
        // Two fields carry the mark, so a lead that is created in spite of its defect shows at least one.
        const fixed = { chatbot_id: ctx.world.chatbot, name: mark, status: mark }
        const bodies = defective('LeadCreate', { mark, fixed, without: ['conversation_id'] })
        const attempts = await sendDefective(
          'LeadCreate',
          bodies,
          async (body, raw) => await ctx.api.createLead(asSent(body, raw)),
        )
        await ctx.each(refusals(attempts), async ({ answer, terms }) =>
          ctx.expect(answer.arrived()).toSatisfy(...terms),
        )
        if (!areRefused(attempts)) return

        const newest = (await ctx.api.fullPage('GET /leads')).control()
        const left = newest.items.find((item) => JSON.stringify(item).includes(mark))
        ctx.expect(newest).toSatisfy(left === undefined, 'no lead of a refused body', () => quote(left), {
          also: attempts.map(({ answer }) => answer),
          requirement: 'CREATE-LEAD-28',
        })
      },
    )
  },
)

const oddJson = suite(
  'Generated JSON',
  { phase: 'write', lane: 'conversation', generated: true },
  (verify) => {
    verify(
      'INPUT-06',
      'survives odd JSON',
      { needs: ['updateTarget', 'noteTarget'], cost: 5, deep: true },
      async (ctx) => {
        const { bodies } = await generator(ctx)
        const [update, ...leads] = await harmlessBodies(ctx)
        const note: Harmless = { operation: 'note', fields: {}, open: [], typed: ['content'] }

        await ctx.each(bodies([update, note, ...leads]), ({ value, replay }) => survives(ctx, value, replay))
      },
    )

    verify(
      'INPUT-06',
      'survives further members of any name in valid bodies',
      { needs: ['updateTarget', 'noteTarget'], cost: 3 },
      async (ctx) => {
        const { extended } = await generator(ctx)
        const bodies = await harmlessBodies(ctx)

        await ctx.each(extended(bodies), ({ value, replay }) => survives(ctx, value, replay))
      },
    )
  },
)

/** An update to the present value, and a lead for a conversation that has one, if there is such a conversation. */
async function harmlessBodies(ctx: Context<'updateTarget'>): Promise<readonly [Harmless, ...Harmless[]]> {
  const { before } = await updateTarget(ctx)
  const leads = linkedLeads(ctx.world.discovery, 1).map((lead): Harmless => ({
    operation: 'lead',
    fields: { chatbot_id: lead['chatbot_id'], conversation_id: lead['conversation_id'] },
    open: ['company', 'source'],
    typed: ['name', 'status', 'notes'],
  }))
  const update: Harmless = {
    operation: 'patch',
    fields: { is_resolved: before.data['is_resolved'] === true },
    open: [],
    typed: ['tags', 'is_resolved'],
  }
  return [update, ...leads]
}

/** Sends a body; the answer is no server error. */
async function survives(
  ctx: Context<'updateTarget' | 'noteTarget'>,
  body: OddBody,
  replay: Blame['replay'],
): Promise<void> {
  const answer = (await send(ctx, body)).arrived()
  expectNoServerError(ctx.expect, answer, { to: body.text, replay })
}

async function send(
  ctx: Context<'updateTarget' | 'noteTarget'>,
  { operation, text }: OddBody,
): Promise<Answer> {
  const { api, world } = ctx
  const body = new RawBody(text)
  if (operation === 'patch') return api.patchConversation(String(world.updateTarget['id']), body)
  if (operation === 'lead') return await api.createLead(body)
  return ctx.api.addNote(world.noteTarget, body)
}

export default [reads, updates, notes, leads, oddJson]
