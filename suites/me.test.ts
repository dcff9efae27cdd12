import { describe, expect, test } from 'vitest'
import { exchange } from '../lib/engine/judge/testing/exchanges.ts'
import { identity } from './me.ts'

const KEYS = { main: 'cak_live_aaaa1', other: 'cak_live_bbbb2' } as const

/** `GET /me` with a key, answered with a prefix and a team. */
const me = (id: number, key: keyof typeof KEYS, key_prefix: string, team_id: string) =>
  exchange('GET /me', {
    id,
    key,
    authorization: `Bearer ${KEYS[key]}`,
    body: { data: { team_id, key_prefix } },
  })

const found = (...answers: Parameters<typeof identity>[0]) => identity(answers, { alone: false }).findings

describe('answers to two keys', () => {
  test('may have one prefix, and a team of their own', () => {
    expect(found(me(1, 'main', 'cak_live_', 'T1'), me(2, 'other', 'cak_live_', 'T2'))).toEqual([])
  })

  test('are mixed up where one names the other key', () => {
    expect(found(me(1, 'main', 'cak_live_aa', 'T1'), me(2, 'other', 'cak_live_aa', 'T1'))).toMatchObject([
      {
        requirement: 'ISOLATION-30',
        expected: 'the key that asked',
        received: 'the answer to another key, CONFORMANCE_API_KEY: a cache ignores the key',
        exchanges: [2, 1],
      },
    ])
  })

  test('to one key name one team', () => {
    expect(found(me(1, 'main', 'cak_live_aa', 'T1'), me(2, 'main', 'cak_live_aa', 'T2'))).toMatchObject([
      { requirement: 'GET-ME-03', received: '"T2"' },
    ])
  })
})
