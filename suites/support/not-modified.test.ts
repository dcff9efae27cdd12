import { expect, test } from 'vitest'
import { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { answerOf } from '../../lib/engine/case/testing/answers.ts'
import { fakeClient } from '../../lib/engine/case/testing/fake-client.ts'
import { expectations } from '../../lib/engine/case/expect.ts'
import { expectModified } from './not-modified.ts'

const ANSWERED = 'Sun, 29 Nov 2026 09:00:00 GMT'

test.each([
  ['a strong tag', '"7"', '2026-11-29T09:00:00Z', true],
  ['a weak tag of a conversation that changed a minute before', 'W/"7"', '2026-11-29T08:59:00Z', true],
  ['a weak tag of a conversation that changed in the second before', 'W/"7"', '2026-11-29T08:59:59Z', false],
  ['a weak tag of a resource without a time of its last change', 'W/"7"', undefined, false],
])('%s: a 304 after a write is a violation: %#', async (_, tag, updated_at, isViolation) => {
  const before = answerOf(
    { data: { id: 'c1', updated_at } },
    {
      path: '/conversations/c1',
      headers: [
        ['Date', ANSWERED],
        ['ETag', tag],
      ],
    },
  )
  const { send } = fakeClient(() => ({ status: 304 }))
  const found: string[] = []
  const expectation = expectations({
    id: 'a case',
    requirement: 'ADD-NOTE-10',
    note: ({ received }) => void found.push(received),
  })
  const api = new Actor(send, { key: 'main' })

  await expectModified(
    { api, expect: expectation },
    [before, before],
    (actor): Promise<Answer> => actor.conversation('c1'),
    {},
  )

  expect(found).toEqual(isViolation ? ['status 304'] : [])
})
