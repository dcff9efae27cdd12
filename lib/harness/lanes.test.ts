import { describe, expect, test } from 'vitest'
import type { CaseDefinition, Lane } from './case.ts'
import type { Discovery } from '../api/discovery.ts'
import { queues } from './lanes.ts'
import { discoveryOf } from './testing/answers.ts'
import { caseOf } from './testing/run-case.ts'

const discovered = (conversations: number): Discovery =>
  discoveryOf({ 'GET /conversations': Array.from({ length: conversations }, (_, n) => ({ id: `C${n}` })) })

const entry = (title: string, lane?: Lane, cost = 1): CaseDefinition =>
  caseOf(async () => {}, { phase: 'write', title, cost, ...(lane === undefined ? {} : { lane }) })

const titles = (cases: readonly CaseDefinition[], conversations: number): [number, string[]][] =>
  queues(cases, discovered(conversations))
    .filter((queue) => queue.cases.length > 0)
    .map(({ place, cases: some }) => [place, some.map(({ title }) => title)])

describe('cases that touch the same things', () => {
  test('are one queue for each lane, in their order; a case without a lane is one by itself', () => {
    expect(
      titles([entry('lead 1', 'lead'), entry('alone'), entry('note', 'note'), entry('lead 2', 'lead')], 1),
    ).toEqual([
      [0, ['lead 1', 'lead 2']],
      [0, ['alone']],
      [0, ['note']],
    ])
  })
})

describe('updates of conversations', () => {
  const updates = [4, 1, 1, 3].map((cost, index) => entry(`update ${index + 1}`, 'conversation', cost))

  test('are dealt out over two conversations, by what they send', () => {
    expect(titles(updates, 5)).toEqual([
      [0, ['update 1']],
      [1, ['update 2', 'update 3', 'update 4']],
    ])
  })

  test.each([0, 1, 2])('follow each other where there are only %d', (conversations) => {
    expect(titles(updates, conversations)).toEqual([[0, updates.map(({ title }) => title)]])
  })
})
