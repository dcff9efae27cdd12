import { expect, test } from 'vitest'
import { Answer } from '../../lib/harness/answer.ts'
import { exchange, page } from '../../lib/judge/testing/exchanges.ts'
import type { JsonObject } from '../../lib/util/values.ts'
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

/** What a law finds in pages of two items, of a list of so many. */
const received = (title: string, pages: readonly string[], total = items.length): string | undefined =>
  LIST_LAWS.find((law) => law.title === title)?.problem?.({
    list: 'GET /leads',
    first: answerWith('abcdef'),
    items,
    total,
    pages: pages.map((ids, index) => ({ limit: 2, offset: 2 * index, page: answerWith(ids) })),
  })?.received

test.each([
  ['repeat and skip nothing', ['ab', 'cd', 'ef'], 6, undefined],
  ['turn items of the same time around', ['ab', 'ce', 'df'], 6, undefined],
  ['end where an item of the same time may follow', ['ab', 'cd', 'eg'], 9, undefined],
  ['repeat an item', ['ab', 'bc', 'de'], 6, 'item "b" comes twice'],
  ['repeat an item of the same time', ['ab', 'cd', 'df'], 6, 'item "d" comes twice'],
  ['skip an item', ['ab', 'de', 'f'], 6, 'item "c" is skipped'],
])('pages that %s', (_, pages, total, problem) => {
  expect(received('repeats and skips no item across pages', pages, total)).toBe(problem)
})

test.each([
  ['the item at its offset', ['ab', 'cd', 'ef'], undefined],
  ['an item of the same time', ['ab', 'cd', 'df'], undefined],
  ['another item', ['ab', 'de'], '"d"'],
])('a page that begins with %s', (_, pages, problem) => {
  expect(received('starts the page at `offset`', pages)).toBe(problem)
})
