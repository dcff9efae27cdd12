import { expect, test } from 'vitest'
import { Actor } from '../../../lib/api/actor.ts'
import { fakeClient, type Reaction } from '../../../lib/harness/testing/fake-client.ts'
import { updateWithoutKey } from './unauthorised-updates.ts'

/** A conversation that changes its flag as a refused update says; and, whoever asks, now and then by itself. */
function service(heeds: boolean, byItself: readonly number[] = []): Reaction {
  let resolved = false
  let reads = 0
  return ({ method, body }) => {
    if (method === 'GET') {
      reads += 1
      if (byItself.includes(reads)) resolved = !resolved
      return { body: { data: { id: 'C1', is_resolved: resolved } } }
    }
    const { is_resolved } = Object(body) as { is_resolved: boolean }
    if (heeds) resolved = is_resolved
    return { status: 401, body: { error: 'No key.', code: 'unauthorized' } }
  }
}

test.each([
  ['is not heeded', service(false), undefined, 3],
  ['is heeded, each time', service(true), 'is_resolved false, true before', 6],
  ['is not heeded, though the flag changed just then', service(false, [2]), undefined, 6],
])('an update without a key %s', async (_, react, problem, requests) => {
  const client = fakeClient(react)
  const [api, anonymous] = (['main', 'none'] as const).map(
    (key) => new Actor((spec) => client.send(spec), { key }),
  )
  if (api === undefined || anonymous === undefined) throw new Error('no actors')

  const outcome = await updateWithoutKey({ api, anonymous }, 'C1', ['tag'])

  expect([outcome.problem, client.asked.length, outcome.refused.status]).toEqual([problem, requests, 401])
})
