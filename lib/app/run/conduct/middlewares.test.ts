import { expect, test } from 'vitest'
import { type Asked, fakeClient } from '../../../engine/case/testing/fake-client.ts'
import { TransportError } from '../../../engine/http/transport.ts'
import { noticingForbiddenUse, noticingRevokedKey, sparingHangingEndpoint } from './middlewares.ts'
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
  const notice = noticingRevokedKey({ probe: PROBE }, service, ending)
  const send = (): ReturnType<typeof notice> => notice({ ...LEADS, key }, service.send)
  const [first, second] = [await send(), await send()]
  expect(ending.ended?.kind).toBe(kind)
  for (const { failure } of [first, second])
    expect(failure?.kind).toBe(atProbe === 401 ? 'key-rejected' : undefined)
  expect(service.asked.filter(({ path }) => path === '/me')).toHaveLength(1)
  ending.close()
})

const [NOTE, SUMMARY, DETAIL] = [
  { method: 'POST', path: '/conversations/c1/messages', body: {} },
  { method: 'GET', path: '/analytics/summary', query: { chatbot_id: 'c1' } },
  { method: 'GET', path: '/conversations/c1' },
] as const

test.each([
  ['writing, whatever is written, tells nothing', NOTE, 403, false, 'key-rejected'],
  ['a read, whatever it asks for, tells nothing', SUMMARY, 403, false, 'key-rejected'],
  ['writing, where a limiter answers the plainest write, tells nothing', NOTE, 429, false, 'key-rejected'],
  ['one write alone is judged', NOTE, 400, false, undefined],
  ['one read alone is judged', SUMMARY, 200, false, undefined],
  ['a write, after another one was accepted, is judged', NOTE, 403, true, undefined],
  ['a single item is judged', DETAIL, 403, false, undefined],
] as const)('what forbids %s', async (_what, spec, ofPlainest, hasAccepted, kind) => {
  const isPlainest = ({ path, query }: Asked): boolean =>
    path === '/leads' || (path === SUMMARY.path && Object.keys(query).length === 0)
  let accepts = hasAccepted
  const service = fakeClient((asked) => {
    if (accepts) return { status: 200 }
    return { status: isPlainest(asked) ? ofPlainest : 403 }
  })
  const notice = noticingForbiddenUse(service)
  const ask = (): ReturnType<typeof notice> => notice({ ...spec, key: 'main' }, service.send)
  await ask()
  accepts = false
  expect((await ask()).failure?.kind).toBe(kind)
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
