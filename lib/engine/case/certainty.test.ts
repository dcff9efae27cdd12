import { describe, expect, test } from 'vitest'
import { answerOf } from './testing/answers.ts'
import type { Answer } from './answer.ts'
import { Inconclusive } from './exceptions.ts'
import { quiet, showsNewItem } from './certainty.ts'
import type { JsonObject } from '../util/values.ts'

/** Returns the values one after the other, and then the last one again and again. */
function oneByOne<T>(...values: readonly [T, ...T[]]): () => Promise<T> {
  let next = 0
  return () => Promise.resolve(values[Math.min(next++, values.length - 1)] as T)
}

describe('quiet', () => {
  const page = (count: number): Answer => answerOf({ data: [count] })
  const agrees = (value: string): boolean => value === 'right'

  test('asks for nothing further where the answers agree', async () => {
    let looks = 0
    const look = (): Promise<Answer> => Promise.resolve(page(++looks))

    expect(await quiet(oneByOne('right'), agrees, look)).toBe('right')
    expect(looks).toBe(0)
  })

  test('believes what disagrees between two equal looks', async () => {
    expect(await quiet(oneByOne('wrong'), agrees, oneByOne(page(1)))).toBe('wrong')
  })

  test('tries once more where somebody changed the workspace meanwhile', async () => {
    const compare = oneByOne('wrong', 'wrong', 'still wrong')

    expect(await quiet(compare, agrees, oneByOne(page(1), page(2)))).toBe('still wrong')
    expect(
      await quiet(oneByOne('wrong', 'wrong', 'right'), agrees, oneByOne(page(1), page(2), page(3))),
    ).toBe('right')
  })

  test('believes no equal looks while others add items', async () => {
    const look = oneByOne(page(1))
    await expect(quiet(oneByOne('wrong'), agrees, look, () => true)).rejects.toThrow(Inconclusive)
  })

  test('decides nothing where the workspace changes each time', async () => {
    let looks = 0
    const look = (): Promise<Answer> => Promise.resolve(page(++looks))

    await expect(quiet(oneByOne('wrong'), agrees, look)).rejects.toThrow(
      'the workspace changed during the check',
    )
  })
})

const OURS = answerOf({}).exchange.startedAt
const DATED = [['Date', new Date(1_000_000).toUTCString()]] as const

test.each([
  ['a second ago, after all others', 999_000, 990_000, DATED, true],
  ['in the second of another one', 995_000, 995_000, DATED, true],
  ['before another one', 985_000, 990_000, DATED, false],
  ['after all others, but some time ago', 989_000, 900_000, DATED, false],
  ['minutes ago by our clock, which may be wrong', OURS - 200_000, OURS - 900_000, [], true],
  ['an hour ago by our clock', OURS - 3_600_000, OURS - 9_000_000, [], false],
])('an item that was created %s shows whether others add items', (_, createdAt, newest, headers, isNew) => {
  const itemOf = (id: string, at: number): JsonObject => ({ id, created_at: new Date(at).toISOString() })
  const look = answerOf({ data: [itemOf('new', createdAt)] }, { path: '/conversations', headers })
  expect(showsNewItem(look, [itemOf('a', newest), itemOf('b', newest - 1000)])).toBe(isNew)
  expect(showsNewItem(look, [itemOf('new', createdAt)])).toBe(false)
})
