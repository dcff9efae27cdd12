import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import { deletedMeanwhile, changedLead, contradictedField } from './deduplication.ts'
import { answerOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { page } from '../../../lib/api/testing/tables.ts'

test('a lead that was deleted meanwhile need not be returned, unless all are gone', async () => {
  const before = ['A', 'B', 'C'].map((id) => ({ id, conversation_id: `of ${id}` }))
  const answered = (...ids: readonly string[]) =>
    ids.map((id, n) => ({
      lead: before[n] ?? { id: '' },
      answer: answerOf({ data: { id } }, { path: '/leads' }),
    }))
  const found: unknown[] = []
  const client = fakeClient(({ path }) => ({ status: path === '/leads/B' ? 404 : 200 }))
  await runCase(sessionOf(client), async ({ api }) => {
    for (const attempts of [answered('A', 'new', 'C'), answered('new', 'B', 'C'), answered('1', '2', '3')])
      // oxlint-disable-next-line no-await-in-loop -- one after the other, to be distinguished
      found.push((await deletedMeanwhile(api, before, attempts)).map(({ lead }) => lead['id']))
  })

  expect(found).toEqual([['B'], [], []])
})

describe('a lead that was posted to once more', () => {
  const lead = (id: string, more: JsonObject = {}): JsonObject => ({
    id,
    status: 'won',
    notes: null,
    created_at: '2026-11-01T08:00:00Z',
    ...more,
  })
  const before = ['L1', 'L2', 'L3'].map((id) => lead(id))
  const posted = before.slice(0, 2)

  test('has changed if another lead with a further POST changed in the same field, and no lead without one', () => {
    const reset = { status: 'new' }
    expect(changedLead(before, [lead('L1', reset), lead('L2', reset), lead('L3')], posted)).toMatchObject({
      id: 'L1',
      field: 'status',
    })
  })

  test.each<[string, JsonObject[]]>([
    ['nothing changed', before],
    ['the team changed one of them', [lead('L1', { status: 'new' }), lead('L2')]],
    ['the team changed two in different fields', [lead('L1', { status: 'new' }), lead('L2', { notes: 'x' })]],
    ['the team changed all', ['L1', 'L2', 'L3'].map((id) => lead(id, { status: 'new' }))],
    ['another lead has another creation', [lead('L3', { created_at: '2026-11-20T12:00:00Z' })]],
    ['a field is shown no longer', [{ id: 'L1' }, { id: 'L2' }]],
    ['it is on no page', []],
  ])('has not where %s', (_, after) => {
    expect(changedLead(before, after, posted)).toBeUndefined()
  })
})

describe('an answer about an existing lead', () => {
  const known = { id: 'L1', name: 'Ada', status: 'new', email: null, created_at: '2026-01-01T00:00:00Z' }
  const otherwise = (
    lead: JsonObject,
    [before, after]: readonly [readonly JsonObject[], readonly JsonObject[]],
    detail: JsonObject = {},
  ): ReturnType<typeof contradictedField> => {
    const client = fakeClient(() => ({ body: { data: detail } }))
    const api = new Actor((spec) => client.send(spec), { key: 'main' })
    const pageOf = (items: readonly JsonObject[]): Answer => answerOf(page(items).body, { path: '/leads' })
    return contradictedField(api, answerOf({ data: lead }), [pageOf(before), pageOf(after)])
  }

  test.each<[string, JsonObject, readonly [JsonObject[], JsonObject[]]]>([
    ['agrees with both looks', known, [[known], [known]]],
    ['leaves fields out', { id: 'L1' }, [[known], [known]]],
    [
      'shows what was changed meanwhile',
      { ...known, status: 'won' },
      [[known], [{ ...known, status: 'lost' }]],
    ],
    ['is of a lead that no look showed', { ...known, name: 'Bo' }, [[], []]],
  ])('that %s proves nothing', async (_, lead, looks) => {
    expect(await otherwise(lead, looks)).toBeUndefined()
  })

  test('is compared with the lead as it is now where that has left the page', async () => {
    const lead = { ...known, status: 'won' }

    expect(await otherwise(lead, [[known], []], lead)).toBeUndefined()
    expect(await otherwise(lead, [[known], []], known)).toEqual({ field: 'status', known: 'new' })
  })

  test.each<[string, JsonObject, string, unknown]>([
    ['another time', { ...known, created_at: '2026-02-02T00:00:00Z' }, 'created_at', known.created_at],
    ['null', { ...known, name: null }, 'name', 'Ada'],
    ['a detail that the lead lacks', { ...known, email: 'a@example.com' }, 'email', null],
  ])('is held against it where it shows %s', async (_, lead, field, value) => {
    expect(await otherwise(lead, [[known], [known]])).toEqual({ field, known: value })
  })
})
