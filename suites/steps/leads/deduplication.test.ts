import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import {
  deletedMeanwhile,
  changedLead,
  simultaneousLeads,
  sameConversation,
  contradictedField,
} from './deduplication.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import type { Session } from '../../../lib/harness/session.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import { type FakeClient, fakeClient, type Reaction } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { page } from '../../../lib/api/testing/tables.ts'

type Race = Awaited<ReturnType<typeof simultaneousLeads>>

const conversations = ['C1', 'C2', 'C3', 'C4'].map((id) => ({ id, chatbot_id: 'Bot1', is_lead: false }))

/** A service with leads for some conversations, which discovery did not see. */
function serviceWith(...taken: readonly string[]): Reaction {
  const leads = new Map<unknown, JsonObject>(
    taken.map((id) => [id, { id: `L-${id}`, name: 'Ada', conversation_id: id }]),
  )
  return ({ body }, count) => {
    const sent: JsonObject = Object(body)
    const known = leads.get(sent['conversation_id'])
    if (known !== undefined) return { body: { data: known, existing: true } }
    const lead = { ...sent, id: `L-${count}` }
    leads.set(sent['conversation_id'], lead)
    return { body: { data: lead } }
  }
}

function setting(
  react: Reaction,
  items: readonly JsonObject[] = conversations,
): { client: FakeClient; session: Session } {
  const client = fakeClient(react)
  const discovery = discoveryOf({ 'GET /chatbots': [{ id: 'Bot1' }], 'GET /conversations': items })
  return { client, session: sessionOf(client, { discovery }) }
}

async function raceIn(session: Session): Promise<{ outcome: CaseOutcome; found?: Race }> {
  let found: Race | undefined
  const outcome = await runCase<'bareConversations'>(
    session,
    async (ctx) => {
      found = await simultaneousLeads(ctx)
    },
    { phase: 'write', needs: ['bareConversations'] },
  )
  return { outcome, ...(found === undefined ? {} : { found }) }
}

const posted = ({ asked }: FakeClient): unknown[] => asked.map(({ body }) => Object(body).conversation_id)

describe('two leads at once for one conversation', () => {
  test('are posted with different marks, and one of them becomes the lead', async () => {
    const { client, session } = setting(serviceWith())
    const { found } = await raceIn(session)

    expect(posted(client)).toEqual(['C1', 'C1'])
    expect(new Set(client.asked.map(({ body }) => Object(body).status)).size).toBe(2)
    expect(found?.conversation['id']).toBe('C1')
    expect(found?.answers.map(({ body }) => body['existing'])).toEqual([undefined, true])
    expect(session.footprint.list()).toMatchObject([{ kind: 'created', resource: 'lead', id: 'L-1' }])
  })

  test('choose another conversation where the first had a lead already', async () => {
    const { client, session } = setting(serviceWith('C1', 'C2'))
    const { found } = await raceIn(session)

    expect(posted(client)).toEqual(['C1', 'C1', 'C2', 'C2', 'C3', 'C3'])
    expect(found?.conversation['id']).toBe('C3')
  })

  test('give up after three', async () => {
    const { client, session } = setting(serviceWith('C1', 'C2', 'C3'))
    const { outcome } = await raceIn(session)

    expect(client.asked).toHaveLength(6)
    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs a conversation without a lead, of a chatbot that is listed',
    })
    expect(session.footprint.list()).toEqual([])
  })

  test('stay with a conversation whose answers are odd: that is what the cases judge', async () => {
    const twice = setting(({ body }, count) => ({ body: { data: { ...Object(body), id: `L-${count}` } } }))
    const lying = setting(({ body }) => ({ body: { data: { ...Object(body), id: 'L-1' }, existing: true } }))
    const broken = setting(() => ({ status: 500 }))

    for (const { client, session } of [twice, lying, broken]) {
      // oxlint-disable-next-line no-await-in-loop -- three services, one after the other
      expect((await raceIn(session)).found?.answers).toHaveLength(2)
      expect(client.asked).toHaveLength(2)
    }
    expect(twice.session.footprint.list()).toHaveLength(2)
  })

  test('are posted once for all cases of a run', async () => {
    const { client, session } = setting(serviceWith())
    const [one, two] = [await raceIn(session), await raceIn(session)]

    expect(client.asked).toHaveLength(2)
    expect(one.found).toBe(two.found)
  })

  test('need a conversation of a chatbot that is listed', async () => {
    const { client, session } = setting(
      serviceWith(),
      conversations.map((item) => ({ ...item, chatbot_id: 'Gone' })),
    )

    expect((await raceIn(session)).outcome.verdict).toBe('inconclusive')
    expect(client.asked).toEqual([])
  })
})

test('the leads of one conversation are one, unless the service captured several', () => {
  const leads = [
    { id: 'L1', conversation_id: 'C1' },
    { id: 'L2', conversation_id: 'C2' },
    { id: 'L3', conversation_id: 'C1' },
  ]

  expect(sameConversation(leads, { id: 'L2', conversation_id: 'C2' })).toEqual(['L2'])
  expect(sameConversation(leads, { id: 'L3', conversation_id: 'C1' })).toEqual(['L3', 'L1'])
})

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

  test('has moved where its creation did', () => {
    const created_at = '2026-11-20T12:00:00Z'
    expect(changedLead(before, [lead('L1'), lead('L2', { created_at })], posted)).toEqual({
      id: 'L2',
      field: 'created_at',
      before: '2026-11-01T08:00:00Z',
      after: created_at,
    })
  })

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
