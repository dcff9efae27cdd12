import { describe, expect, test } from 'vitest'
import { createReference } from '../../../fixtures/reference/index.ts'
import type { Context } from '../../../lib/api/case.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Asked } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import type { Delivery } from '../../../lib/harness/case.ts'
import { recordLead } from '../leads/created-leads.ts'
import {
  announcedRefusal,
  insteadOf,
  isLeadCreated,
  isReservationEvent,
  mayAnnounce,
  reservationsIn,
  unannouncedLead,
} from './events.ts'

const delivery = (json: unknown, headers: Record<string, string> = {}): Delivery => ({
  headers,
  body: JSON.stringify(json),
  json,
})

describe('the event of a lead without a name', () => {
  const lead = { id: 'Lead000001', chatbot_id: 'Bot1', status: 'new', created_at: '2026-11-20T10:00:00Z' }

  test('is the lead alone', () => {
    expect(isLeadCreated(delivery(lead, { 'x-signature': 'sha256=00' }))).toBe(true)
  })

  test.each([
    ['a header names another event', delivery(lead, { 'x-event': 'lead_created' })],
    ['a member names another event', delivery({ ...lead, event: 'lead_created' })],
    ['it is in an envelope', delivery({ data: lead })],
    ['it is no complete lead', delivery({ id: 'Lead000001', chatbot_id: 'Bot1' })],
  ])('is none where %s', (_, one) => {
    expect(isLeadCreated(one)).toBe(false)
  })
})

describe('the event of one lead', () => {
  const created = (lead: unknown): Delivery => delivery({ type: 'lead.created', lead })
  const traces = { own: ['Lead000001', 'cac-7abcde-1'], others: ['cac-7abcde', 'Lead000009'] }

  test('names it, by its id or by what was sent', () => {
    const all = [
      created({ id: 'Lead000001' }),
      created({ name: 'cac-7abcde-1' }),
      created({ id: 'Lead000009' }),
    ]

    expect(all.map((one) => mayAnnounce(one, all, traces))).toEqual([true, true, false])
  })

  test('is none that is silent while others name theirs', () => {
    const all = [created({ ref: 1 }), created({ id: 'Lead000009' })]

    expect(all.map((one) => mayAnnounce(one, all, traces))).toEqual([false, false])
  })
})

async function someReservation(): Promise<Record<string, unknown>> {
  const service = createReference()
  const answer = await service.handle({
    method: 'GET',
    url: `${service.baseUrl}/reservations?limit=1`,
    headers: [['Authorization', `Bearer ${service.keys.main}`]],
  })
  await service.close()
  return JSON.parse(Buffer.from(answer.body).toString()).data[0]
}

describe('an event of the family', () => {
  test.each<[string, Delivery]>([
    ['another event', delivery({ type: 'lead.created' })],
    ['a text that speaks of one', delivery({ notes: 'Please move my reservation. Thanks' })],
    [
      'an address',
      delivery({ email: 'reservation.desk@example.com', url: 'https://reservation.example.com' }),
    ],
    [
      'a field of a lead',
      delivery({ type: 'lead.created', data: { chatbot_id: 'A', source: 'reservation.form' } }),
    ],
    ['no JSON', { headers: {}, body: 'reservation.created', json: undefined }],
  ])('is not seen in %s', (_, one) => {
    expect(isReservationEvent(one)).toBe(false)
  })
})

describe('a complete reservation', () => {
  test('is not found where a required field is missing, which is reported', async () => {
    const { created_at: _, ...rest } = await someReservation()
    const one = delivery({ data: rest })

    expect(reservationsIn(one)).toEqual([])
    expect(insteadOf(one)).toBe('a reservation with /created_at: absent, expected a property "created_at"')
  })

  test('is looked for to a depth that ends', () => {
    let deep: unknown = {}
    for (let level = 0; level < 5000; level++) deep = [deep]

    expect(reservationsIn({ headers: {}, body: '', json: deep })).toEqual([])
    expect(isReservationEvent({ headers: {}, body: '', json: deep })).toBe(false)
  })
})

interface Sent {
  readonly chatbot_id?: string
  readonly name?: string
  readonly conversation_id?: string
  readonly status?: number
}

/** Sends leads to a service that delivers this for each of them, and looks at what came. */
async function look<R>(
  leads: readonly Sent[],
  deliver: (asked: Asked, id: string) => unknown,
  read: (ctx: Context) => R | Promise<R>,
): Promise<Awaited<R> | undefined> {
  const deliveries: Delivery[] = []
  const client = fakeClient((asked, count) => {
    const id = `Lead00000${count}`
    const json = deliver(asked, id)
    if (json !== undefined) deliveries.push({ headers: {}, body: JSON.stringify(json), json })
    const sent = leads[count - 1]
    return { status: sent?.status ?? 200, body: { data: { id, chatbot_id: sent?.chatbot_id ?? 'A' } } }
  })
  const session = sessionOf(client, {
    discovery: discoveryOf({ 'GET /leads': [{ id: 'Lead000009' }] }),
    deliveries: {
      first: (matches) => Promise.resolve(deliveries.find(matches)),
      all: () => deliveries,
    },
  })
  let result: Awaited<R> | undefined
  await runCase(session, async (ctx) => {
    for (const { status: _, ...body } of leads) recordLead(ctx, await ctx.api.createLead(body))
    result = await read(ctx)
  })
  return result
}

const created = (_: Asked, id: string): unknown => ({ type: 'lead.created', data: { id } })
const unannounced = async (ctx: Context): Promise<unknown> => (await unannouncedLead(ctx))?.data['id']

describe('a lead that is not announced', () => {
  test('is the first one that is not named while two others are', async () => {
    const deliver = (asked: Asked, id: string): unknown =>
      Object(asked.body).name === undefined ? undefined : created(asked, id)

    expect(await look([{ name: 'a' }, {}, { name: 'b' }, {}], deliver, unannounced)).toBe('Lead000002')
  })

  test.each<[string, Sent[], (asked: Asked, id: string) => unknown]>([
    ['deliveries name no lead', [{}, {}, {}], () => ({ type: 'lead.created' })],
    ['one alone is named', [{}, {}], (asked, id) => (id.endsWith('1') ? created(asked, id) : undefined)],
    [
      'the listener may be that of another chatbot',
      [{ chatbot_id: 'A' }, { chatbot_id: 'A' }, { chatbot_id: 'B' }],
      (asked, id) => (Object(asked.body).chatbot_id === 'A' ? created(asked, id) : undefined),
    ],
    [
      'its conversation may have had it before',
      [{}, {}, { conversation_id: 'C' }],
      (asked, id) => (Object(asked.body).conversation_id === 'C' ? undefined : created(asked, id)),
    ],
    [
      'it was refused',
      [{}, {}, { status: 400 }],
      (asked, id) => (id.endsWith('3') ? undefined : created(asked, id)),
    ],
  ])('is not looked for where %s', async (_, leads, deliver) => {
    expect(await look(leads, deliver, unannounced)).toBeUndefined()
  })
})

describe('a refusal that is announced', () => {
  const refused = (ctx: Context): unknown => announcedRefusal(ctx)?.refusal.exchange.id
  const named = ({ body }: Asked): unknown => ({ type: 'lead.created', data: body })

  test('is found by the mark of its body', async () => {
    expect(await look([{ name: 'cac-test-1' }, { name: 'cac-test-2', status: 400 }], named, refused)).toBe(2)
  })

  test.each<[string, Sent[], (asked: Asked) => unknown]>([
    [
      'its event is another one',
      [{ name: 'cac-test-1', status: 400 }],
      ({ body }) => ({ type: 'lead.refused', body }),
    ],
    [
      'it may be another event of the same delivery',
      [{ name: 'cac-test-1', status: 400 }],
      ({ body }) => [{ type: 'lead.created' }, { type: 'lead.refused', body }],
    ],
    ['its mark was accepted too', [{ name: 'cac-test-1', status: 400 }, { name: 'cac-test-1' }], named],
  ])('is none where %s', async (_, leads, deliver) => {
    expect(await look(leads, deliver, refused)).toBeUndefined()
  })
})
