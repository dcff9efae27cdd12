import { describe, expect, test } from 'vitest'
import type { Client } from '../http/client.ts'
import type { KeyLabel } from '../http/exchange.ts'
import type { Reply } from '../http/testing/fake-client.ts'
import { TransportError } from '../http/transport.ts'
import { TOY_API, UNTITLED } from '../testing/toy-api.ts'
import { exchangeOf, fakeClient, noAnswer } from '../testing/toy-run.ts'
import { dropPassing, repeatSmallest } from './second-look.ts'
import { findingOf } from './testing/conducted.ts'
import { Tally } from './tally.ts'

const BASE_URL = 'https://api.example/v1'
const RIGHT: Reply = { body: { books: [{ title: 'Emma' }] } }
const WRONG: Reply = { body: { books: [{ title: 'Emma' }, UNTITLED] } }

/** How many violations are left of one wrong shelf, by how it answers one read after the other. */
async function leftOf(key: KeyLabel, ...later: readonly (() => Reply)[]): Promise<number> {
  const api = { ...TOY_API, mayPass: () => true }
  const client = fakeClient((_, count) => (count === 1 ? WRONG : (later[count - 2] ?? (() => RIGHT))()))
  const tally = new Tally(api, BASE_URL)
  tally.add(await client.send({ method: 'GET', path: '/books', key }))
  expect(tally.findings).toHaveLength(1)

  await dropPassing(tally, api, BASE_URL, client)

  return tally.findings.length
}

const lost = (): never => {
  throw new TransportError('reset', 'lost')
}
const refused = (): Reply => ({ status: 429, body: {} })

describe('a violation that may have passed', () => {
  test.each<[string, KeyLabel, readonly (() => Reply)[], number]>([
    ['is dropped where the same read is right now', 'main', [() => RIGHT], 0],
    ['stays where it is still wrong', 'main', [() => WRONG], 1],
    ['stays where it cannot be read again', 'main', [lost, lost, lost], 1],
    ['stays where the second read is refused', 'main', [refused, refused, refused], 1],
    ['is dropped where only a key showed it that is spent by then', 'exhaustible', [() => WRONG], 0],
  ])('%s', async (_, key, later, left) => {
    expect(await leftOf(key, ...later)).toBe(left)
  })

  test('is looked at again only where the API says so', async () => {
    const client = fakeClient(() => WRONG)
    const tally = new Tally(TOY_API, BASE_URL)
    tally.add(await client.send({ method: 'GET', path: '/books', key: 'main' }))
    await dropPassing(tally, TOY_API, BASE_URL, client)

    expect(tally.findings).toHaveLength(1)
    expect(client.asked).toHaveLength(1)
  })
})

describe('the smallest read', () => {
  const api = {
    ...TOY_API,
    readOfItem: () => ({ method: 'GET', path: '/books', key: 'main', query: [['limit', '1']] }) as const,
  }

  test('of an item comes first in the evidence where it shows the same', async () => {
    const tally = new Tally(api, BASE_URL)
    tally.add(exchangeOf(WRONG.body, { id: 61, path: '/books' }))
    const client = fakeClient(() => ({ body: { books: [UNTITLED] } }))

    expect(await repeatSmallest(tally, api, BASE_URL, client)).toBe(0)
    expect(client.asked).toMatchObject([{ path: '/books', query: { limit: '1' } }])
    expect(tally.findings.map(({ pointer, exchanges: [id] }) => [pointer, id])).toEqual([
      ['/books/0/title', client.exchanges[0]?.id],
      ['/books/1/title', 61],
    ])
  })

  test('changes nothing where it shows nothing', async () => {
    const tally = new Tally(api, BASE_URL)
    tally.add(exchangeOf(WRONG.body, { id: 61, path: '/books' }))
    await repeatSmallest(
      tally,
      api,
      BASE_URL,
      fakeClient(() => RIGHT),
    )

    expect(tally.findings).toMatchObject([{ pointer: '/books/1/title', exchanges: [61] }])
  })

  test('is sent once for a requirement, and counted where no request is left for it', async () => {
    const tally = new Tally(api, BASE_URL)
    tally.exchanges.push(exchangeOf(WRONG.body, { id: 1, path: '/books' }))
    tally.findings.push(
      findingOf('BOOK-1', { exchanges: [1], pointer: '/books/61/title' }),
      findingOf('BOOK-1', { exchanges: [1], pointer: '/books/62/title' }),
      findingOf('STATUS-2', { exchanges: [1] }),
    )
    const client: Client = { send: async () => noAnswer('budget', 'spent').exchange }

    expect(await repeatSmallest(tally, api, BASE_URL, client)).toBe(1)
    expect(tally.findings).toHaveLength(3)
  })
})
