/** GET /leads and GET /leads/{id}, beyond what all lists have in common. Specification part 4. */
import type { Answer } from '../lib/engine/case/answer.ts'
import { LATE_MS } from '../lib/engine/case/certainty.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { oncePerRun } from '../lib/engine/case/run-store.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { reaches } from '../lib/engine/judge/page.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { FULL_PAGE } from '../lib/engine/contract/api.ts'
import { count } from '../lib/engine/util/text.ts'
import { quote, text } from '../lib/engine/util/values.ts'
import { listRule } from './lists/rules.ts'
import { filterCases } from './lists/cases.ts'
import { sameId } from './fields/ids.ts'
import { BEFORE_ALL } from './lists/values.ts'
import { FILTERS } from './lists/filters.ts'
import { detailSuites } from './support/details.ts'
import { plainLead } from './support/leads.ts'

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

const filters = suite(`${LIST} · filters`, {}, (definition) => {
  filterCases(definition, LIST)
})

/** A lead that the run created, as the list shows it now, and the list with all filters. */
const leadByAll = oncePerRun(async (ctx: Context<'chatbot'>) => {
  const { created: lead } = await plainLead(ctx)
  lead.mustBeUsable()
  // Others may have changed the lead since: its present state in the list counts.
  const list = (await ctx.api.fullPage(LIST)).mustBeUsable()
  const item = list.items.find(({ id }) => id === lead.data['id'])
  const query = Object.fromEntries(
    Object.entries(FILTERS[LIST]).map(([name, { field, kind }]) => [
      name,
      item && (kind.bound === undefined ? text(item[field]) : BEFORE_ALL),
    ]),
  )
  return { lead, list, item, query, filtered: await ctx.api.fullPage(LIST, query) }
})

const created = suite(`${LIST} · after writes`, { phase: 'review' }, (verify) => {
  for (const [name, filter] of Object.entries(FILTERS[LIST]))
    verify(
      filter.rule.id,
      `finds leads that the API created by \`${name}\``,
      { needs: ['writes', 'chatbot'] },
      async (ctx) => {
        const { api, expect, inconclusive } = ctx
        const { lead, list, item, query, filtered } = await leadByAll(ctx)
        const value = query[name]
        if (value === undefined) inconclusive('the list without a filter does not show the lead with a value')
        const isIn = ({ items }: Answer): boolean => items.some(({ id }) => id === lead.data['id'])
        // A lead that all filters together find is also found by each of them.
        if (isIn(filtered)) return
        const seen = await api.fullPage(LIST, { [name]: value })

        expect(seen).toAnswer(200)
        const isFound = isIn(seen) || !reaches(seen.exchange, item?.['created_at'])
        expect(seen).toSatisfy(
          isFound,
          `lead ${quote(lead.data['id'])}, whose \`${filter.field}\` is ${quote(item?.[filter.field])}`,
          'an answer without it',
          { also: [list], pointer: '/data' },
        )
      },
    )

  verify(
    listRule(LIST, 'total'),
    'counts the leads that the API created',
    { needs: ['writes', 'chatbot'] },
    async (ctx) => {
      const { api, expect, now, wait, world } = ctx
      const { created: lead } = await plainLead(ctx)
      lead.mustBeUsable()
      const known = world.discovery.main.lists[LIST].total ?? 0
      const offset = Math.max(0, known - FULL_PAGE / 2)
      const ask = (): Promise<Answer> => api.list(LIST, { limit: FULL_PAGE, offset })
      const least = ({ items }: Answer): number => (items.length === 0 ? 0 : offset + items.length)
      const page = (await ask()).mustBeUsable()
      const isCounted = ({ total = Infinity }: Answer): boolean => total >= least(page)
      // A lead may come between the two queries of a page, so that its total lacks the lead.
      if (isCounted(page) || isCounted((await ask()).mustBeUsable())) return
      // A total that is counted only now and then has caught up after a few seconds.
      await wait(now() + LATE_MS, `\`total\` of ${LIST}`)
      const later = (await ask()).mustBeUsable()
      expect(later).toSatisfy(
        isCounted(later),
        `total ${least(page)} or more: ${offset} and ${count(page.items.length, 'lead')} on this page ten seconds before`,
        `total ${later.total}`,
        { also: [page], pointer: '/pagination/total', proof: true },
      )
    },
  )
})

const TRAITS = ['status', 'conversation_id', 'email', 'phone', 'notes']

const detail = detailSuites(DETAIL, {
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

export default [filters, created, ...detail]

export const oracles = [sameId('GET /leads/{id}', 'GET-LEAD-03')]
