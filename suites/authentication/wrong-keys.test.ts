import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type WrongKey, wrongKeys } from './wrong-keys.ts'

const KEY = 'sk_live_4Kd93jXw7Pq2'
const of = (name: WrongKey, key = KEY): string => wrongKeys(key)[name][0]
const token = (name: WrongKey, key = KEY): string => of(name, key).replace('Bearer ', '')

/** Positions at which two texts of the same length differ. */
const differences = (one: string, other: string): number[] =>
  one.split('').flatMap((character, index) => (character === other[index] ? [] : [index]))

describe('a wrong key', () => {
  test.each(['sk_live_4Kd93jXw7Pq2', 'live_zzzzzzzzzzzzz', '0000000000007', 'key-with-dash-'])(
    'made of %s differs from it in the one way that it names',
    (key) => {
      const last = key.length - 1
      expect(token('cut', key)).toBe(key.slice(0, -1))
      expect(token('extended', key)).toBe(`${key}x`)
      expect(token('alteredEnd', key)).toHaveLength(key.length)
      expect(differences(token('alteredEnd', key), key)).toEqual([last])
      expect(token('alteredMiddle', key)).toHaveLength(key.length)
      expect(differences(token('alteredMiddle', key), key)).toEqual([Math.floor(key.length / 2)])
      expect(of('basic', key)).toBe(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)
      expect(of('token', key)).toBe(`Token ${key}`)
      expect(of('bare', key)).toBe(key)
      expect(of('lowerCaseScheme', key)).toBe(`bearer ${key}`)
    },
  )

  test('an altered character stays of its kind, so that no check of the form refuses it', () => {
    expect(token('alteredEnd', 'keyb')).toBe('keyc')
    expect(token('alteredEnd', 'key8')).toBe('key7')
    expect(token('alteredEnd', 'key7')).toBe('key3')
    expect(token('alteredEnd', 'keyZ')).toMatch(/^key[A-Za-z0-9]$/)
  })

  test('is never another valid key', () => {
    const valid = ['key_a', 'key_b', 'key_', 'key_0123456789ab']
    for (const key of valid) {
      const made = Object.values(wrongKeys(key, valid)).map(([value]) => value)
      expect(made.filter((value) => valid.some((one) => value === `Bearer ${one}`))).toEqual([])
      expect(wrongKeys(key, valid).invented[0]).not.toBe('')
    }
  })

  test('in other letter case is the same key otherwise', () => {
    expect(token('otherCase')).toBe('SK_LIVE_4kD93JxW7pQ2')
    expect(of('otherCase', '0123-4567')).toBe('')
  })

  test('that is invented shares at most the prefix, and shows nothing more of the key', () => {
    expect(token('invented')).toMatch(/^sk_live_[0-9a-z]{12,32}$/)
    expect(token('invented')).toHaveLength(KEY.length)
    expect(token('invented', '')).not.toBe('')
  })

  test('is the key without its beginning, or with what databases take for anything', () => {
    expect(token('headless')).toBe('4Kd93jXw7Pq2')
    expect(token('wildcards')).toBe('sk_live_4Kd93jXw7%')
    expect([of('headless', 'short-key'), of('wildcards', 'short-key')]).toEqual(['', ''])
  })
})

test.skipIf(process.platform === 'win32')('what a shell writes for a wrong key is that key', () => {
  const ways = Object.values(wrongKeys(KEY)).flatMap(([value, shell]) =>
    value === '' || shell === undefined ? [] : [[value, shell] as const],
  )
  const script = ways.map(([, shell]) => `printf '%s\\n' "${shell}"`).join('\n')
  const environment = { ...process.env, CONFORMANCE_API_KEY: KEY }
  const written = execFileSync('sh', ['-c', script], { env: environment, encoding: 'utf8' })

  expect(written.trimEnd().split('\n')).toEqual(ways.map(([value]) => value))
  expect(script).not.toContain(KEY)
})
