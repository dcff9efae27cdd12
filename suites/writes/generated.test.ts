import { describe, expect, test } from 'vitest'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { strings } from '../../lib/engine/contract/json.ts'
import { BODY_SCHEMAS, requirementOf } from '../../lib/engine/contract/request-bodies.ts'
import { CATALOGUE } from '../index.ts'
import { FRAGMENTS } from './fragments.ts'
import { generatedBodies } from './generated.ts'
import { plantedMistakes } from './planted.ts'

const RIGHT = { chatbot_id: 'Uk4x9Q', content: 'x', tags: ['x'] }
const SEEDS = [-4, 0, 1, 7, 20_261_128]

/** The pointers at which a body breaks the contract. */
const broken = (name: string, body: object): readonly string[] =>
  CONTRACT.validate(name, body).map(({ pointer }) => pointer)

function marks(): () => string {
  let last = 0
  return () => `cac-k3x9-${(last += 1)}`
}

describe.each(BODY_SCHEMAS)('%s', (name) => {
  test.each(SEEDS)('what is generated with seed %i is valid, and the same each time', async (seed) => {
    const settings = { seed, inputs: 'values', mostInputs: 150 } as const
    const bodies = await generatedBodies(name, marks(), settings)

    expect(bodies.length).toBe(150)
    expect(bodies.flatMap((body) => broken(name, { ...RIGHT, ...body }))).toEqual([])
    expect(await generatedBodies(name, marks(), settings)).toEqual(bodies)
  })

  test.each(SEEDS)('each mistake that is planted with seed %i is one, in its field', async (seed) => {
    const mistakes = await plantedMistakes(
      name,
      { mark: 'cac-1' },
      { seed, inputs: 'values', mostInputs: 150 },
    )

    expect(mistakes.length).toBe(150)
    for (const { field, value, mistake } of mistakes) {
      expect(broken(name, { ...RIGHT, [field]: value })[0]).toMatch(new RegExp(`^/${field}`))
      expect(CATALOGUE.has(requirementOf(name, field, mistake))).toBe(true)
    }
  })
})

test('texts have no outer blanks, since whether these are kept is open', async () => {
  const texts = await Promise.all(
    BODY_SCHEMAS.map((name) =>
      generatedBodies(name, marks(), { seed: 1, inputs: 'pairs' }).then((bodies) =>
        bodies.flatMap((body) => strings(Object.values(body).flat())),
      ),
    ),
  )
  expect(texts.flat().filter((text) => text !== text.trim())).toEqual([])
})

test('every fragment is a tag by itself in the updates of one run', async () => {
  const updates = await generatedBodies('ConversationPatch', marks(), { seed: 3, inputs: 'values' })
  const sent = new Set(updates.flatMap(({ tags }) => strings(tags)))

  expect(FRAGMENTS.filter((fragment) => !sent.has(fragment))).toEqual([])
})

test('a seed gives other bodies than the next one', async () => {
  const [one, other] = await Promise.all(
    [1, 2].map((seed) => generatedBodies('LeadCreate', marks(), { seed, inputs: 'values' })),
  )
  expect(one).not.toEqual(other)
})
