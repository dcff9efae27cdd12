import { describe, expect, test } from 'vitest'
import { Actor } from './actor.ts'
import { LISTS } from '../spec/operations.ts'
import { RESERVATION_STATUSES } from '../spec/api.ts'
import { discover, distinct, endsHere, explore, everyItem, refusingFullPage } from './discovery.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'
import { fakeClient } from './testing/fake-client.ts'
import { listing, page } from './testing/tables.ts'
import type { JsonObject } from '../util/values.ts'

describe('looking at a workspace', () => {
  const lead = { id: 'Lead000001' }
  const client = fakeClient(listing({ '/leads': [lead], '/chatbots': [], '/conversations': [] }))
  const exploring = explore(new Actor((spec) => client.send(spec), { key: 'other' }))

  test('takes one request for the key and one for each list', async () => {
    await exploring

    const paths = ['GET /me', ...LISTS].map((operation) => operation.slice('GET '.length))
    expect(client.asked.map(({ path }) => path).sort()).toEqual(paths.sort())
    expect(new Set(client.asked.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer key-other-1']),
    )
  })

  test('asks for as much as one page can hold, reservations of every status included', () => {
    const limits = client.asked.filter(({ path }) => path !== '/me').map(({ query }) => query['limit'])
    expect(new Set(limits)).toEqual(new Set(['100']))
    expect(client.asked.find(({ path }) => path === '/reservations')?.query['status']).toBe(
      RESERVATION_STATUSES.join(','),
    )
    expect(RESERVATION_STATUSES).toEqual(expect.arrayContaining(['held', 'blocked']))
    expect(everyItem('GET /leads')).toEqual({})
  })
})

test('a list that refuses the widest query is read without a query', async () => {
  const client = fakeClient(({ path, query }) =>
    path === '/chatbots' && query['limit'] === '100'
      ? { status: 400, body: { error: 'At most 50.', code: 'bad_request' } }
      : { body: { data: path === '/chatbots' ? [{ id: 'Bot0000001' }] : [] } },
  )
  const main = await explore(new Actor((spec) => client.send(spec), { key: 'main' }))

  expect(main.lists['GET /chatbots'].items).toEqual([{ id: 'Bot0000001' }])
  // Each list and the key once, and the refused list once more.
  expect(client.asked.length).toBe(LISTS.length + 2)
  expect([...refusingFullPage({ main, capabilities: discoveryOf({}).capabilities })]).toEqual([
    'GET /chatbots',
  ])
})

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
  const { other } = await discover({
    send: (spec) => client.send(spec),
    hasOtherKey: true,
    capabilities: discoveryOf({}).capabilities,
  })

  expect(other !== undefined).toBe(isOther)
})

test.each([
  ['another key', 'key', 'another-key'],
  ['the key of the first', 'key-main-1', 'same-key'],
])('a second key that GET /me shows the same workspace as %s', async (_, name, expected) => {
  const client = fakeClient(({ path, authorization }) => {
    const key_name = name === 'key' ? authorization : name
    return path === '/me' ? { body: { data: { team_id: 'Team', key_name } } } : page([])
  })
  const { other, twin } = await discover({
    send: (spec) => client.send(spec),
    hasOtherKey: true,
    capabilities: discoveryOf({}).capabilities,
  })

  expect([other, twin]).toEqual([undefined, expected])
})

test('the values of a field come most frequent first, and only texts', () => {
  const items = ['new', 'won', '', null, 'won', 7].map((status) => ({ status }))

  expect(distinct(items, 'status')).toEqual(['won', 'new'])
  expect(distinct([], 'status')).toEqual([])
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
