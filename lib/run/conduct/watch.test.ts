import { expect, test } from 'vitest'
import { fakeClient } from '../../harness/testing/fake-client.ts'
import type { RequestSpec } from '../../http/client.ts'
import { TransportError } from '../../http/transport.ts'
import { Ending } from './ending.ts'
import { watch } from './watch.ts'

const get = (path: string, more: Partial<RequestSpec> = {}): RequestSpec => ({ method: 'GET', path, ...more })

test('an endpoint that hangs gets no third request; others do', async () => {
  const service = fakeClient(({ path }) => {
    if (path === '/leads') throw new TransportError('timeout', 'late')
    return {}
  })
  const ending = new Ending(undefined, 60_000)
  const { send } = watch(service, { prober: service, proof: '/me', ending })
  for (const path of ['/leads', '/leads', '/leads', '/me']) await send(get(path, { body: {} }))
  expect((await send(get('/leads'))).failure?.kind).toBe('withheld')
  expect((await send(get('/me'))).response?.status).toBe(200)
  ending.close()
})

test.each([
  ['everywhere ends the run', 401, 'the key in CONFORMANCE_API_KEY was rejected in the middle of the run'],
  ['by one endpoint does not', 200, undefined],
])('a key that is rejected %s', async (_, atProof, reason) => {
  const service = fakeClient(({ path }) => ({ status: path === '/me' ? atProof : 401 }))
  const ending = new Ending(undefined, 60_000)
  const { send } = watch(service, { prober: service, proof: '/me', ending })
  await send(get('/leads'))
  await send(get('/leads'))
  expect(ending.reason).toBe(reason)
  expect(service.asked.filter(({ path }) => path === '/me')).toHaveLength(1)
  ending.close()
})
