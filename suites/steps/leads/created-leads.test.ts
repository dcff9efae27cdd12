import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { createdLeads, deniedField, holdsCreated, sameInstant } from './created-leads.ts'
import { recordLead } from './leads.ts'
import { answerOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { page, row } from '../../../lib/harness/testing/tables.ts'

const answer = (data: Row) => answerOf({ data }, { path: '/leads/L1' })

describe('a field that the answer denies', () => {
  const sent = { name: 'Ada', email: 'ada@example.com' }
  const detail = answer({ id: 'L1', name: 'Ada', email: 'ada@example.com' })

  test.each<[string, Row, string | undefined]>([
    ['is null beside another one', { id: 'L1', name: null, email: 'ada@example.com' }, 'name'],
    ['may be left out', { id: 'L1', email: 'ada@example.com' }, undefined],
    ['may be null where all are', { id: 'L1', name: null, email: null }, undefined],
  ])('%s', (_, created, field) => {
    expect(deniedField(answer(created), detail, sent)).toBe(field)
  })
})

test('a lead was created when its answer says', () => {
  const at = (created_at: unknown) => answer({ id: 'L1', created_at })

  expect(sameInstant(at('2026-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z'))).toBe(true)
  expect(sameInstant(at('2026-01-01T00:00:00Z'), at('2026-01-01T01:00:00Z'))).toBe(false)
})

/** What is told of a list after three leads were created. A lead that is not listed is gone, unless the service has it still. */
async function told(list: (created: readonly Row[]) => readonly Row[], has = false): Promise<unknown> {
  let listed: readonly Row[] = []
  const client = fakeClient(({ method, path, body }, count) => {
    if (method === 'GET') return path === '/leads' ? page(listed) : { status: has ? 200 : 404 }
    return { body: { data: { ...row(`L${count}`, 500 + count), ...Object(body) } } }
  })
  const { findings } = await runCase(sessionOf(client), async (ctx) => {
    for (const phone of ['1 2', '3', '4'])
      recordLead(ctx, await ctx.api.createLead({ status: ctx.mark(), phone }))
    const created = createdLeads(ctx)
    listed = list(created.map(({ data }) => data))
    await holdsCreated(ctx, answerOf(page(listed).body, { path: '/leads', id: 9 }), created)
  })
  return findings.map(({ requirement, received }) => [requirement, received])
}

describe('the leads that a run created', () => {
  test.each<[string, (created: readonly Row[]) => readonly Row[]]>([
    ['stand in the list', (created) => created.toReversed()],
    ['may have another status by then', (created) => created.map((one) => ({ ...one, status: 'won' }))],
    ['may lose one to the team', (created) => created.slice(1)],
    ['stand beside those of others', (created) => [row('X', 900, { status: 'new' }), ...created]],
  ])('%s', async (_, list) => {
    expect(await told(list)).toEqual([])
  })

  test('are missed where one is there and not listed', async () => {
    expect(await told((created) => created.slice(1), true)).toEqual([
      ['CREATE-LEAD-04', 'they are not there'],
    ])
  })

  test.each<[string, (created: readonly Row[]) => readonly Row[], string]>([
    ['are missed', (created) => created.slice(2), 'they are not there'],
    ['show where they are cut', (created) => created.map((one) => ({ ...one, phone: '12' })), '"12"'],
    [
      'show where they stand twice',
      (created) => [...created, { ...created[0], id: 'L9' }],
      'a further one: ',
    ],
  ])('%s', async (_, list, received) => {
    expect(await told(list)).toEqual([['CREATE-LEAD-04', expect.stringContaining(received)]])
  })
})
