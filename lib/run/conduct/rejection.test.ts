import { expect, test } from 'vitest'
import { fakeClient } from '../../harness/testing/fake-client.ts'
import { Ending } from './ending.ts'
import { endingAtRejection } from './rejection.ts'

const LEADS = { method: 'GET', path: '/leads' } as const

test.each([
  ['everywhere ends the run', 401, 'the target rejects the key in CONFORMANCE_API_KEY (401)'],
  ['by one endpoint does not', 200, undefined],
])('a key that is rejected %s', async (_, atProof, reason) => {
  const service = fakeClient(({ path }) => ({ status: path === '/me' ? atProof : 401 }))
  const ending = new Ending(undefined, 60_000)
  const { send } = endingAtRejection(service, { prober: service, proof: '/me', ending })
  await send(LEADS)
  await send(LEADS)
  expect(ending.ended?.reason).toBe(reason)
  expect(service.asked.filter(({ path }) => path === '/me')).toHaveLength(1)
  ending.close()
})
