import { expect, test } from 'vitest'
import { fakeClient } from '../../../engine/case/testing/fake-client.ts'
import { TransportError } from '../../../engine/http/transport.ts'
import { noticingRejectedKey, sparingHangingEndpoint } from './clients.ts'
import { Ending } from './ending.ts'

const LEADS = { method: 'GET', path: '/leads' } as const
const PROBE = { method: 'GET', path: '/me', url: 'https://api.example/v1/me', query: [], headers: [] }

test.each([
  ['the key under test', 'everywhere ends the run', 'main', 401, 'key-rejected'],
  ['the second key', 'everywhere makes its answers say nothing', 'other', 401, undefined],
  ['a key', 'by one endpoint is judged', 'main', 200, undefined],
] as const)('%s that is rejected %s', async (_key, _effect, key, atProbe, kind) => {
  const service = fakeClient(({ path }) => ({ status: path === '/me' ? atProbe : 401 }))
  const ending = new Ending(undefined, 60_000)
  const notice = noticingRejectedKey({ probe: PROBE }, service, ending)
  const send = (): ReturnType<typeof notice> => notice({ ...LEADS, key }, service.send)
  const [first, second] = [await send(), await send()]
  expect(ending.ended?.kind).toBe(kind)
  for (const { failure } of [first, second])
    expect(failure?.kind).toBe(atProbe === 401 ? 'key-rejected' : undefined)
  expect(service.asked.filter(({ path }) => path === '/me')).toHaveLength(1)
  ending.close()
})

test.each([
  ['that may not write is told at its first write, and the run goes on', 403, false, 'key-rejected'],
  ['of which one write alone is forbidden is judged', 400, false, undefined],
  ['that has written before is judged', 403, true, undefined],
] as const)('a key %s', async (_what, atProbe, hasWritten, kind) => {
  const service = fakeClient(({ method, path }) => {
    if (method === 'PATCH') return { status: 200 }
    return { status: path === '/leads' ? atProbe : 403 }
  })
  const ending = new Ending(undefined, 60_000)
  const notice = noticingRejectedKey({ probe: PROBE }, service, ending)
  const write = (method: string, path: string): ReturnType<typeof notice> =>
    notice({ method, path, body: {}, key: 'main' }, service.send)
  if (hasWritten) await write('PATCH', '/conversations/c1')
  expect((await write('POST', '/conversations/c1/messages')).failure?.kind).toBe(kind)
  expect(ending.ended).toBeUndefined()
  ending.close()
})

test('an endpoint that hangs gets no third request; others do', async () => {
  const service = fakeClient(({ path }) => {
    if (path === '/leads') throw new TransportError('timeout', 'late')
    return {}
  })
  const spare = sparingHangingEndpoint()
  const ask = (path: string): ReturnType<typeof spare> =>
    spare({ method: 'GET', path, body: {} }, service.send)
  for (const path of ['/leads', '/leads', '/leads', '/me']) await ask(path)
  expect((await ask('/leads')).failure?.kind).toBe('withheld')
  expect((await ask('/me')).response?.status).toBe(200)
})
