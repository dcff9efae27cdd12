import { expect, test } from 'vitest'
import { conduct, type Conducted } from '../lib/app/run/conduct.ts'
import { inProcessTarget } from '../lib/app/run/in-process.ts'
import { isOwnedKey } from '../lib/engine/http/keys.ts'
import { SCOPE } from '../lib/app/run/scope.ts'
import { selectionOf } from '../lib/app/run/selection.ts'
import { PROFILE_DEFAULTS } from '../lib/app/run/options.ts'
import { OPTIONS } from '../lib/app/run/testing/options.ts'
import { CASES, CATALOGUE } from './index.ts'
import { NEEDS } from '../lib/engine/case/needs.ts'

/** Runs the cases of a profile on the reference service, without any limit. */
async function perform(profile: 'smoke' | 'standard', writes = true): Promise<Conducted> {
  const target = inProcessTarget({})
  const limits = { ...PROFILE_DEFAULTS[profile], budget: 5_000, floor: 0 }
  try {
    return await conduct(target, selectionOf(SCOPE, { profile }).cases, {
      ...OPTIONS,
      ...limits,
      profile,
      writes,
    })
  } finally {
    await target.close()
  }
}

test('a conformant service passes every case of the standard profile, and each rule has been seen to hold', async () => {
  const conducted = await perform('standard')

  expect(conducted.outcomes.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
  expect([...conducted.tally.found.certain, ...conducted.tally.found.doubtful]).toEqual([])
  // A requirement without a case is judged by an oracle, which must see it hold on a conformant service.
  const judged = new Set(conducted.outcomes.flatMap(({ definition }) => definition.requirements))
  const { held } = conducted.tally
  const neverShown = CATALOGUE.rows.filter(
    ({ id, strength, excluded }) =>
      strength !== 'open' && excluded === undefined && !judged.has(id) && !held.has(id),
  )
  expect(neverShown.map(({ id }) => id)).toEqual([])
})

test('without leave to write, a key goes only with reads, and with two operations that the API does not have', async () => {
  const { tally } = await perform('standard', false)
  const others = tally.exchanges.filter(
    ({ key, request }) => isOwnedKey(key) && !['GET', 'HEAD'].includes(request.method),
  )

  expect(others.map(({ request: { method, path } }) => `${method} ${path.split('/')[1]}`).toSorted()).toEqual(
    ['DELETE analytics', 'PUT leads'],
  )
})

test('the needs of cases are those that discovery knows', () => {
  const named = new Set<string>(CASES.flatMap(({ needs }) => needs))

  expect([...named].toSorted()).toEqual(Object.keys(NEEDS).toSorted())
})
