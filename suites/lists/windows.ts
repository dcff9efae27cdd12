/**
 * Windows of reservations, from the start of one to the start of another: within a day, in each spelling of
 * an instant, and over more than a month.
 */
import { FULL_PAGE } from '../../lib/engine/contract/api.ts'
import { DAY_MS, instant, iso } from '../../lib/engine/util/time.ts'
import { demandOf, FILTERS, isShownUnnamed } from './filters.ts'
import type { Chosen } from './reads.ts'
import type { Snapshot } from './snapshot.ts'
import { type Freedom, SPELLINGS } from './values.ts'

/** The specification does not say that a service accepts windows of more than a year. */
const LONGEST_MS = 360 * DAY_MS
const MONTH_MS = 31 * DAY_MS

/** Windows that begin exactly at a reservation and end exactly at another one: the first belongs to it, and the second does not. */
export function windowsOf({ list, rows }: Snapshot): readonly (readonly Chosen[])[] {
  if (list !== 'GET /reservations') return []
  const shown = rows.filter((row) => isShownUnnamed(list, row))
  const all = shown.flatMap(({ start_at: at }) => instant(at) ?? []).toSorted((a, b) => a - b)
  const starts = [...new Set(all)]
  const ofOnePage = starts.slice(1).find((at) => at > (all.at(-1 - FULL_PAGE) ?? -Infinity))
  const [short, long] = [shortest(starts), longest(starts, ofOnePage)]
  const spelled =
    short && SPELLINGS.map(([words, write, freedom]) => windowFrom(short, `at rows${words}`, write, freedom))
  // Without an end, some services take the day, or what is still to come.
  const open = long && windowFrom(long, 'at a row, alone', iso).slice(0, 1)
  return [
    ...(spelled ?? []),
    ...(long ? [windowFrom(long, 'at rows, months apart', iso)] : []),
    ...(open ? [open] : []),
  ]
}

/** Whether the window of some filters is so long that a service may refuse it. */
export function isTooLong(filters: readonly Chosen[]): boolean {
  const [from, to] = ['from', 'to'].map((name) => instant(filters.find((one) => one.name === name)?.text))
  return from !== undefined && to !== undefined && to - from > LONGEST_MS
}

type Ends = readonly [from: number, to: number]

/** The shortest window with another row inside. */
function shortest(starts: readonly number[]): Ends | undefined {
  const windows = starts.slice(0, -2).map((from, at): Ends => [from, starts[at + 2] ?? from])
  return windows.toSorted(([from, to], [begin, end]) => to - from - (end - begin))[0]
}

/**
 * The longest window of more than a month and less than a year that leaves some row out, if possible with rows
 * for one page.
 */
function longest(starts: readonly number[], ofOnePage: number | undefined): Ends | undefined {
  for (const from of [ofOnePage, starts[1]]) {
    const to = starts.findLast((at) => from !== undefined && at - from <= LONGEST_MS)
    if (from !== undefined && to !== undefined && to - from > MONTH_MS) return [from, to]
  }
  return undefined
}

function windowFrom(
  ends: Ends,
  words: string,
  write: (at: number) => string,
  freedom?: Freedom,
): readonly Chosen[] {
  return (['from', 'to'] as const).flatMap((name, at) => {
    const filter = FILTERS['GET /reservations'][name]
    const text = write(ends[at] ?? 0)
    return filter ? [{ ...demandOf(name, filter, text), name, words, text, freedom }] : []
  })
}
