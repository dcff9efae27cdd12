import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import type { Blame } from '../../../lib/harness/expect.ts'
import { fullLead } from './lead-bodies.ts'
import { carries, findLead, isSlim, recordLead } from './leads.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { answerOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { page } from '../../../lib/harness/testing/tables.ts'

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

test('a lead is found by its id', () => {
  const answer = answerOf(page([{ id: 'L1' }, { id: 'L2' }]).body)

  expect(findLead(answer, 'L2')).toEqual({ id: 'L2' })
  expect(findLead(answer, 'L3')).toBeUndefined()
})

describe('a lead carries what was sent', () => {
  const sent = fullLead('Bot1', 'cac-1')
  const stored: Row = { id: 'L1', ...sent }

  /** Looks at a lead after the same operation showed another one. */
  const look = (
    lead: Row,
    other: Row = {},
    blame: Blame = { requirement: 'CREATE-LEAD-02' },
  ): Promise<CaseOutcome> => {
    const client = fakeClient((_, count) => ({ body: { data: count === 1 ? other : lead } }))
    const session = sessionOf(client)
    return runCase(
      session,
      async (ctx) => {
        await ctx.api.lead('other')
        const answer = await ctx.api.lead('L1')
        carries(ctx, answer, answer.data, sent, blame)
      },
      { phase: 'write' },
    )
  }

  test('as it was sent', async () => {
    expect((await look(stored)).verdict).toBe('passed')
  })

  test('trimmed, and its e-mail in lower case, as is open', async () => {
    const email = sent['email'].toUpperCase()

    expect((await look({ ...stored, email, notes: ` ${sent['notes']} ` })).verdict).toBe('passed')
  })

  test('though fields that this operation never shows are left out', async () => {
    const { phone: _, ...less } = stored

    expect((await look(less)).verdict).toBe('passed')
    expect((await look({ ...stored, phone: null })).verdict).toBe('passed')
  })

  test('and those that it shows elsewhere are not', async () => {
    const { phone: _, ...less } = stored

    expect((await look(less, { phone: '+1' })).findings).toMatchObject([
      {
        requirement: 'CREATE-LEAD-02',
        expected: 'phone "+15550100"',
        received: 'nothing',
        pointer: '/data/phone',
      },
    ])
  })

  test('and nothing else', async () => {
    expect((await look({ ...stored, name: 'Ada' })).findings).toMatchObject([
      { pointer: '/data/name', received: '"Ada"' },
    ])
    expect((await look({ ...stored, phone: 15550100 })).findings).toMatchObject([{ pointer: '/data/phone' }])
  })

  test('its status by a requirement of its own', async () => {
    expect((await look({ ...stored, status: 'new' })).findings).toMatchObject([
      { requirement: 'CREATE-LEAD-03' },
    ])
    expect(
      (await look({ ...stored, status: 'new' }, {}, { requirement: 'CREATE-LEAD-04' })).findings,
    ).toMatchObject([{ requirement: 'CREATE-LEAD-04' }])
  })
})

test('a lead without any optional detail is a slim one', () => {
  expect(isSlim({ id: 'L1', status: 'new', name: null, conversation_id: 'C1' })).toBe(true)
  expect(isSlim({ id: 'L1', status: 'new', phone: '+15550100' })).toBe(false)
})
