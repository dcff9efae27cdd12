/**
 * GET /reservations: statuses, and the window of `from` and `to`, beyond the rules of all lists.
 * Specification part 4.
 */
import type { Query } from '../lib/engine/case/actor.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { shuffler } from '../lib/engine/case/cover.ts'
import { everyItem } from '../lib/engine/case/discovery.ts'
import { fieldValues, idsOf } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { filterCases, type ReadsCase, uses, verifyReads } from './lists/cases.ts'
import { expectUnknown } from './support/unknown.ts'

export const theme = 'filters'

const LIST = 'GET /reservations'

const part2 = statementsOf({ part: 2, section: 'Reservation', endpoint: LIST })
const part4 = statementsOf({ part: 4, section: LIST })

export const rows = [
  statementsOf({ part: 3, section: '', endpoint: '*' }).excluded(
    'STATES-90',
    'Reservation status transitions: not shown',
    'Not testable: transitions of conversation, reservation, lead and booking statuses.',
    'The specification does not show them.',
  ),
  statementsOf({ part: 1, section: '', endpoint: LIST }).excluded(
    'RESERVATIONS-90',
    'visitors or the team create them',
    'Visitors or the team create reservations.',
    'No operation of the API creates one.',
  ),
  part2.excluded(
    'RESERVATIONS-91',
    'the same person across all agents in the workspace',
    '`customer_id` identifies the same guest across all agents of the workspace.',
    'The API shows no guest records to compare with.',
  ),
  part2.excluded(
    'RESERVATIONS-92',
    'null once the service was deleted',
    '`service_id` is null once the service was deleted, and `service_name` keeps the name.',
    'The API neither shows nor deletes services.',
  ),
  part4.excluded(
    'SERVICES-01',
    'reservation-services endpoint',
    'Not testable: the reservation-services endpoint that `service_id` refers to.',
    'The specification shows neither its path nor its response.',
  ),
]

/** Requirements on drawn reads, in addition to those of every list. */
const DRAWN: readonly ReadsCase[] = [
  {
    rule: part4.must(
      'LIST-RESERVATIONS-22',
      'comma-separated list of reservation statuses',
      'Comma-separated statuses return exactly the reservations with one of those statuses.',
      major('A plan of the day lacks the guests of one of its statuses.'),
    ),
    title: 'filters by several `status` values',
    includes: ({ filters }) => filters.some(({ requirement }) => requirement === 'LIST-RESERVATIONS-22'),
    needed: 'reservations of three statuses',
  },
  {
    rule: part4.must(
      'LIST-RESERVATIONS-23',
      'when omitted, every status except held and blocked is returned',
      'A request without `status` returns every status except `held` and `blocked`.',
      major('Times that are only held or blocked look like guests, and guests stay unseen.'),
    ),
    title: 'hides `held` and `blocked` without `status`',
    includes: (read) => !uses('status')(read),
    needed: 'reservations that are held or blocked, and others',
    smoke: true,
  },
  {
    rule: part4.must(
      'LIST-RESERVATIONS-24',
      'held and blocked are returned only when named',
      'A `status` that names `held` or `blocked` returns those reservations.',
      major('A client that plans around blocked times never sees them, and books over them.'),
    ),
    title: 'returns `held` and `blocked` if `status` names them',
    includes: ({ filters }) => filters.some(({ requirement }) => requirement === 'LIST-RESERVATIONS-24'),
    needed: 'reservations that are held or blocked, and others',
  },
  {
    rule: part4.derived(
      'LIST-RESERVATIONS-29',
      'from',
      '`from` and `to` together return exactly the reservations that start inside the window.',
      'Both bounds apply.',
      major('A calendar that shows a week has reservations of another one.'),
    ),
    title: 'filters by `from` and `to` together',
    includes: (read) => uses('from')(read) && uses('to')(read),
    needed: 'reservations inside and outside a window',
  },
]

const filters = suite(`${LIST} · filters`, {}, (verify) => {
  filterCases(verify, LIST)
  for (const reads of DRAWN) verifyReads(verify, LIST, reads)

  verify(
    'LIST-RESERVATIONS-29',
    'returns an empty page for a window without reservations',
    {},
    async (ctx) => {
      const page = await ctx.api.reservations(LONG_AGO)
      ctx.expect(page).toAnswer(200)
    },
  )
})

/** Nobody had reservations then: the answer is an empty page, not an error. */
const LONG_AGO = { from: '1990-01-01T00:00:00Z', to: '1990-01-02T00:00:00Z' }
const BACKWARDS = { from: '2026-03-01T00:00:01Z', to: '2026-03-01T00:00:00Z' }

const VALID = { status: 'confirmed', since: LONG_AGO.from, ...LONG_AGO }

const REFUSED: readonly {
  readonly rule: Requirement
  readonly title: string
  readonly queries: readonly Query[]
  readonly smoke?: true
}[] = [
  {
    rule: part4.must(
      'LIST-RESERVATIONS-25',
      'unknown status',
      'An unknown `status` returns 400.',
      major('A client with a misspelt status shows an empty calendar, and nobody notices.'),
    ),
    title: 'refuses an unknown `status`',
    // A word that is no status anywhere; then words that resemble one, in this service or in others.
    queries: ['asleep', 'confirmedx', 'canceled', 'all'].map((status) => ({ status })),
    smoke: true,
  },
  {
    rule: part4.must(
      'LIST-RESERVATIONS-26',
      'unknown status',
      'An unknown status anywhere in a comma-separated list of statuses returns 400.',
      major('A misspelt status among others silently leaves out the guests that it was meant for.'),
    ),
    title: 'refuses an unknown status among known ones',
    queries: ['asleep,confirmed', 'confirmed,asleep,cancelled', 'requested,confirmed,arrived,asleep'].map(
      (status) => ({ status }),
    ),
  },
  {
    rule: part4.derived(
      'LIST-RESERVATIONS-31',
      'an invalid window',
      'A window that ends before it begins returns 400.',
      'No reservation can start inside such a window, so it is invalid.',
      major('A client that confuses its bounds shows a free day, and the table is booked twice.'),
    ),
    title: 'refuses a window that ends before it begins',
    queries: [BACKWARDS],
  },
  {
    rule: part4.derived(
      'LIST-RESERVATIONS-32',
      'an invalid window',
      'A `from` or `to` that cannot be read as an instant returns 400.',
      'Both parameters are date-times; without an instant there is no valid window.',
      major('If an unreadable bound is ignored, the client gets reservations of every date.'),
    ),
    title: 'refuses a `from` or `to` that is not a date-time',
    // No parser finds an instant in these. Bare dates and Unix seconds are not tried, because some parser
    // accepts them.
    queries: [
      { from: 'not-a-date' },
      { to: '2026-13-01T00:00:00Z' },
      { from: LONG_AGO.from, to: 'not-a-date' },
    ],
  },
]

/** Some of the queries, drawn with the seed; in the full profile, all of them. */
function someQueries(
  queries: readonly Query[],
  { seed, inputs }: Pick<Context['settings'], 'seed' | 'inputs'>,
  most: number,
): readonly Query[] {
  return inputs === 'pairs' ? queries : shuffler(seed)(queries).slice(0, most)
}

/**
 * The refused queries that a run sends. A service may skip a check if another parameter is given: so, except in
 * the smoke profile, the last of them is combined with valid values of all others.
 */
function refusedQueries(
  queries: readonly Query[],
  settings: Pick<Context['settings'], 'seed' | 'inputs'>,
  valid: Query,
): readonly Query[] {
  switch (settings.inputs) {
    case 'few':
      return someQueries(queries, settings, 1)
    case 'values': {
      const [first = {}, last = first] = someQueries(queries, settings, 2)
      return [first, { ...valid, ...last }]
    }
    case 'pairs':
      return [...queries, { ...valid, ...queries.at(-1) }]
    default:
      return settings.inputs satisfies never
  }
}

const OBSERVED = [
  {
    rule: part4.open('OPEN-08', 'an invalid window', 'Whether a window whose ends are equal is valid.'),
    what: 'equal from and to',
    query: { from: BACKWARDS.to, to: BACKWARDS.to },
  },
  {
    rule: part4.open('OPEN-09', 'status', 'What an empty `status` means.'),
    what: 'status=',
    query: { status: '' },
  },
  {
    rule: part4.open(
      'OPEN-10',
      'unknown status',
      'Whether letter case and spaces matter in `status` values.',
    ),
    what: 'status=CONFIRMED',
    query: { status: 'CONFIRMED' },
  },
] as const

const refusals = suite(`${LIST} · refusals`, {}, (verify) => {
  for (const { rule, title, queries, smoke } of REFUSED)
    verify(rule, title, { smoke }, async ({ api, expect, each, settings, world }) => {
      // A refusal proves something only if the list is otherwise readable.
      ;(await api.fullPage(LIST, everyItem(LIST))).mustBeUsable()
      const { lists } = world.discovery.main
      const chatbots = new Set(idsOf(lists['GET /chatbots'].items))
      const chatbot_id = fieldValues(lists[LIST].items, 'chatbot_id').find((id) => chatbots.has(id))
      await each(refusedQueries(queries, settings, { chatbot_id, ...VALID }), async (query) =>
        expect(await api.reservations(query)).toBeRefused([400]),
      )
    })

  verify(
    OBSERVED.map(({ rule }) => rule),
    'records how it handles an empty window and an odd `status`',
    { deep: true },
    async ({ api, observe, each }) => {
      await each(OBSERVED, async ({ rule: { id }, what, query }) => {
        const answer = await api.reservations(query)
        const items = answer.status === 200 ? ` ${answer.items.length > 0 ? 'with' : 'without'} items` : ''
        observe(id, `${what}: ${answer.status}${items}`, answer)
      })
    },
  )

  verify(
    part4.must(
      'LIST-RESERVATIONS-33',
      '404 (chatbot not found)',
      'An unknown `chatbot_id` returns 404.',
      major('A client that names a deleted agent shows an empty calendar in place of an error.'),
    ),
    'returns 404 for reservations of an unknown chatbot',
    { needs: ['chatbot'] },
    (ctx) =>
      ctx.each(someQueries([{}, { status: 'confirmed' }], ctx.settings, 1), (query) =>
        expectUnknown(ctx, 'GET /chatbots', (chatbot_id) => ctx.api.reservations({ ...query, chatbot_id })),
      ),
  )
})

export default [filters, refusals]
