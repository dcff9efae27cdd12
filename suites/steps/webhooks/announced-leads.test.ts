import { describe, expect, test } from 'vitest'
import { announcedLeadOf, announcedCount, announcedRefusal, unannouncedLead } from './announced-leads.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Delivery } from '../../../lib/harness/case.ts'
import { recordLead } from '../leads/created-leads.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import { type Asked, fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'

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
  test('is none where each one is named', async () => {
    expect(await look([{}, {}, {}], created, unannounced)).toBeUndefined()
    expect(await look([{}, {}, {}], created, announcedCount)).toBe(3)
  })

  test('is the first one that is not named while two others are', async () => {
    const deliver = (asked: Asked, id: string): unknown =>
      Object(asked.body).name === undefined ? undefined : created(asked, id)

    expect(await look([{ name: 'a' }, {}, { name: 'b' }, {}], deliver, unannounced)).toBe('Lead000002')
  })

  test('is the second one where several come after one that is named', async () => {
    const first = (asked: Asked, id: string): unknown => (id.endsWith('1') ? created(asked, id) : undefined)

    expect(await look([{}, {}, {}, {}, {}], first, unannounced)).toBe('Lead000002')
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

describe('a lead of a chatbot that is announced', () => {
  const ofA = async (ctx: Context): Promise<unknown> => (await announcedLeadOf(ctx, 'A')).data['id']

  test('is one that was sent before', async () => {
    expect(await look([{ chatbot_id: 'B' }, { chatbot_id: 'A' }], created, ofA)).toBe('Lead000002')
  })

  test('is a further one where those that were sent are of other chatbots, or of conversations', async () => {
    const sent = [{ chatbot_id: 'B' }, { chatbot_id: 'A', conversation_id: 'C' }]

    expect(await look(sent, created, ofA)).toBe('Lead000003')
  })

  test('is none where the listener is that of another chatbot', async () => {
    const deliver = (asked: Asked, id: string): unknown =>
      Object(asked.body).chatbot_id === 'A' ? undefined : created(asked, id)

    expect(await look([{ chatbot_id: 'B' }], deliver, ofA)).toBeUndefined()
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
