/** GET /reservations: statuses, the window of `from` and `to`, beyond what all lists have in common. Specification part 4. */
import type { Query } from '../lib/engine/case/actor.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { everyItem } from '../lib/engine/case/discovery.ts'
import { derived, excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import { RESERVATION_STATUSES } from '../lib/engine/spec/api.ts'
import { instant, iso } from '../lib/engine/util/time.ts'
import { filterCases } from './lists/filter-cases.ts'
import { HIDDEN_STATUSES, isHidden } from './lists/filters.ts'
import { expectExactly } from './lists/exactly.ts'
import { filterRows } from './lists/filter-rows.ts'

const LIST = 'GET /reservations'

export const rows = [
  ...section(
    { part: 3, section: '', endpoint: '*' },
    excluded(
      'STATES-90',
      'Reservation status transitions: not shown',
      'Not testable: transitions of conversation, reservation, lead and booking statuses.',
      'The specification does not show them.',
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: LIST },
    excluded(
      'RESERVATIONS-90',
      'visitors or the team create them',
      'Visitors or the team create reservations.',
      'No operation of the API creates one.',
    ),
  ),
  ...section(
    { part: 2, section: 'Reservation', endpoint: LIST },
    excluded(
      'RESERVATIONS-91',
      'the same person across all agents in the workspace',
      '`customer_id` identifies the same guest across all agents of the workspace.',
      'The API shows no guest records to compare with.',
    ),
    excluded(
      'RESERVATIONS-92',
      'null once the service was deleted',
      '`service_id` is null once the service was deleted, and `service_name` keeps the name.',
      'The API neither shows nor deletes services.',
    ),
  ),
  ...section(
    { part: 4, section: LIST },
    ...filterRows(LIST),
    must(
      'LIST-RESERVATIONS-22',
      'comma-separated list of reservation statuses',
      'Comma-separated statuses return exactly the reservations with one of those statuses.',
    ),
    must(
      'LIST-RESERVATIONS-23',
      'when omitted, every status except held and blocked is returned',
      'A request without `status` returns every status except `held` and `blocked`.',
    ),
    must(
      'LIST-RESERVATIONS-24',
      'held and blocked are returned only when named',
      'A `status` that names `held` or `blocked` returns those reservations.',
    ),
    must('LIST-RESERVATIONS-25', 'unknown status', 'An unknown `status` returns 400.'),
    must(
      'LIST-RESERVATIONS-26',
      'unknown status',
      'An unknown status anywhere in a comma-separated list of statuses returns 400.',
    ),
    derived(
      'LIST-RESERVATIONS-29',
      'from',
      '`from` and `to` together return exactly the reservations that start inside the window.',
      'Both bounds apply.',
    ),
    derived(
      'LIST-RESERVATIONS-31',
      'an invalid window',
      'A window that ends before it begins returns 400.',
      'No reservation can start inside such a window, so it is invalid.',
    ),
    derived(
      'LIST-RESERVATIONS-32',
      'an invalid window',
      'A `from` or `to` that cannot be read as an instant returns 400.',
      'Both parameters are date-times; without an instant there is no valid window.',
    ),
    must('LIST-RESERVATIONS-33', '404 (chatbot not found)', 'An unknown `chatbot_id` returns 404.'),
    open('OPEN-08', 'an invalid window', 'Whether a window whose ends are equal is valid.'),
    open('OPEN-09', 'status', 'What an empty `status` means.'),
    open('OPEN-10', 'unknown status', 'Whether letter case and spaces matter in `status` values.'),
    excluded(
      'SERVICES-01',
      'reservation-services endpoint',
      'Not testable: the reservation-services endpoint that `service_id` refers to.',
      'The specification shows neither its path nor its response.',
    ),
  ),
]

const HIDDEN_AND_OTHERS = 'reservations that are held or blocked, and others'

/** Statuses that are asked for, and the reservations that it takes to see what they select. */
const STATUS_CASES = [
  {
    requirement: 'LIST-RESERVATIONS-21',
    title: 'filters by `status`',
    statuses: RESERVATION_STATUSES.filter((status) => !isHidden(status)),
    needed: 'reservations of two statuses',
  },
  {
    requirement: 'LIST-RESERVATIONS-22',
    title: 'filters by several `status` values',
    statuses: [
      'requested,confirmed,cancelled',
      'arrived,completed,held,declined',
      RESERVATION_STATUSES.join(),
    ],
    needed: 'reservations of three statuses',
  },
  {
    requirement: 'LIST-RESERVATIONS-24',
    title: 'returns `held` and `blocked` if `status` names them',
    statuses: HIDDEN_STATUSES,
    needed: HIDDEN_AND_OTHERS,
  },
]

const filters = suite(`${LIST} · filters`, {}, ({ verify }) => {
  filterCases(verify, LIST, ['status'])

  for (const { requirement, title, statuses, needed } of STATUS_CASES)
    verify(requirement, title, {}, (ctx) =>
      expectExactly(
        ctx,
        LIST,
        statuses.map((status) => [ctx.api, { status }]),
        needed,
      ),
    )

  verify('LIST-RESERVATIONS-23', 'hides `held` and `blocked` without `status`', { smoke: true }, (ctx) =>
    expectExactly(ctx, LIST, [[ctx.api, {}]], HIDDEN_AND_OTHERS),
  )

  verify('LIST-RESERVATIONS-29', 'filters by `from` and `to` together', {}, async (ctx) => {
    ctx.expect(await ctx.api.reservations(LONG_AGO)).toAnswer(200)

    const items = ctx.world.discovery.main.lists[LIST].items.filter(({ status }) => !isHidden(status))
    const starts = items.flatMap((item) => instant(item['start_at']) ?? []).sort((a, b) => a - b)
    // A second after a start: that reservation lasts longer, and only its start may decide.
    const [from = 0, to = 0] = [1 / 3, 2 / 3].map(
      (part) => (starts[Math.floor(starts.length * part)] ?? 0) + 1000,
    )
    if (from >= to) ctx.inconclusive('needs reservations that start at three different times')

    const { status } = items.find((item) => isWithin(instant(item['start_at']), from, to)) ?? {}
    await expectExactly(
      ctx,
      LIST,
      [
        { from: iso(from), to: iso(to) },
        // The very times of two starts: the first one is in the window, the second one is not.
        { from: iso(from - 1000), to: iso(to - 1000) },
        { from: iso(from), to: iso(to), status: String(status) },
      ].map((query) => [ctx.api, query]),
      'reservations inside and outside a window',
    )
  })
})

const isWithin = (start = -Infinity, from = 0, to = 0): boolean => start >= from && start < to

/** Nobody reserved anything then: an empty page, not an error. */
const LONG_AGO = { from: '1990-01-01T00:00:00Z', to: '1990-01-02T00:00:00Z' }
const BACKWARDS = { from: '2026-03-01T00:00:01Z', to: '2026-03-01T00:00:00Z' }

/** What has to be refused with 400. */
const REFUSED: readonly {
  requirement: string
  title: string
  queries: readonly Query[]
  smoke?: true
}[] = [
  {
    requirement: 'LIST-RESERVATIONS-25',
    title: 'refuses an unknown `status`',
    // A word that is not a status anywhere; then what resembles one, in this service or in others.
    queries: ['asleep', 'confirmedx', 'canceled', 'all'].map((status) => ({ status })),
    smoke: true,
  },
  {
    requirement: 'LIST-RESERVATIONS-26',
    title: 'refuses an unknown status among known ones',
    queries: ['asleep,confirmed', 'confirmed,asleep,cancelled', 'requested,confirmed,arrived,asleep'].map(
      (status) => ({ status }),
    ),
  },
  {
    requirement: 'LIST-RESERVATIONS-31',
    title: 'refuses a window that ends before it begins',
    queries: [BACKWARDS, { status: 'confirmed', ...BACKWARDS }],
  },
  {
    requirement: 'LIST-RESERVATIONS-32',
    title: 'refuses a `from` or `to` that is not a date-time',
    // No reader finds an instant in these. Not tried, because some parser takes them: bare dates, Unix seconds.
    queries: [
      { from: 'not-a-date' },
      { to: '2026-13-01T00:00:00Z' },
      { from: LONG_AGO.from, to: 'not-a-date' },
    ],
  },
]

/** What is open. */
const OBSERVED = [
  { requirement: 'OPEN-08', what: 'equal from and to', query: { from: BACKWARDS.to, to: BACKWARDS.to } },
  { requirement: 'OPEN-09', what: 'status=', query: { status: '' } },
  { requirement: 'OPEN-10', what: 'status=CONFIRMED', query: { status: 'CONFIRMED' } },
] as const

const refusals = suite(`${LIST} · refusals`, {}, ({ verify }) => {
  for (const { requirement, title, queries, smoke } of REFUSED)
    verify(requirement, title, { smoke }, async ({ api, expect, each }) => {
      // A refusal means something only if the list can be read otherwise.
      ;(await api.fullPage(LIST, everyItem(LIST))).control()
      await each(queries, async (query) => expect(await api.reservations(query)).toRefuse([400]))
    })

  verify(
    ['OPEN-08', 'OPEN-09', 'OPEN-10'],
    'records how it handles an empty window and an odd `status`',
    { deep: true },
    async ({ api, observe, each }) => {
      await each(OBSERVED, async ({ requirement, what, query }) => {
        const answer = await api.reservations(query)
        const items = answer.status === 200 ? ` ${answer.items.length > 0 ? 'with' : 'without'} items` : ''
        observe(requirement, `${what}: ${answer.status}${items}`, answer)
      })
    },
  )
})

export default [filters, refusals]
