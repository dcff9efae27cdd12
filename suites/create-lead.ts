/** POST /leads: accepted bodies and their effect. Specification parts 2, 4 and 8. */
import { suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import {
  beforeNow,
  expectLeadMatches,
  expectCreatedLeads,
  lostOnPlainPage,
  lostSince,
  expectStoredLead,
} from './steps/leads/created-leads.ts'
import { CARRIED, LEAD_BOUNDS, NULLABLE } from '../lib/harness/writes.ts'
import { oneFieldEach, atBounds, unusualLead } from './steps/leads/lead-bodies.ts'
import { createdLeads, fullLead, plainLead } from './support/leads.ts'
import { expectNoRefusedLead } from './steps/leads/refused-leads.ts'
import { quote } from '../lib/util/values.ts'

const creation = suite('POST /leads', { phase: 'write', lane: 'lead' }, (verify) => {
  verify(
    ['CREATE-LEAD-01', 'CREATE-LEAD-02', 'CREATE-LEAD-03', 'CREATE-LEAD-04', 'CREATE-LEAD-33'],
    'creates a lead with what was sent',
    { needs: ['chatbot'], cost: 4, smoke: true },
    async (ctx) => {
      const { api, expect } = ctx
      const { body, created } = await plainLead(ctx)
      expect(created).toAnswer(200)
      expect(created).toSatisfy(
        created.body['existing'] !== true,
        'no `existing: true` on a new lead',
        'existing true',
        { requirement: 'CREATE-LEAD-33', pointer: '/existing' },
      )
      expectLeadMatches(ctx, created, { lead: created.data, sent: body }, { requirement: 'CREATE-LEAD-02' })

      const id = String(created.data['id'])
      const [detail, list, filtered] = await Promise.all([
        api.lead(id),
        api.fullPage('GET /leads'),
        api.fullPage('GET /leads', { status: body.status }),
      ])
      expectStoredLead(ctx, { created, detail, pages: [list, filtered] }, body)
    },
  )

  verify(
    ['CREATE-LEAD-01', 'CREATE-LEAD-02', 'CREATE-LEAD-03'],
    'takes fields as people write them',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      const { api, world, expect, each, mark } = ctx
      const body = unusualLead(world.chatbot, mark())
      const created = await api.createLead(body)
      if (created.status !== 200) {
        // One field at a time, so that a refusal names its field.
        await each(oneFieldEach(body), async ({ field, one }) => {
          expect(await api.createLead(one)).toAnswer(200, { pointer: `/${field}` })
        })
      }
      expect(created).toAnswer(200)
      expectLeadMatches(ctx, created, { lead: created.data, sent: body }, { requirement: 'CREATE-LEAD-02' })
    },
  )

  verify(
    ['CREATE-LEAD-01', 'OPEN-17'],
    'is content with a chatbot',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      // A paused chatbot takes leads too; where there is one, it shows that only existence is checked.
      const chatbots = ctx.world.discovery.main.lists['GET /chatbots'].items
      const [paused] = idsOf(chatbots.filter((item) => item['is_active'] === false))
      const minimal = await ctx.api.createLead({ chatbot_id: paused ?? ctx.world.chatbot })

      // If the list leaks chatbots of another workspace, a POST for one of them returns 404.
      ctx.expect(minimal).toAnswer(200)
      ctx.observe('OPEN-17', `status ${quote(minimal.data['status'])}`, minimal)
    },
  )

  verify(
    'CREATE-LEAD-09',
    'accepts null where it is allowed',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      const { api, world, expect, each, mark } = ctx
      const nothing = await api.createLead({
        chatbot_id: world.chatbot,
        ...Object.fromEntries(NULLABLE.map((field) => [field, null])),
      })
      if (nothing.status === 200) {
        const invented = NULLABLE.filter((field) => CARRIED.includes(field)).find(
          (field) => typeof nothing.data[field] === 'string' && nothing.data[field] !== '',
        )
        expect(nothing).toSatisfy(
          invented === undefined,
          `no ${invented}: null was sent`,
          quote(nothing.data[invented ?? '']),
          { requirement: 'CREATE-LEAD-02', pointer: `/data/${invented}` },
        )
        return
      }
      await each(NULLABLE, async (field) => {
        const one = await api.createLead({ ...fullLead(world.chatbot, mark()), [field]: null })
        expect(one).toAnswer(200, { pointer: `/${field}` })
      })
      expect(nothing).toAnswer(200)
    },
  )

  verify(
    ['CREATE-LEAD-28', 'CREATE-LEAD-04'],
    'creates nothing where it refuses, and keeps what it created',
    { needs: ['chatbot'], cost: 2, reviews: ['POST /leads'] },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const name = mark()
      const late = await api.createLead({
        ...fullLead(world.chatbot, name),
        name,
        source_url: 7,
      })
      const known = createdLeads(ctx)
      const list = (await api.fullPage('GET /leads')).control()

      expectNoRefusedLead(ctx, list)
      expect(late).toRefuse([400], { requirement: 'CREATE-LEAD-17' })
      await expectCreatedLeads(ctx, list, known)
    },
  )
})

const bounds = suite('POST /leads · bounds', { phase: 'write', lane: 'lead' }, (verify) => {
  verify(
    // The first requirement names the case.
    ['CREATE-LEAD-20', ...LEAD_BOUNDS.slice(1).map(({ requirement }) => requirement)],
    'accepts every field at its longest',
    { needs: ['chatbot'], cost: 2 },
    async (ctx) => {
      const { api, world, expect, each, mark } = ctx
      const body = atBounds(world.chatbot, mark())
      const longest = await api.createLead(body)
      if (longest.status !== 200) {
        await each(LEAD_BOUNDS, async ({ field, requirement }) => {
          const one = await api.createLead({ chatbot_id: world.chatbot, [field]: body[field] })
          expect(one).toAnswer(200, { requirement, pointer: `/${field}` })
        })
      }
      expect(longest).toAnswer(200)
      const detail = await api.lead(String(longest.data['id']))
      expect(detail).toAnswer(200, {
        requirement: 'CREATE-LEAD-04',
        also: [longest],
      })
      await each(LEAD_BOUNDS, async ({ field, requirement }) => {
        const stored = detail.data[field]
        expect(detail).toSatisfy(
          typeof stored !== 'string' || stored.length === body[field]?.length,
          `${field} of ${body[field]?.length} characters`,
          `${String(stored).length} characters`,
          {
            requirement,
            also: [longest],
            pointer: `/data/${field}`,
          },
        )
      })
    },
  )
})

const afterwards = suite('POST /leads · afterwards', { phase: 'review' }, (verify) => {
  verify(
    ['CREATE-LEAD-04', 'CREATE-LEAD-28'],
    'has kept every lead, and nothing of what it refused',
    { needs: ['writes', 'chatbot'], cost: 1, reviews: ['POST /leads'] },
    async (ctx) => {
      const known = createdLeads(ctx)
      if (known.length === 0) ctx.inconclusive('needs a lead that was created in this run')
      const list = (await ctx.api.fullPage('GET /leads')).control()

      expectNoRefusedLead(ctx, list)
      await expectCreatedLeads(ctx, list, known)
    },
  )

  verify(
    ['CREATE-LEAD-04', 'LIST-LEADS-22'],
    'shows new leads to whoever asks for the newest',
    { needs: ['writes', 'chatbot'], cost: 2, reviews: ['POST /leads'] },
    async (ctx) => {
      const { api, world, expect, inconclusive } = ctx
      const known = createdLeads(ctx)
      if (known.length === 0) inconclusive('needs a lead that was created in this run')
      const plain = await lostOnPlainPage(api, known)
      expect(plain.page).toSatisfy(
        plain.ids.length === 0,
        `the leads ${quote(plain.ids)}, which were created before`,
        'a list without these leads',
        {},
      )

      const since = beforeNow(world.discovery, Date.now())
      if (since === undefined) return
      const recent = await lostSince(api, since, known)
      expect(recent.page).toSatisfy(
        recent.ids.length === 0,
        `the leads ${quote(recent.ids)}, which were captured now`,
        'a list without these leads',
        {
          requirement: 'LIST-LEADS-22',
        },
      )
    },
  )
})

export default [creation, bounds, afterwards]
