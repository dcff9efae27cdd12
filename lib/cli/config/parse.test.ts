import { describe, expect, test } from 'vitest'
import { quote } from './parse.ts'
import { readOptions } from './reading.ts'
import type { RunSettings } from './resolve.ts'
import { resolveRun } from './resolve.ts'

test.each([
  ['fast', '"fast"'],
  ['', 'an empty value'],
  ['x'.repeat(21), 'a value of 21 characters'],
  ['\u001b[2J', 'a value of 4 characters'],
  ['\n', 'a value of 1 character'],
  ['cak_live_1', 'a value of 10 characters'],
  ['sk-1234', 'a value of 7 characters'],
])('%j is shown as %s', (text, shown) => {
  expect(quote(text)).toBe(shown)
})

function settings(header: string, environment: Record<string, string> = {}): Promise<RunSettings> {
  const reading = readOptions('run', { flags: { header }, environment: {}, file: {} })
  const requirementIds = (): Promise<Set<string>> => Promise.resolve(new Set())
  return resolveRun(reading, { folder: '/', requirementIds, environment })
}

describe('--header', () => {
  test('takes values as they are, or from the environment', async () => {
    expect((await settings('X-Env: staging,X-Token:$TOKEN', { TOKEN: 's3cret' })).headers).toEqual([
      ['X-Env', 'staging'],
      ['X-Token', 's3cret'],
    ])
  })

  test.each([
    ['X-Token:$NOWHERE', '--header wants $NOWHERE for X-Token, which the environment does not have'],
    ['Authorization: x', '--header must not set Authorization'],
    ['no colon', '--header is not of the form NAME:VALUE'],
    ['X-Empty:', '--header is not of the form NAME:VALUE'],
  ])('refuses %j', async (header, message) => {
    await expect((async () => settings(header))()).rejects.toThrow(message)
  })
})
