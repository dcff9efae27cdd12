import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import { fullLead } from './lead-bodies.ts'
import {
  beforeNow,
  expectLeadMatches,
  createdLeads,
  deniedField,
  expectCreatedLeads,
  lostOnPlainPage,
  lostSince,
  recordLead,
} from './created-leads.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { page, item } from '../../../lib/api/testing/tables.ts'
import type { Context } from '../../../lib/api/case.ts'

describe('the footprint of a lead', () => {
  test.each<[string, unknown, number, number]>([
    ['that was created', { data: { id: 'L1' } }, 200, 1],
    ['that was there before', { data: { id: 'L1' }, existing: true }, 200, 0],
    ['that was refused', { data: { id: 'L1' } }, 400, 0],
    ['without an id', { data: {} }, 200, 0],
  ])('%s', async (_, body, status, entries) => {
    const session = sessionOf()
    await runCase(session, async (ctx) => {
      const answer = answerOf(body, { id: 9, method: 'POST', path: '/leads', status })
      expect(recordLead(ctx, answer)).toBe(answer)
      await Promise.resolve()
    })

    expect(session.footprint.list()).toEqual(
      [{ kind: 'created', resource: 'lead', id: 'L1', note: 'created in exchange 9' }].slice(0, entries),
    )
  })
})

describe('a lead carries what was sent', () => {
  const sent = fullLead('Bot1', 'cac-1')
  const stored: JsonObject = { id: 'L1', ...sent }

  /** Looks at a lead after the same operation showed another one. */
  const look = (lead: JsonObject, other: JsonObject = {}): Promise<CaseOutcome> =>
    runCase(
      sessionOf(fakeClient((_, count) => ({ body: { data: count === 1 ? other : lead } }))),
      async (ctx) => {
        await ctx.api.lead('other')
        const answer = await ctx.api.lead('L1')
        expectLeadMatches(ctx, answer, { lead: answer.data, sent }, { requirement: 'CREATE-LEAD-02' })
      },
      { phase: 'write' },
    )

  test.each<[string, JsonObject, JsonObject, object]>([
    ['none', stored, {}, []],
    ['another value', { ...stored, name: 'Ada' }, {}, [{ pointer: '/data/name', received: '"Ada"' }]],
    [
      'a value that is left out here and shown elsewhere',
      { ...stored, phone: undefined },
      { phone: '+1' },
      [{ expected: 'phone "+15550100"', received: 'absent', pointer: '/data/phone' }],
    ],
  ])('%s is found', async (_, lead, other, findings) => {
    expect((await look(lead, other)).findings).toMatchObject(findings)
  })
})

const answer = (data: JsonObject) => answerOf({ data }, { path: '/leads/L1' })

describe('a field that the answer denies', () => {
  const sent = { name: 'Ada', email: 'ada@example.com' }
  const detail = answer({ id: 'L1', name: 'Ada', email: 'ada@example.com' })

  test.each<[string, JsonObject, string | undefined]>([
    ['is null beside another one', { id: 'L1', name: null, email: 'ada@example.com' }, 'name'],
    ['may be left out', { id: 'L1', email: 'ada@example.com' }, undefined],
    ['may be null where all are', { id: 'L1', name: null, email: null }, undefined],
  ])('%s', (_, created, field) => {
    expect(deniedField(answer(created), detail, sent)).toBe(field)
  })
})

/** What is reported of a list after three leads were created. A lead that is not listed is gone, unless the service has it still. */
async function reported(
  list: (created: readonly JsonObject[]) => readonly JsonObject[],
  has = false,
): Promise<readonly unknown[]> {
  let listed: readonly JsonObject[] = []
  const client = fakeClient(({ method, path, body }, count) => {
    if (method === 'GET') return path === '/leads' ? page(listed) : { status: has ? 200 : 404 }
    return { body: { data: { ...item(`L${count}`, 500 + count), ...Object(body) } } }
  })
  const { findings } = await runCase(sessionOf(client), async (ctx) => {
    for (const phone of ['1 2', '3', '4'])
      recordLead(ctx, await ctx.api.createLead({ status: ctx.mark(), phone }))
    const created = createdLeads(ctx)
    listed = list(created.map(({ data }) => data))
    await expectCreatedLeads(ctx, answerOf(page(listed).body, { path: '/leads', id: 9 }), created)
  })
  return findings.map(({ requirement, received }) => [requirement, received])
}

describe('the leads that a run created', () => {
  test.each<[string, (created: readonly JsonObject[]) => readonly JsonObject[]]>([
    ['stand in the list', (created) => created.toReversed()],
    ['may have another status by then', (created) => created.map((one) => ({ ...one, status: 'won' }))],
    ['may lose one to the team', (created) => created.slice(1)],
    ['stand beside those of others', (created) => [item('X', 900, { status: 'new' }), ...created]],
  ])('%s', async (_, list) => {
    expect(await reported(list)).toEqual([])
  })

  test('are missed where one is there and not listed', async () => {
    expect(await reported((created) => created.slice(1), true)).toEqual([
      ['CREATE-LEAD-04', 'a list without these leads'],
    ])
  })
})

const NOW = Date.UTC(2026, 10, 20, 12)

test.each<[string, readonly unknown[], string | undefined]>([
  ['two days before now', ['2026-11-20T13:00:00Z', '2020-01-01T00:00:00Z'], '2026-11-18T12:00:00Z'],
  [
    'two days before the newest item of a clock that is behind',
    ['2020-01-05T00:00:00Z'],
    '2020-01-03T00:00:00Z',
  ],
  ['unknown where no item is dated', [null], undefined],
])('the bound is %s', (_, times, bound) => {
  const leads = times.map((created_at, n) => ({ id: `L${n}`, created_at }))

  expect(beforeNow(discoveryOf({ 'GET /leads': leads }), NOW)).toBe(bound)
})

const lead = (id: string): JsonObject => ({ id, created_at: '2026-11-20T12:00:00Z' })

/** What is missing on pages with some items, where three leads were created. */
async function lostLeads(
  items: readonly JsonObject[],
): Promise<{ since: readonly string[]; plain: readonly string[] }> {
  const client = fakeClient(({ method, body }) =>
    method === 'POST' ? { body: { data: lead(String(Object(body).name)) } } : page(items),
  )
  let found: Awaited<ReturnType<typeof lostLeads>> = { since: [], plain: [] }
  const run = async ({ api }: Context): Promise<void> => {
    const created = await Promise.all(['A', 'B', 'C'].map((name) => api.createLead({ name })))
    const [since, plain] = [
      await lostSince(api, '2026-11-18T12:00:00Z', created),
      await lostOnPlainPage(api, created),
    ]
    found = { since: since.ids, plain: plain.ids }
  }
  await runCase(sessionOf(client), run, { phase: 'write' })
  return found
}

describe('new leads', () => {
  test('of which one is gone may have been deleted', async () => {
    expect(await lostLeads([lead('B'), lead('A')])).toEqual({ since: [], plain: [] })
  })
})
