/** GET /leads and GET /leads/{id}, beyond what all lists have in common. Specification part 4. */
import type { Answer } from '../lib/engine/case/answer.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { FULL_PAGE } from '../lib/engine/contract/api.ts'
import { count } from '../lib/engine/util/text.ts'
import { quote, text } from '../lib/engine/util/values.ts'
import { listRule } from './lists/rules.ts'
import { filterCases } from './lists/cases.ts'
import { sameId } from './fields/ids.ts'
import { BEFORE_ALL } from './lists/values.ts'
import { FILTERS } from './lists/filters.ts'
import { detailCases } from './support/details.ts'
import { plainLead } from './support/leads.ts'
import { writtenBy } from './writes/expected.ts'
import { lookAt } from './writes/stored.ts'
import { itemAt } from './writes/table.ts'

export const theme = 'lists'

const LIST = 'GET /leads'
const DETAIL = 'GET /leads/{id}'

const detailed = statementsOf({ part: 4, section: DETAIL })

export const rows = [
  statementsOf({ part: 2, section: 'Lead', endpoint: LIST }).excluded(
    'LEADS-90',
    'from the lead form, a human handoff, a booking, or the API',
    'Leads come from the lead form, a human handoff, a booking or the API.',
    'No operation submits a form, hands over or books; CREATE-LEAD-04 covers leads created through the API.',
  ),
]

const list = suite(`${LIST} · filters`, {}, (definition) => {
  filterCases(definition, LIST)
})

const created = suite(`${LIST} · after writes`, { phase: 'review' }, (verify) => {
  for (const [name, filter] of Object.entries(FILTERS[LIST]))
    verify(
      filter.rule.id,
      `finds leads that the API created by \`${name}\``,
      { needs: ['writes', 'chatbot'] },
      async (ctx) => {
        const { api, expect, inconclusive } = ctx
        const { created: lead } = await plainLead(ctx)
        // Somebody may have changed the lead since: the value is that of its detail now.
        const detail = (await api.lead(String(lead.mustBeUsable().data['id']))).mustBeUsable()
        const value = name === 'since' ? BEFORE_ALL : text(detail.data[filter.field])
        const ask = (): Promise<Answer> => api.fullPage(LIST, { [name]: value })
        const wanted = writtenBy(ctx, [lead])
        const { seen, faults } = await lookAt(ctx, ask, wanted, 'later')

        expect(seen).toAnswer(200)
        const lost = faults.find(({ field }) => field === undefined)
        // What no list shows, or shows with another value by now, is lost by no filter: CREATE-LEAD-04 judges that.
        const list = lost && (await api.fullPage(LIST)).mustBeUsable()
        const item = lost && list && itemAt(list.exchange, lost.wanted.place)?.item
        if (lost && item?.[filter.field] !== detail.data[filter.field])
          inconclusive('the list without a filter does not show the lead with that value either')
        expect(seen).toSatisfy(
          lost === undefined,
          `${lost?.expected}, whose \`${filter.field}\` is ${quote(detail.data[filter.field])}`,
          `${lost?.received}`,
          { also: [detail], pointer: '/data' },
        )
      },
    )

  verify(
    listRule(LIST, 'total'),
    'counts the leads that the API created',
    { needs: ['writes', 'chatbot'] },
    async (ctx) => {
      const { api, expect, eventually, world } = ctx
      const { created: lead } = await plainLead(ctx)
      lead.mustBeUsable()
      const known = world.discovery.main.lists[LIST].total ?? 0
      const offset = Math.max(0, known - FULL_PAGE / 2)
      // A total that is counted now and then has caught up after a few seconds.
      const page = await eventually(
        () => api.list(LIST, { limit: FULL_PAGE, offset }),
        ({ items, total = 0 }) => items.length <= Math.max(0, total - offset),
      )
      const { items, total = 0 } = page.mustBeUsable()
      expect(page).toSatisfy(
        items.length <= Math.max(0, total - offset),
        `total ${offset + items.length} or more: ${offset} and ${count(items.length, 'lead')} on this page`,
        `total ${total}`,
        { pointer: '/pagination/total' },
      )
    },
  )
})

const TRAITS = ['status', 'conversation_id', 'email', 'phone', 'notes']

const detail = suite(DETAIL, {}, (verify) => {
  detailCases(verify, {
    list: LIST,
    name: 'lead',
    fields: TRAITS,
    answered: detailed.must(
      'GET-LEAD-01',
      'Response 200: { data: Lead }',
      '`GET /leads/{id}` returns 200 for a lead of this workspace.',
      major('Whoever follows a `lead.created` event to the lead finds nothing.'),
    ),
    asListed: detailed.derived(
      'GET-LEAD-04',
      'Response 200: { data: Lead }',
      'Every Lead field has the same value in the detail as in the list.',
      'List and detail show the same lead.',
      major('A contact is called on one number or another, depending on which answer a client read.'),
    ),
    unknown: detailed.must(
      'GET-LEAD-02',
      'Errors: 404',
      'An unknown lead id returns 404.',
      major('A CRM cannot tell a lead that was deleted from a service that is broken.'),
    ),
    ownId: detailed.must(
      'GET-LEAD-03',
      'Response 200: { data: Lead }',
      'The returned lead has the requested id.',
      major('The details of one person are written over those of another.'),
    ),
  })
})

export default [list, created, detail]

export const oracles = [sameId('GET /leads/{id}', 'GET-LEAD-03')]
