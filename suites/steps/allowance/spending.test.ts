import { describe, expect, test } from 'vitest'
import { remainingDrops } from './spending.ts'
import { KEYS, type Reaction } from '../../../lib/http/testing/fake-client.ts'
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

/** Two keys; what the first one is used for is taken from the second one as well. */
const chargingAnother = (): Reaction => {
  const left = new Map<string, number>()
  const charge = (key: string): number => left.set(key, (left.get(key) ?? 1000) - 1).get(key) ?? 0
  return counting((_, { authorization }) => {
    if (authorization.endsWith(KEYS.main)) charge(`Bearer ${KEYS.other}`)
    return authorization === '' ? 0 : charge(authorization)
  })
}

describe('what another key spends', () => {
  test('does not lessen the own allowance', async () => {
    expect((await within(perKey(false), remainingDrops)).value).toMatchObject({
      own: 1,
      withStranger: 1,
      strangers: 1,
    })
  })

  test('lessens it if keys share an account: three times by the same number', async () => {
    expect((await within(perKey(true), remainingDrops)).value).toMatchObject({ own: 1, withStranger: 6 })
  })

  test('lessens it if it is charged to another key: three times by the same number', async () => {
    expect((await within(chargingAnother(), remainingDrops)).value).toMatchObject({
      own: 1,
      withStranger: 1,
      strangers: 3,
    })
  })

  test('cannot be determined while somebody else uses the key', async () => {
    const react = counting((count) => 5000 - count * count)

    expect((await within(react, remainingDrops)).outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'Remaining falls unevenly: somebody else uses the key, or several processes count',
    })
  })
})
