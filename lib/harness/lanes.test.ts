import { describe, expect, test } from 'vitest'
import { type CaseDefinition, suite } from './case.ts'
import { queues } from './lanes.ts'

const entry = (title: string, lane?: string, cost = 1): CaseDefinition => {
  const setting = { phase: 'write', ...(lane === undefined ? {} : { lane }) } as const
  const [definition] = suite('a suite', setting, (verify) =>
    verify('THING-01', title, { cost }, async () => {}),
  ).cases
  return definition!
}

/** Each queue by its place and the titles of its cases, where a lane can be dealt out over so many things. */
const titles = (cases: readonly CaseDefinition[], things: number): [number, string[]][] =>
  queues(cases, (lane) => (lane === 'thing' ? things : 1))
    .filter((queue) => queue.cases.length > 0)
    .map(({ place, cases: some }) => [place, some.map(({ title }) => title)])

describe('cases that touch the same things', () => {
  test('are one queue for each lane, in their order; a case without a lane is one by itself', () => {
    expect(
      titles([entry('red 1', 'red'), entry('alone'), entry('blue', 'blue'), entry('red 2', 'red')], 1),
    ).toEqual([
      [0, ['red 1', 'red 2']],
      [0, ['alone']],
      [0, ['blue']],
    ])
  })
})

describe('cases of one lane', () => {
  const updates = [4, 1, 1, 3].map((cost, index) => entry(`update ${index + 1}`, 'thing', cost))

  test('are dealt out over two things, by what they send', () => {
    expect(titles(updates, 2)).toEqual([
      [0, ['update 1']],
      [1, ['update 2', 'update 3', 'update 4']],
    ])
  })

  test.each([0, 1])('follow each other where there are only %d', (things) => {
    expect(titles(updates, things)).toEqual([[0, updates.map(({ title }) => title)]])
  })
})
