import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { beforeNow, lostOnPlainPage, lostSince } from './captured-leads.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { page } from '../../../lib/harness/testing/tables.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

test.each<[string, readonly unknown[], string | undefined]>([
  ['two days before now', ['2026-11-20T13:00:00Z', '2020-01-01T00:00:00Z'], '2026-11-18T12:00:00Z'],
  [
    'two days before the newest row of a clock that is behind',
    ['2020-01-05T00:00:00Z'],
    '2020-01-03T00:00:00Z',
  ],
  ['unknown where no row is dated', [null], undefined],
])('the bound is %s', (_, times, bound) => {
  const leads = times.map((created_at, n) => ({ id: `L${n}`, created_at }))

  expect(beforeNow(discoveryOf({ 'GET /leads': leads }), NOW)).toBe(bound)
})

const lead = (id: string): Row => ({ id, created_at: '2026-11-20T12:00:00Z' })

/** What is missing on pages with some rows, where three leads were created. */
async function lost(rows: readonly Row[]): Promise<{ since: readonly string[]; plain: readonly string[] }> {
  const client = fakeClient(({ method, body }) =>
    method === 'POST' ? { body: { data: lead(String(Object(body).name)) } } : page(rows),
  )
  let found: Awaited<ReturnType<typeof lost>> = { since: [], plain: [] }
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
  test('are there', async () => {
    expect(await lost([lead('C'), lead('B'), lead('A')])).toEqual({ since: [], plain: [] })
  })

  test('that are missing are told', async () => {
    expect(await lost([lead('B')])).toEqual({ since: ['A', 'C'], plain: ['A', 'C'] })
  })

  test('of which one is gone may have been deleted', async () => {
    expect(await lost([lead('B'), lead('A')])).toEqual({ since: [], plain: [] })
  })
})
