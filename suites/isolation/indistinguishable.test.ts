import { expect, test } from 'vitest'
import { exchange } from '../../lib/judge/testing/exchanges.ts'
import { refusal } from '../../lib/judge/testing/items.ts'
import { distinction, volatileHeaders } from './indistinguishable.ts'

const IDS = ['foreign', 'nothing']
const answer = (body: unknown = refusal(), more: Parameters<typeof exchange>[1] = {}) =>
  exchange('GET /leads/x', { status: 404, body, text: JSON.stringify(body), ...more })
const absent = [answer(), answer()]

test.each([
  ['its status', answer(refusal(), { status: 403 }), 'status "403" instead of "404"'],
  ['a field', answer(refusal({ owner: 't2' })), 'fields "code error owner" instead of "code error"'],
  ['a header more', answer(refusal(), { headers: { 'X-Owner': 't2' } }), 'an extra header x-owner'],
  ['a header less', answer(refusal(), { headers: { 'X-RateLimit-Reset': undefined } }), 'no header x-ratel'],
  ['the order of members', answer({ code: refusal()['code'], error: refusal()['error'] }), 'body "{'],
])('an answer to a foreign id is recognised by %s', (_, foreign, told) => {
  expect(distinction(foreign, absent, IDS)).toContain(told)
})

const node = answer(refusal(), { headers: { 'X-Node': '1' } })

test.each([
  ['an echo of its id', answer(refusal({ error: 'no foreign' })), [refusal({ error: 'no nothing' })]],
  [
    'a text that changes anyway',
    answer(refusal({ error: 'a' })),
    [refusal({ error: 'b' }), refusal({ error: 'c' })],
  ],
  ['what one absent id gets, too', answer({ error: 'a' }), [{ error: 'b' }, { error: 'b' }, { error: 'a' }]],
])('it is not recognised by %s', (_, foreign, bodies) => {
  expect(
    distinction(
      foreign,
      bodies.map((body) => answer(body)),
      IDS,
    ),
  ).toBeUndefined()
})

test('a header that comes and goes elsewhere says nothing', () => {
  const elsewhere = [exchange('GET /me'), exchange('GET /me', { headers: { 'X-Node': '1' } })]
  expect(distinction(node, absent, IDS, () => volatileHeaders(elsewhere))).toBeUndefined()
})
