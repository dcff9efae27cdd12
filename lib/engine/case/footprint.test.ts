import { describe, expect, test } from 'vitest'
import type { FootprintEntry } from './footprint.ts'
import { TransportError } from '../http/transport.ts'
import { settleFootprint } from './footprint.ts'
import { discoveryOf } from './testing/answers.ts'
import { fakeClient, type Reaction } from './testing/fake-client.ts'

const KNOWN = { id: 'c1', is_resolved: true, tags: ['vip'] }
const DISCOVERY = discoveryOf(
  { 'GET /conversations': [KNOWN], 'GET /leads': [{ id: 'l1' }] },
  { 'GET /conversations': [{ id: 'c9', is_resolved: false, tags: null }] },
)
const UPDATE = {
  method: 'PATCH',
  path: '/conversations/c1',
  key: 'main',
  body: { tags: ['x'], is_resolved: false },
} as const
const LEAD = {
  method: 'POST',
  path: '/leads',
  key: 'main',
  body: { chatbot_id: 'b1', name: 'mark-1' },
} as const

/** The items that one request leaves behind on a service, and the requests that restored the rest. */
async function after(
  request: typeof UPDATE | typeof LEAD | { method: string; path: string; key: 'main'; body: unknown },
  react: Reaction,
): Promise<{ readonly left: readonly FootprintEntry[]; readonly sent: unknown[] }> {
  const client = fakeClient(react)
  await client.send(request)
  const left = await settleFootprint([...client.exchanges], DISCOVERY, client)
  const sent = client.asked.slice(1).map(({ method, path, body }) => [method, path, body])
  return { left, sent }
}

describe('a conversation', () => {
  test('gets back its tags and flag, whatever success the update was answered with', async () => {
    const back = ['PATCH', '/conversations/c1', { tags: ['vip'], is_resolved: true }]

    expect(await after(UPDATE, () => ({}))).toEqual({ left: [], sent: [back] })
    expect(await after(UPDATE, () => ({ status: 202 }))).toEqual({ left: [], sent: [back] })
  })

  test('is left alone where the update was refused', async () => {
    for (const status of [400, 404, 429]) {
      expect(await after(UPDATE, () => ({ status }))).toEqual({ left: [], sent: [] })
    }
  })

  test('is found by the id in the answer, and put back by its owner', async () => {
    const elsewhere = { ...UPDATE, path: '/conversations/zz' }
    const { left, sent } = await after(elsewhere, () => ({ body: { data: { id: 'c9', tags: null } } }))

    expect(sent).toEqual([['PATCH', '/conversations/c9', { tags: [], is_resolved: false }]])
    expect(left).toEqual([])
  })

  test('that could not be put back is listed with what it had', async () => {
    const { left } = await after(UPDATE, (_, count) => ({ status: count === 1 ? 200 : 500 }))

    expect(left).toMatchObject([
      { kind: 'changed', id: 'c1', note: 'it was {"tags":["vip"],"is_resolved":true}' },
    ])
  })
})

describe('a lead or a note', () => {
  const created =
    (status: number, body: object): Reaction =>
    () => ({ status, body })

  test('is listed for any success', async () => {
    for (const status of [200, 201, 202]) {
      const { left } = await after(LEAD, created(status, { data: { id: 'l7' } }))
      expect(left).toMatchObject([{ kind: 'created', resource: 'lead', id: 'l7' }])
    }
    const note = {
      method: 'POST',
      path: '/conversations/c1/messages',
      key: 'main',
      body: { content: 'x' },
    } as const
    const { left } = await after(note, created(201, { data: { id: 'm1' } }))
    expect(left).toMatchObject([{ kind: 'created', resource: 'note', id: 'm1', note: 'in conversation c1' }])
  })

  test('that no answer names is listed with what was sent', async () => {
    const lost: Reaction = () => {
      throw new TransportError('reset', 'the connection was reset')
    }
    for (const react of [created(202, {}), created(204, {}), created(307, {}), lost]) {
      const [entry, ...others] = (await after(LEAD, react)).left
      expect(entry).toMatchObject({ kind: 'perhaps created', resource: 'lead', id: 'unknown' })
      expect(entry?.note).toContain('it sent {"chatbot_id":"b1","name":"mark-1"}')
      expect(others).toEqual([])
    }
  })

  test('that was there before is no trace of ours', async () => {
    expect((await after(LEAD, created(200, { data: { id: 'l7' }, existing: true }))).left).toEqual([])
    expect((await after(LEAD, created(200, { data: { id: 'l1' } }))).left).toEqual([])
    expect((await after(LEAD, created(400, {}))).left).toEqual([])
  })
})
