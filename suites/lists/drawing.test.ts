import { describe, expect, test } from 'vitest'
import { Answer } from '../../lib/engine/case/answer.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { byList } from '../../lib/engine/case/discovery.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import { type ListKey, LISTS } from '../../lib/engine/contract/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { drawReads } from './drawing.ts'
import { type FilterValue, filterValues } from './filter-values.ts'
import { isShownUnnamed } from './filters.ts'
import { type Chosen, isSent, type Read } from './reads.ts'
import type { Snapshot } from './snapshot.ts'
import { shownBy } from './shows.ts'
import { PLACES } from './values.ts'

const answerOf = (list: string, items: readonly JsonObject[]): Answer =>
  new Answer(exchange(list, { body: page([...items], { total: items.length }) }))

/** A list with drawn rows: some values of a field are frequent, and others rare. */
function drawnList(list: ListKey, seed: number): Snapshot {
  const shuffled = shuffler(seed)
  const oneOf = <T>(...values: readonly T[]): T | undefined => shuffled(values)[0]
  const isReservations = list === 'GET /reservations'
  const statuses = isReservations
    ? ['confirmed', 'confirmed', 'held', 'arrived']
    : ['new', 'new', 'won', 'a b']
  const rows = Array.from({ length: 40 }, (_, n): JsonObject => {
    const [day, hour] = [String(28 - Math.floor(n / 2)).padStart(2, '0'), oneOf('08', '10', '19')]
    return {
      id: `r${n}`,
      chatbot_id: oneOf('c1', 'c1', 'c2', 'c3'),
      status: n === 39 ? statuses.at(-1) : oneOf(...statuses),
      is_lead: oneOf(true, false),
      is_resolved: oneOf(true, false, false),
      language_code: oneOf('en', 'en', 'de', 'pt-BR'),
      created_at: `2026-11-${day}T10:00:00Z`,
      start_at: `2026-12-${day}T${hour}:00:00Z`,
    }
  })
  const all = answerOf(list, rows)
  const pages = [{ offset: 0, page: all }]
  return { list, pages, total: rows.length, rows, isWhole: true, limit: 100, answers: [all] }
}

const chatbots = answerOf('GET /chatbots', [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }, { id: 'idle' }])
const discovery = { main: { me: chatbots, lists: byList(() => chatbots) } }

const DRAWN = (['GET /conversations', 'GET /leads', 'GET /reservations'] as const).flatMap((list) =>
  [1, 2, 3, 4].map((seed) => ({ list, seed, snapshot: drawnList(list, seed) })),
)

const passing = ({ list, rows }: Snapshot, filters: readonly Chosen[]): readonly JsonObject[] =>
  rows.filter(
    (row) =>
      filters.every(({ keeps }) => keeps(row) === 'in') &&
      (filters.some(({ name }) => name === 'status') || isShownUnnamed(list, row)),
  )

/**
 * The rows that pass all filters except one: without the rule on absent statuses, hidden reservations show.
 */
const passingBut = (snapshot: Snapshot, one: Chosen, others: readonly Chosen[]): readonly JsonObject[] =>
  isSent(one)
    ? passing(snapshot, others)
    : snapshot.rows.filter((row) => others.every(({ keeps }) => keeps(row) === 'in'))

describe.each(DRAWN)('of $list, with seed $seed', ({ list, seed, snapshot }) => {
  const reads = drawReads(snapshot, discovery, { seed, inputs: 'pairs' })
  const values = Object.values(filterValues(snapshot, discovery, shuffler(seed + LISTS.indexOf(list))))
    .flat()
    .filter(({ freedom }) => freedom === undefined)
  const isDrawn = (one: Chosen): one is FilterValue => 'keeping' in one
  const shown = new Set(
    reads.flatMap(({ filters }) => (filters.every(isDrawn) ? shownBy(filters).dropped : [])),
  )

  test('every two filters, and every three, that can be seen beside each other are', () => {
    const twos = values.flatMap((one) =>
      values.filter(({ name }) => name > one.name).map((other) => [one, other]),
    )
    const threes = twos.flatMap((two) =>
      values.filter(({ name }) => name > (two[1]?.name ?? '')).map((third) => [...two, third]),
    )
    const missing = [...twos, ...threes]
      .flatMap((some) => shownBy(some).dropped)
      .filter((mistake) => mistake.includes(' beside ') && !shown.has(mistake))

    expect(shown.size).toBeGreaterThan(values.length)
    // If a list hides some items, each read without a status has a further filter.
    expect(list === 'GET /reservations' ? [] : [...new Set(missing)]).toEqual([])
  })

  test('every place is read in what filters keep', () => {
    const places = reads.filter(({ filters }) => filters.length > 0).map(({ place }) => place)
    expect(PLACES.filter(({ words }) => !places.includes(words))).toEqual([])
  })

  test.each(['values', 'pairs'] as const)('the loss of any filter of several would show (%s)', (inputs) => {
    const combined = drawReads(snapshot, discovery, { seed, inputs }).filter(
      // Pages that separate items of the same time are about their order.
      ({ filters, place }) => filters.length > 1 && !place.includes('same time'),
    )
    const lost = combined.flatMap((read) =>
      read.filters.filter((one) => {
        const others = read.filters.filter((other) => other !== one)
        return passingBut(snapshot, one, others).every((row) => one.keeps(row) !== 'out')
      }),
    )

    expect(combined).not.toEqual([])
    expect(lost).toEqual([])
  })
})

test('what a service may refuse stands alone', () => {
  const reads = DRAWN.flatMap(({ seed, snapshot }) =>
    drawReads(snapshot, discovery, { seed, inputs: 'pairs' }),
  )
  const odd = reads.filter(({ filters }) => filters.some(({ freedom }) => freedom !== undefined))
  const isWindow = ({ filters }: Read): boolean =>
    filters.every(({ name }) => name === 'from' || name === 'to')

  expect(odd).not.toEqual([])
  expect(odd.filter((read) => (read.filters.length > 1 && !isWindow(read)) || read.place !== '')).toEqual([])
})
