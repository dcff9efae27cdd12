import { describe, expect, test } from 'vitest'
import { discover } from './discovery.ts'
import { endsHere } from './items.ts'
import { answerOf, discoveryOf, page } from './testing/answers.ts'
import { fakeClient } from './testing/fake-client.ts'
import type { JsonObject } from '../util/values.ts'

test.each<[string, JsonObject[], string, number, boolean]>([
  ['no item', [], 'Team', 200, false],
  ['the same items', [{ id: 'One' }], 'Team', 200, false],
  ['lists that cannot be read', [], 'Team', 503, true],
  ['no item and another team', [], 'Other', 200, true],
])('a second key that shows %s', async (_, items, team_id, status, isOther) => {
  const client = fakeClient(({ path, authorization }) =>
    path === '/me'
      ? { body: { data: { team_id: authorization.includes('other') ? team_id : 'Team' } } }
      : { status, ...page(items) },
  )
  const { capabilities } = discoveryOf({})
  const { other, whyNoOther } = await discover((spec) => client.send(spec), capabilities, true)

  expect([other !== undefined, whyNoOther === undefined]).toEqual([isOther, isOther])
})

describe('a page without a further one behind it', () => {
  const pagination = { limit: 50, offset: 2, total: 3, has_more: false }

  test.each<[string, object, boolean]>([
    ['says so', {}, true],
    ['says that one follows, whatever its total', { has_more: true }, false],
    ['does not say it, but its items are the last of the total', { has_more: undefined }, true],
    ['does not say it, and more items follow', { has_more: null, total: 4 }, false],
    ['says nothing of either', { has_more: undefined, total: undefined }, false],
  ])('%s', (_, more, isLast) => {
    const body = { data: [{ id: 'Lead000003' }], pagination: { ...pagination, ...more } }

    expect(endsHere(answerOf(body, { path: '/leads' }))).toBe(isLast)
  })
})
