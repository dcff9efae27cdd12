import { expect, test } from 'vitest'
import { discoveryOf } from '../../harness/testing/answers.ts'
import { fakeClient } from '../../harness/testing/fake-client.ts'
import type { RequestSpec } from '../../http/client.ts'
import { sparingStrangers } from './sparing.ts'

const update = (id: string): RequestSpec => ({ method: 'PATCH', path: `/conversations/${id}`, body: {} })

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
