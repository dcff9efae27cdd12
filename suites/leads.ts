/** GET /leads and GET /leads/{id}, beyond what all lists have in common. Specification part 4. */
import { absentId } from '../lib/engine/case/absent-ids.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { derived, excluded, must, section } from '../lib/engine/judge/rows.ts'
import { filterCases } from './lists/filter-cases.ts'
import { filterRows } from './lists/filter-rows.ts'
import { sameId } from './fields/ids.ts'
import { askForAlteredIds, expectAsListed, expectFound } from './support/details.ts'

const LIST = 'GET /leads'

const listRows = [
  ...section(
    { part: 2, section: 'Lead', endpoint: LIST },
    excluded(
      'LEADS-90',
      'from the lead form, a human handoff, a booking, or the API',
      'Leads come from the lead form, a human handoff, a booking or the API.',
      'No operation submits a form, hands over or books; CREATE-LEAD-04 covers leads created through the API.',
    ),
  ),
  ...section({ part: 4, section: LIST }, ...filterRows(LIST)),
]

const detailRows = section(
  { part: 4, section: 'GET /leads/{id}' },
  must(
    'GET-LEAD-01',
    'Response 200: { data: Lead }',
    '`GET /leads/{id}` returns 200 for a lead of this workspace.',
  ),
  must('GET-LEAD-02', 'Errors: 404', 'An unknown lead id returns 404.'),
  must('GET-LEAD-03', 'Response 200: { data: Lead }', 'The returned lead has the requested id.'),
  derived(
    'GET-LEAD-04',
    'Response 200: { data: Lead }',
    'Every Lead field has the same value in the detail as in the list.',
    'List and detail show the same lead.',
  ),
)

export const rows = [...listRows, ...detailRows]

const list = suite(`${LIST} · filters`, {}, ({ verify }) => {
  filterCases(verify, LIST)
})

const TRAITS = ['status', 'conversation_id', 'email', 'phone', 'notes']

const detail = suite('GET /leads/{id}', {}, ({ verify }) => {
  verify('GET-LEAD-01', 'returns the lead', { needs: ['lead'], smoke: true }, (ctx) =>
    expectFound(ctx, { list: LIST, read: ctx.api.lead }, ctx.world.lead),
  )

  verify('GET-LEAD-04', 'returns the same field values as the list', { needs: ['lead'] }, (ctx) =>
    expectAsListed(ctx, { resource: 'Lead', list: LIST, answer: 'GET-LEAD-01', read: ctx.api.lead }, TRAITS),
  )

  verify(
    'GET-LEAD-02',
    'returns 404 for an unknown id',
    { needs: ['lead'] },
    async ({ api, world, expect }) => {
      expect(await api.lead(absentId(world.discovery, 'GET /leads'))).toRefuse([404])
    },
  )

  verify('GET-LEAD-03', 'treats a cut, extended or padded id as a different id', {}, (ctx) =>
    askForAlteredIds(ctx, LIST, ctx.api.lead),
  )
})

export default [list, detail]

export const plainAnswers = ['GET-LEAD-01']

export const oracles = [sameId('GET /leads/{id}', 'GET-LEAD-03')]
