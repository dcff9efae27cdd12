import { describe, expect, test } from 'vitest'
import type { CaseDefinition } from '../lib/engine/case/suite.ts'
import { conduct, type Conducted } from '../lib/app/run/conduct.ts'
import { inProcessTarget } from '../lib/app/run/in-process.ts'
import { SCOPE } from '../lib/app/run/scope.ts'
import { selectCases } from '../lib/app/run/selection.ts'
import { PROFILE_DEFAULTS } from '../lib/app/run/options.ts'
import { priceOf } from '../lib/app/run/quota.ts'
import { OPTIONS } from '../lib/app/run/testing/options.ts'
import { LISTS } from '../lib/engine/spec/operations.ts'
import { CATALOGUE } from './catalogue.ts'
import { NEEDS } from '../lib/engine/case/needs.ts'
import { CASES } from './index.ts'

/**
 * Cases on the reference service, with nothing that holds them back, as the profile has them.
 * @param alone - without the key of a second workspace
 */
async function perform(profile: 'smoke' | 'standard', alone = false): Promise<Conducted> {
  const service = inProcessTarget({})
  const { other, ...own } = service.keys
  const target = alone || other === undefined ? { ...service, keys: own } : service
  const limits = { ...PROFILE_DEFAULTS[profile], budget: 5_000, floor: 0 }
  try {
    return await conduct(target, selectCases(SCOPE, { profile }), { ...OPTIONS, ...limits, profile })
  } finally {
    await target.close()
  }
}

/** For each case the requests on the key under test that nobody else had any use for. */
function ownRequests({ outcomes, tally, explored }: Conducted): Map<CaseDefinition, number> {
  const looks = new Map<number, number>()
  for (const id of outcomes.flatMap(({ exchanges }) => exchanges)) looks.set(id, (looks.get(id) ?? 0) + 1)
  const own = new Set(
    tally.exchanges
      .filter(({ id, key }) => key === 'main' && id > explored && looks.get(id) === 1)
      .map(({ id }) => id),
  )
  return new Map(
    outcomes.map(({ definition, exchanges }) => [definition, exchanges.filter((id) => own.has(id)).length]),
  )
}

const declaredFor = (definition: CaseDefinition): number =>
  priceOf(definition, PROFILE_DEFAULTS.standard.fuzzRuns)

describe('what cases cost', () => {
  test('of the standard profile, all of which pass, is at most 440 requests on the key under test', async () => {
    const conducted = await perform('standard')
    const { main = 0, other = 0 } = conducted.ledger.spent().byKey

    expect(conducted.outcomes.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
    expect(conducted.tally.findings).toEqual([])
    expect(main).toBeLessThanOrEqual(440)
    expect(other).toBeLessThanOrEqual(480)
    // A requirement without a case is judged by an oracle, and on a conformant service it must be seen to hold.
    const judged = new Set(conducted.outcomes.flatMap(({ definition }) => definition.requirements))
    const { held } = conducted.tally
    const neverShown = CATALOGUE.rows.filter(
      ({ id, strength, excluded }) =>
        strength !== 'open' && excluded === undefined && !judged.has(id) && !held.has(id),
    )
    expect(neverShown.map(({ id }) => id)).toEqual([])
  })

  test('of one requirement by itself are at most 60 requests, discovery included', () => {
    const dearer = CATALOGUE.rows.flatMap(({ id }) => {
      const cases = selectCases(SCOPE, { profile: 'standard', only: [id] })
      const requests = cases.reduce((sum, definition) => sum + declaredFor(definition), 1 + LISTS.length)
      return requests > 60 ? [`${id}: ${requests}`] : []
    })

    expect(dearer).toEqual([])
  })

  test('without a second key is declared: no case sends more than it says', async () => {
    const conducted = await perform('standard', true)
    const dearer = [...ownRequests(conducted)].flatMap(([definition, own]) => {
      const declared = declaredFor(definition)
      return own > declared ? [`${definition.id} costs ${own}, declared ${declared}`] : []
    })

    expect(dearer).toEqual([])
    expect(conducted.ledger.spent().byKey.main).toBeLessThanOrEqual(570)
  })

  test('of the smoke profile is at most 75 requests', async () => {
    const { ledger } = await perform('smoke')

    expect(ledger.spent().byKey.main).toBeLessThanOrEqual(75)
  })
})

test('the needs of cases are those that discovery knows', () => {
  const named = new Set<string>(CASES.flatMap(({ needs }) => needs))

  expect([...named].toSorted()).toEqual(Object.keys(NEEDS).toSorted())
})
