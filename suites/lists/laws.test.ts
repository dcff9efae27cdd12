import { expect, test } from 'vitest'
import { Answer } from '../../lib/engine/case/answer.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { LIST_LAWS } from './laws.ts'

/** Items by second: two of them share their time. */
const SECONDS = { a: 9, b: 8, c: 7, d: 6, e: 6, f: 5 }
const items: readonly JsonObject[] = Object.entries(SECONDS).map(([id, second]) => ({
  id,
  created_at: `2026-11-01T10:00:0${second}Z`,
}))
const answerWith = (ids: string): Answer =>
  new Answer(
    exchange('GET /leads', {
      body: page(ids.split('').flatMap((id) => items.filter((item) => item['id'] === id))),
    }),
  )

/** What is wrong with pages of two items, of a list of so many. */
const problems = (pages: readonly string[], total: number): readonly unknown[] =>
  LIST_LAWS.find(
    ({ title }) => title === 'lists every item once, and in order, across pages',
  )!.checks.flatMap(([rule, check]) => {
    const problem = check({
      list: 'GET /leads',
      first: answerWith('abcdef'),
      items,
      total,
      pages: pages.map((ids, index) => ({ limit: 2, offset: 2 * index, page: answerWith(ids) })),
    })
    return rule === 'total' || problem === undefined ? [] : [[rule, problem.received]]
  })

test.each<[string, string[], number, unknown[]]>([
  ['repeat and skip nothing', ['ab', 'cd', 'ef'], 6, []],
  ['turn items of the same time around', ['ab', 'ce', 'df'], 6, []],
  ['end where an item of the same time may follow', ['ab', 'cd', 'eg'], 9, []],
  ['repeat an item', ['ab', 'bc', 'de'], 6, [['walk', 'item "b" comes twice']]],
  ['repeat an item of the same time', ['ab', 'cd', 'df'], 6, [['walk', 'item "d" comes twice']]],
  ['skip an item', ['ab', 'de', 'f'], 6, [['walk', 'item "c" is skipped']]],
])('pages that %s', (_, pages, total, expected) => {
  expect(problems(pages, total)).toEqual(expected)
})
