import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { contrastOf } from './contrast.ts'
import { exchange } from './testing/exchanges.ts'

const asked = (...targets: readonly string[]): Exchange[] =>
  targets.map((target) => exchange(`GET ${target}`))
const page = (target: string, rows: number, offset = 0): Exchange =>
  exchange(`GET ${target}`, {
    body: {
      data: Array.from({ length: rows }, (_, id) => ({ id: `i${id}` })),
      pagination: { limit: 2, offset, total: 9, has_more: true },
    },
  })
const pages = (rows: number): Exchange[] => [page('/leads?limit=2', rows), page('/leads?offset=3', rows, 3)]

test.each<[string, Exchange[], Exchange[], string | undefined]>([
  [
    'a value of a parameter, also in a list of values',
    asked('/reservations?status=blocked', '/reservations?status=held,blocked'),
    asked('/reservations?status=held', '/reservations'),
    'none of them with status=blocked',
  ],
  [
    'a parameter',
    asked('/leads?since=a', '/leads?since=b'),
    asked('/leads', '/leads?limit=1'),
    'none of them with since',
  ],
  [
    'its absence',
    asked('/leads', '/leads?offset=1'),
    asked('/leads?limit=1', '/leads?limit=2'),
    'all of them with limit',
  ],
  [
    'a member of the body',
    [
      exchange('POST /leads', { sent: { email: 'a@b.test', phone: null } }),
      exchange('POST /leads', { sent: { email: 'c@d.test' } }),
    ],
    [
      exchange('POST /leads', { sent: { phone: '1', email: 'a@b.test' } }),
      exchange('POST /leads', { sent: { phone: '2' } }),
    ],
    'all of them naming `phone`',
  ],
  ['a full page', pages(2), pages(1), 'none of them on full pages'],
  ['the operation', asked('/leads', '/leads'), asked('/me', '/chatbots'), 'none of them on GET /leads'],
  [
    'the status',
    [exchange('GET /me', { status: 404 }), exchange('GET /me', { status: 404 })],
    asked('/me', '/me'),
    'none of them answered 404',
  ],
  [
    'nothing, where both have it',
    asked('/leads?limit=1', '/leads'),
    asked('/leads?limit=1', '/leads'),
    undefined,
  ],
  ['nothing, where a single answer broke it', asked('/leads?limit=1'), asked('/me', '/chatbots'), undefined],
  ['nothing, where it held once', asked('/leads', '/leads'), asked('/me'), undefined],
])('what tells right answers from wrong ones is %s', (_, broke, held, expected) => {
  expect(contrastOf(broke, held)).toBe(expected)
})

test('a wrong status is not told by itself', () => {
  const broken = exchange('GET /me', { status: 500 })

  expect(
    contrastOf([broken, exchange('GET /leads', { status: 500 })], asked('/me', '/me'), true),
  ).toBeUndefined()
})
