import { expect, test } from 'vitest'
import { fakeClient } from '../../../engine/case/testing/fake-client.ts'
import { Ending } from './ending.ts'
import { noticingRejection } from './rejection.ts'

const LEADS = { method: 'GET', path: '/leads' } as const

test.each([
  ['the key under test', 'everywhere ends the run', 'main', 401, 'key-rejected'],
  ['the second key', 'everywhere makes its answers say nothing', 'other', 401, undefined],
  ['a key', 'by one endpoint is judged', 'main', 200, undefined],
] as const)('%s that is rejected %s', async (_key, _effect, key, atProof, kind) => {
  const service = fakeClient(({ path }) => ({ status: path === '/me' ? atProof : 401 }))
  const ending = new Ending(undefined, 60_000)
  const { send } = noticingRejection(service, { prober: service, proof: '/me', ending })
  const [first, second] = [await send({ ...LEADS, key }), await send({ ...LEADS, key })]
  expect(ending.ended?.kind).toBe(kind)
  for (const { failure } of [first, second])
    expect(failure?.kind).toBe(atProof === 401 ? 'key-rejected' : undefined)
  expect(service.asked.filter(({ path }) => path === '/me')).toHaveLength(1)
  ending.close()
})
