import { describe, expect, test } from 'vitest'
import { readOptions } from './reading.ts'
import { resolveRun } from './resolve.ts'
import type { RunSettings } from './resolve.ts'

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
