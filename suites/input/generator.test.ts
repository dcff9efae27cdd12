import { expect, test } from 'vitest'
import { generator } from './generator.ts'

const KNOWN = { mark: 'm', fixed: {} }

const deep = (seed: number, fuzzRuns: number): ReturnType<typeof generator> =>
  generator({
    settings: { seed, fuzzRuns },
    inconclusive: (reason) => {
      throw new Error(reason)
    },
  })

function written(samples: readonly { readonly value: unknown }[]): string[] {
  return samples.map(({ value }) => JSON.stringify(value))
}

test('ends the case where generated tests are off', async () => {
  await expect(deep(1, 0)).rejects.toThrow('generated tests are off (--fuzz-runs 0)')
})

test('gives as many inputs as asked, of different kinds, each with its path', async () => {
  const { defective, valid } = await deep(7, 5)
  const samples = defective('LeadCreate', KNOWN)

  expect(samples.map(({ replay }) => replay)).toEqual(
    [0, 1, 2, 3, 4].map((path) => ({ seed: 7, path: `${path}` })),
  )
  expect(new Set(written(samples)).size).toBe(5)
  expect(valid('MessageCreate', KNOWN, 1)).toHaveLength(1)
})

test('gives the same inputs for the same seed, and goes on where more are asked', async () => {
  const [few, many, other] = [await deep(-12, 5), await deep(-12, 50), await deep(-13, 5)]
  const asked = written(few.valid('LeadCreate', KNOWN))

  expect(written(many.valid('LeadCreate', KNOWN)).slice(0, 5)).toEqual(asked)
  expect(written(other.valid('LeadCreate', KNOWN))).not.toEqual(asked)
})
