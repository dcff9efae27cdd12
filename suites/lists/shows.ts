/**
 * The mistakes that reads of a list reveal: each mistake that would change their pages, as a text, so that
 * reads can be compared.
 */
import type { FilterValue } from './filter-values.ts'

/** The mistakes that a read with some filters reveals. Each needs a row on which a single filter decides. */
export interface Shows {
  /** Each filter whose loss would show: alone, beside each other filter, and beside each two of them. */
  readonly dropped: readonly string[]
  /** Each filter whose mistake would show: it compares another time, or treats its bound in another way. */
  readonly mistaken: readonly string[]
}

/**
 * The mistakes that a read with some filters reveals. Several filters reveal none if they keep no row, or if one
 * of them drops no row by itself: then its loss would not show.
 */
export function shownBy(values: readonly FilterValue[]): Shows {
  const decided = decidedBy(values)
  if (values.length > 1 && (decided.kept === 0 || decided.dropped.includes(false)))
    return { dropped: [], mistaken: [] }
  const mistaken = values.flatMap((one, at) =>
    (decided.mistaken[at] ?? []).map((mistake) => `${one.name} ${mistake}`),
  )
  const dropped = values.flatMap((one) => {
    const others = values.filter((other) => other !== one)
    const beside = others.map(besideInWords)
    const pairs = others.flatMap((other, at) =>
      others.slice(at + 1).map(({ name }) => [other.name, name].toSorted().join(' and ')),
    )
    return [inWords(one), ...[...beside, ...pairs].map((words) => `${one.name} beside ${words}`)]
  })
  return { dropped, mistaken }
}

/**
 * How many rows filters keep, whether each filter drops a row by itself, and which mistakes of each would
 * change the kept rows.
 */
function decidedBy(values: readonly FilterValue[]): {
  readonly kept: number
  readonly dropped: readonly boolean[]
  readonly mistaken: readonly (readonly string[])[]
} {
  const rows = values[0]?.keeping.length ?? 0
  const dropped = values.map(() => false)
  const mistaken = values.map(() => new Set<string>())
  let kept = 0
  for (let row = 0; row < rows; row++) {
    const failed = failedOf(values, row)
    if (failed === SEVERAL) continue
    if (failed === NONE) kept += 1
    else if (values[failed]?.keeping[row] === 'out') dropped[failed] = true
    for (let at = 0; at < values.length; at++) {
      if (failed !== NONE && failed !== at) continue
      const { keeping = [], mistaken: by = {} } = values[at] ?? {}
      for (const mistake in by) if (areContrary(keeping[row], by[mistake]?.[row])) mistaken[at]?.add(mistake)
    }
  }
  return { kept, dropped, mistaken: mistaken.map((one) => [...one]) }
}

const NONE = -1
const SEVERAL = -2

/** The only filter that does not surely keep a row, or the number of such filters. */
function failedOf(values: readonly FilterValue[], row: number): number {
  let failed = NONE
  for (let at = 0; at < values.length; at++) {
    if (values[at]?.keeping[row] === 'in') continue
    if (failed !== NONE) return SEVERAL
    failed = at
  }
  return failed
}

const areContrary = (one: string | undefined, other: string | undefined): boolean =>
  one !== other && one !== 'open' && other !== 'open'

const inWords = ({ name, words }: FilterValue): string => `${name} ${words}`

/**
 * A filter beside which another one may be dropped: in many services, it matters whether a flag is true or
 * false.
 */
function besideInWords(other: FilterValue): string {
  return other.text === 'true' || other.text === 'false' ? inWords(other) : other.name
}
