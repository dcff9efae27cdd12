import { describe, expect, test } from 'vitest'
import { remainingDrops } from './spending.ts'
import { type Reaction } from '../../../lib/http/testing/fake-client.ts'
import { counting, within } from '../../../lib/api/testing/run-case.ts'

const perKey = (shared: boolean): Reaction => {
  const left = new Map<string, number>()
  return counting((_, { authorization }) => {
    if (authorization === '') return 0
    const account = shared ? 'all' : authorization
    left.set(account, (left.get(account) ?? 1000) - 1)
    return left.get(account) ?? 0
  })
}

describe('what another key spends', () => {
  test('lessens it if keys share an account: three times by the same number', async () => {
    expect((await within(perKey(true), remainingDrops)).value).toMatchObject({ own: 1, withStranger: 6 })
  })

  test('cannot be determined while somebody else uses the key', async () => {
    const react = counting((count) => 5000 - count * count)

    expect((await within(react, remainingDrops)).outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'Remaining falls unevenly: somebody else uses the key, or several processes count',
    })
  })
})
