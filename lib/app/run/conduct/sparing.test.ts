import { expect, test } from 'vitest'
import { fakeClient } from '../../../engine/case/testing/fake-client.ts'
import { TransportError } from '../../../engine/http/transport.ts'
import { sparingHangingEndpoints } from './sparing.ts'

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
