import { describe, expect, test } from 'vitest'
import type { RequestSpec } from '../http/client.ts'
import { Memo } from './memo.ts'
import { answerOf, noAnswer } from './testing/answers.ts'

const get = (more: Partial<RequestSpec> = {}): RequestSpec => ({
  method: 'GET',
  path: '/leads',
  key: 'main',
  ...more,
})

/** How often some questions, one after the other, are really asked. */
async function asks(...questions: readonly RequestSpec[]): Promise<number> {
  const memo = new Memo()
  let asked = 0
  for (const question of questions) {
    // oxlint-disable-next-line no-await-in-loop -- a later question may find an earlier answer
    await memo.recall(question, () => Promise.resolve(answerOf({}, { id: ++asked }).exchange))
  }
  return asked
}

describe('the same question', () => {
  test.each<[string, RequestSpec, RequestSpec]>([
    ['word for word', get(), get()],
    [
      'with its query in another order',
      get({ query: { limit: 1, offset: 2 } }),
      get({ query: { offset: 2, limit: 1 } }),
    ],
    ['with its query as pairs', get({ query: { limit: 1 } }), get({ query: [['limit', '1']] })],
    ['with values left out', get({ query: {} }), get({ query: { status: undefined } })],
    ['with no query and an empty one', get(), get({ query: {} })],
  ])('%s is asked once', async (_, one, two) => {
    expect(await asks(one, two)).toBe(1)
  })
})

describe('another question', () => {
  test.each<[string, RequestSpec, RequestSpec]>([
    ['path', get(), get({ path: '/me' })],
    ['key', get(), get({ key: 'other' })],
    ['Authorization', get(), get({ authorization: 'Basic x' })],
    ['query', get({ query: { limit: 1 } }), get({ query: { limit: 2 } })],
    ['header', get(), get({ headers: [['Accept', 'text/html']] })],
    [
      'number of times a parameter is given',
      get({ query: [['limit', '1']] }),
      get({
        query: [
          ['limit', '1'],
          ['limit', '1'],
        ],
      }),
    ],
  ])('by its %s is asked too', async (_, one, two) => {
    expect(await asks(one, two)).toBe(2)
  })
})

test('who asks while the answer is under way waits for it', async () => {
  const memo = new Memo()
  const first = memo.recall(get(), () => Promise.resolve(answerOf({}).exchange))
  const second = memo.recall(get(), () => Promise.reject(new Error('asked twice')))

  expect(await second).toBe(await first)
})

test('a request without an answer is asked again', async () => {
  const memo = new Memo()
  const lost = await memo.recall(get(), () => Promise.resolve(noAnswer('timeout').exchange))
  const found = await memo.recall(get(), () => Promise.resolve(answerOf({}).exchange))

  expect([lost.response, found.response?.status]).toEqual([undefined, 200])
})
