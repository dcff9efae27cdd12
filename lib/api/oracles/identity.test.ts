import { expect, test } from 'vitest'
import { identity } from './identity.ts'
import { exchange } from './testing/exchanges.ts'
import { me } from './testing/rows.ts'

const asked = (id: number, team_id: unknown, more: Parameters<typeof exchange>[1] = {}) =>
  exchange('GET /me', { id, body: { data: me({ team_id }) }, ...more })

test('a key that changes its workspace is told once, with both answers', () => {
  expect(identity([asked(1, 't1'), asked(2, 't1'), asked(3, 't2'), asked(4, 't3')])).toEqual([
    {
      requirement: 'GET-ME-03',
      where: 'GET /me',
      expected: 'team_id "t1", as before with the same key',
      received: '"t2"',
      pointer: '/data/team_id',
      exchanges: [3, 1],
      count: 1,
    },
  ])
})

test.each([
  ['the same workspace', [asked(1, 't1'), asked(2, 't1')]],
  ['two keys with a workspace each', [asked(1, 't1'), asked(2, 't2', { key: 'other' })]],
  ['two keys of one workspace', [asked(1, 't1'), asked(2, 't1', { key: 'exhaustible' })]],
  [
    'wrong keys, judged by their status',
    [asked(1, 't1', { key: 'invalid' }), asked(2, 't2', { key: 'invalid' })],
  ],
  ['a refusal', [asked(1, 't1'), asked(2, 't2', { status: 401 })]],
  ['what cannot be read', [asked(1, 't1'), asked(2, 5), asked(3, null), exchange('GET /me', { body: [] })]],
  ['nothing', []],
])('%s is right', (_, run) => {
  expect(identity(run)).toEqual([])
})
