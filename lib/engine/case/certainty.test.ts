import { describe, expect, test } from 'vitest'
import { answerOf } from './testing/answers.ts'
import type { Answer } from './answer.ts'
import { iso } from '../util/time.ts'
import { Inconclusive } from './exceptions.ts'
import { quiet, showsOthersAtWork } from './certainty.ts'
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
  const listOf = (...data: readonly JsonObject[]): Answer =>
    answerOf({ data }, { path: '/conversations', headers })
  const look = listOf(itemOf('new', createdAt), itemOf('a', newest), itemOf('b', newest - 1000))
  expect(showsOthersAtWork(look, listOf(itemOf('a', newest), itemOf('b', newest - 1000)))).toBe(isNew)
  expect(showsOthersAtWork(look, look)).toBe(false)
})

test.each([
  ['which ends the list', ['a', 'c'], { has_more: false }, '/leads', true],
  ['which has older items', ['a', 'c'], { has_more: true }, '/leads', true],
  ['which new items have pushed on', ['new', 'a', 'b'], { has_more: true }, '/leads', false],
  ['of a filter', ['a', 'c'], { has_more: false }, '/leads?status=new', false],
])('an item that the same page lacks, %s, was removed by others', (_, ids, pagination, path, isRemoved) => {
  const names = ['new', 'a', 'b', 'c']
  const listOf = (some: readonly string[], at: string): Answer => {
    const data = some.map((id) => ({ id, created_at: iso(1_000_000_000 - 1000 * names.indexOf(id)) }))
    return answerOf({ data, pagination }, { path: at })
  }
  expect(showsOthersAtWork(listOf(ids, path), listOf(['a', 'b', 'c'], '/leads'))).toBe(isRemoved)
})
