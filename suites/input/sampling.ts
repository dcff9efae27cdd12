import type * as FastCheckModule from 'fast-check'
import type { Arbitrary } from 'fast-check'

/** The fast-check library as a value: loaded by the first generated case, not at start. */
export type FastCheck = typeof FastCheckModule

/** Depth and seed of generated tests. */
export interface Depth {
  readonly seed: number
  /** Inputs per property. */
  readonly fuzzRuns: number
}

/** One generated input and how to repeat it. */
export interface Sample<T> {
  readonly value: T
  /** The seed of the run, and the position of this input within its property. */
  readonly replay: { readonly seed: number; readonly path: string }
}

/** One kind of input: an arbitrary for each way to make it. */
export type Kind<T> = readonly Arbitrary<T>[]

/**
 * Samples several kinds in turn, so that a few inputs differ as much as possible: first one of each kind, then one of
 * each further way to make it, and only then a second one made in the same way. The seed gives order and values; more
 * inputs continue the same sequence. Duplicates are skipped, since they would waste requests, so there may be fewer
 * than `fuzzRuns`.
 */
export function sampleAcross<T>(
  fc: FastCheck,
  kinds: readonly Kind<T>[],
  { seed, fuzzRuns }: Depth,
): Sample<T>[] {
  const order = kinds
    .flatMap((ways, index) => {
      const place = mixed(seed, index)
      return ways
        .map((kind, way) => ({ kind, place, seed: ways.length === 1 ? place : mixed(place, way) }))
        .sort((a, b) => a.seed - b.seed)
        .map((source, turn) => ({ ...source, turn }))
    })
    .sort((a, b) => a.turn - b.turn || a.place - b.place)
  const rounds = Math.ceil(fuzzRuns / Math.max(1, order.length))
  const values = order
    .slice(0, fuzzRuns)
    .map((source) => fc.sample(source.kind, { seed: source.seed, numRuns: rounds }))
  const taken = new Set<string>()
  return Array.from({ length: rounds * order.length }, (_, index) => index)
    .slice(0, fuzzRuns)
    .flatMap((index) => {
      const [turn, round] = [index % order.length, Math.floor(index / order.length)]
      const source = order[turn]
      const value = values[turn]?.[round]
      if (source === undefined || value === undefined) return []
      const written = JSON.stringify(value)
      if (taken.has(written)) return []
      taken.add(written)
      return [
        {
          value,
          replay: { seed, path: String(index) },
        },
      ]
    })
}

/** A 32-bit number that depends on every bit of both: neighbouring seeds give unrelated orders. */
function mixed(seed: number, index: number): number {
  let state = Math.imul((seed ^ 0x9e3779b9) + Math.imul(index + 1, 0x85ebca6b), 0xc2b2ae35)
  state = Math.imul(state ^ (state >>> 15), 0x27d4eb2f)
  return (state ^ (state >>> 13)) | 0
}
