import { expect, test } from 'vitest'
import { Answer } from '../../lib/engine/case/answer.ts'
import { byList } from '../../lib/engine/case/discovery.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import { distinct } from '../../lib/engine/case/items.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { drawReads } from './drawing.ts'
import type { Chosen, Read } from './reads.ts'
import type { Snapshot } from './snapshot.ts'

const answerOf = (list: string, items: readonly JsonObject[]): Answer =>
  new Answer(exchange(list, { body: page([...items], { total: items.length }) }))

// A status of most leads, some of a few, and one that only one lead of one chatbot has.
const STATUSES = ['new', 'new', 'new', 'new', 'won', 'won', 'lost', 'a b']
const rows: readonly JsonObject[] = Array.from({ length: 40 }, (_, n) => ({
  id: `l${n}`,
  chatbot_id: n < 25 ? 'c1' : `c${n % 3}`,
  status: n === 39 ? 'rare' : STATUSES[n % STATUSES.length],
  created_at: `2026-11-${String(28 - Math.floor(n / 2)).padStart(2, '0')}T10:00:00Z`,
}))
const all = answerOf('GET /leads', rows)
const snapshot: Snapshot = {
  list: 'GET /leads',
  pages: [{ offset: 0, page: all }],
  total: rows.length,
  rows,
  isWhole: true,
  limit: 100,
  answers: [all],
}
const chatbots = answerOf('GET /chatbots', [{ id: 'c0' }, { id: 'c1' }, { id: 'c2' }, { id: 'idle' }])
const discovery = { main: { me: all, lists: byList((list) => (list === 'GET /chatbots' ? chatbots : all)) } }

const SEEDS = Array.from({ length: 10 }, (_, n) => n + 1)
const drawn = (seed: number, inputs: 'values' | 'pairs'): readonly Read[] =>
  drawReads(snapshot, discovery, { seed, inputs })

/** The rows that pass the filters of a read but one. */
const passing = ({ filters }: Read, one: Chosen): readonly JsonObject[] =>
  rows.filter((row) => filters.every((other) => other === one || other.keeps(row) === 'in'))

test.each(SEEDS)('the loss of any filter of several would show, with seed %i', (seed) => {
  const combined = drawn(seed, 'values').filter(({ filters }) => filters.length > 1)
  const lost = combined.flatMap((read) =>
    read.filters.filter((one) => passing(read, one).every((row) => one.keeps(row) !== 'out')),
  )

  expect(combined).not.toEqual([])
  expect(lost).toEqual([])
})

test.each(SEEDS)('each value stands once where rows with any other one would show, with seed %i', (seed) => {
  const reads = drawn(seed, 'pairs')
  const others = (some: readonly JsonObject[], one: Chosen): number =>
    distinct(some, one.field).filter((text) => text !== one.text).length
  const values = reads.flatMap((read) => read.filters.map((one) => ({ read, one })))
  const isWhole = ({ read, one }: (typeof values)[number]): boolean =>
    others(passing(read, one), one) === others(rows, one)
  const hidden = values.filter(
    ({ one }) =>
      one.name !== 'since' && !values.some((other) => other.one.text === one.text && isWhole(other)),
  )

  expect(hidden).toEqual([])
})
