import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { changedByRefusals, refusedUpdate } from './refused-updates.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import {
  type Asked,
  type FakeClient,
  fakeClient,
  type Reply,
} from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

const BEFORE = { id: 'C7', is_resolved: false, tags: ['kept'] }
const DISCOVERY = discoveryOf(
  { 'GET /conversations': [{ id: 'C1' }] },
  { 'GET /conversations': [BEFORE, { ...BEFORE, id: 'C8' }, { ...BEFORE, id: 'C9' }] },
)

/** A service that refuses every update but those that put things back, after it did something with what it refuses. */
function service(does: (conversation: Row, asked: Asked) => Row): FakeClient {
  let conversation: Row = BEFORE
  return fakeClient((asked): Reply => {
    if (asked.method === 'GET') return { body: { data: conversation } }
    const body: Row = Object(asked.body)
    if (body['is_resolved'] === false && String(body['tags']) === 'kept')
      conversation = { ...BEFORE, ...body }
    else {
      conversation = does(conversation, asked)
      return { status: 400, body: { error: 'Invalid.', code: 'bad_request' } }
    }
    return { body: { data: conversation } }
  })
}

async function changed(client: FakeClient): Promise<unknown> {
  let field: unknown
  await runCase<'foreignConversation'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      field = (await changedByRefusals(ctx)).field
    },
    { phase: 'refuse', needs: ['foreignConversation'] },
  )
  return field
}

describe('refused updates', () => {
  test('change nothing where they are refused, and nothing is put back', async () => {
    const client = service((conversation) => conversation)

    expect(await changed(client)).toBeUndefined()
    expect(client.asked.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })

  test.each<[string, (conversation: Row, asked: Asked) => Row]>([
    ['is_resolved', (row, { body }) => (JSON.stringify(body) === '{}' ? { ...row, is_resolved: true } : row)],
    ['tags', (row) => ({ ...row, tags: [] })],
  ])('that change %s are told, and it is put back', async (field, does) => {
    const client = service(does)

    expect(await changed(client)).toBe(field)
    expect(client.asked.at(-1)?.body).toEqual({ tags: ['kept'], is_resolved: false })
  })

  test('that move the time of the last update are told where another conversation shows it, too', async () => {
    const touching = (touched: (id: string) => boolean): FakeClient =>
      fakeClient(({ method, path }) => {
        const id = path.split('/').at(-1) ?? ''
        if (method !== 'GET') asked.add(id)
        const updated_at = touched(id) && asked.has(id) ? '2026-11-20T09:00:00Z' : null
        return { status: method === 'GET' ? 200 : 400, body: { data: { ...BEFORE, id, updated_at } } }
      })
    let asked = new Set<string>()

    expect(await changed(touching(() => true))).toBe('updated_at')
    asked = new Set()
    expect(await changed(touching((id) => id === 'C8'))).toBeUndefined()
  })

  test('are not blamed for what changes once', async () => {
    let times = 0
    const client = service((row) => (times++ === 0 ? { ...row, is_resolved: true } : row))

    expect(await changed(client)).toBeUndefined()
  })
})

test.each([
  [200, 'kept'],
  [400, undefined],
])('what is tried and answered %i is put back where it was accepted', async (status, tags) => {
  const client = fakeClient(() => ({ status, body: { data: BEFORE } }))
  const session = sessionOf(client, { discovery: DISCOVERY })
  await runCase<'patient'>(session, async (ctx) => void (await refusedUpdate(ctx, { tags: 'x' })), {
    phase: 'refuse',
    needs: ['patient'],
  })
  await session.footprint.undo()

  expect(client.asked.map(({ authorization }) => authorization)).not.toContain('Bearer key-main-1')
  const [, back] = client.asked
  expect(back === undefined ? undefined : String(Object(back.body).tags)).toBe(tags)
})
