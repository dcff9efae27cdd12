import { expect, test } from 'vitest'
import { discoveryOf } from '../../harness/testing/answers.ts'
import { fakeClient } from '../../harness/testing/fake-client.ts'
import type { RequestSpec } from '../../http/client.ts'
import { TransportError } from '../../http/transport.ts'
import { sparingHangingEndpoints, sparingStrangers } from './sparing.ts'

const update = (id: string): RequestSpec => ({ method: 'PATCH', path: `/conversations/${id}`, body: {} })

test('an endpoint that hangs gets no third request; others do', async () => {
  const service = fakeClient(({ path }) => {
    if (path === '/leads') throw new TransportError('timeout', 'late')
    return {}
  })
  const { send } = sparingHangingEndpoints(service)
  const ask = (path: string): ReturnType<typeof send> => send({ method: 'GET', path, body: {} })
  for (const path of ['/leads', '/leads', '/leads', '/me']) await ask(path)

  expect((await ask('/leads')).failure?.kind).toBe('withheld')
  expect((await ask('/me')).response?.status).toBe(200)
})

test('a write to an unknown id that reached something is not tried again', async () => {
  const service = fakeClient(() => ({ body: { data: { id: 'C9' } } }))
  const discovery = discoveryOf({ 'GET /conversations': [{ id: 'C1', is_resolved: false }] })
  const { send } = sparingStrangers(service, discovery, [])
  const ends = [
    await send(update('C1')),
    await send(update('x1')),
    await send(update('x2')),
    await send(update('C1')),
  ]
  expect(ends.map(({ failure }) => failure?.kind)).toEqual([undefined, undefined, 'withheld', undefined])
})
