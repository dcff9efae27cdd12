import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type WrongKey, wrongKeys } from './wrong-keys.ts'

const KEY = 'sk_live_4Kd93jXw7Pq2'
const of = (name: WrongKey, key = KEY): string => wrongKeys(key)[name].value
const token = (name: WrongKey, key = KEY): string => of(name, key).replace('Bearer ', '')

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
      expect(of('lowerCaseScheme', key)).toBe(`bearer ${key}`)
    },
  )

  test('an altered character stays of its kind, so that no check of the form refuses it', () => {
    expect(token('alteredEnd', 'keyb')).toBe('keyo')
    expect(token('alteredEnd', 'key8')).toBe('key3')
    expect(token('alteredEnd', 'keyZ')).toBe('keyM')
  })

  test('in other letter case is the same key otherwise', () => {
    expect(token('otherCase')).toBe('SK_LIVE_4kD93JxW7pQ2')
  })

  test('that is invented shares at most the prefix, and shows nothing more of the key', () => {
    expect(token('invented')).toMatch(/^sk_live_[0-9a-z]{12,32}$/)
    expect(token('invented')).toHaveLength(KEY.length)
    expect(token('invented', '')).not.toBe('')
  })
})

test.skipIf(process.platform === 'win32')('what a shell writes for a wrong key is that key', () => {
  const ways = Object.values(wrongKeys(KEY)).flatMap(({ value, shell }) =>
    value === '' || shell === undefined ? [] : [[value, shell] as const],
  )
  const script = ways.map(([, shell]) => `printf '%s\\n' "${shell}"`).join('\n')
  const environment = { ...process.env, CONFORMANCE_API_KEY: KEY }
  const written = execFileSync('sh', ['-c', script], { env: environment, encoding: 'utf8' })

  expect(written.trimEnd().split('\n')).toEqual(ways.map(([value]) => value))
  expect(script).not.toContain(KEY)
})
