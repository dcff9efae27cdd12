import type { BodyName } from '../../lib/spec/request-bodies.ts'
import { type DefectiveBody, defectiveBodies } from './defects.ts'
import { SCHEMAS } from './schema.ts'
import type { FastCheck, Kind } from './arbitraries.ts'
import { type Body, type KnownValues, halfNulls, validBody } from './valid.ts'

/** Depth and seed of generated tests. */
interface Depth {
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

/** Generates the inputs of cases. Each method returns the same inputs in the same order for the same seed. */
interface Generator {
  readonly valid: (body: BodyName, known: KnownValues, most?: number) => Sample<Body>[]
  readonly defective: (body: BodyName, known: KnownValues) => Sample<DefectiveBody>[]
}

/** The generator for a case. Ends the case as inconclusive if generated tests are disabled. */
export async function generator({
  settings,
  inconclusive,
}: {
  readonly settings: Depth
  readonly inconclusive: (reason: string) => never
}): Promise<Generator> {
  if (settings.fuzzRuns === 0) inconclusive('generated tests are off (--fuzz-runs 0)')
  const fc = await import('fast-check')
  return {
    valid: (body, known, most = settings.fuzzRuns) =>
      sampleAcross(fc, [[validBody(fc, SCHEMAS[body], known)], halfNulls(fc, SCHEMAS[body], known)], {
        ...settings,
        fuzzRuns: Math.min(most, settings.fuzzRuns),
      }),
    defective: (body, known) => sampleAcross(fc, defectiveBodies(fc, body, known), settings),
  }
}

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
  const shuffled = <U>(items: readonly U[]): readonly U[] =>
    fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 })[0] ?? []
  const inOrder = shuffled(kinds).map(shuffled)
  const turns = Array.from({ length: Math.max(0, ...kinds.map(({ length }) => length)) }, (_, turn) => turn)
  const ways = turns.flatMap((turn) => inOrder.flatMap((kind) => kind[turn] ?? []))
  const taken = new Set<string>()
  return Array.from({ length: ways.length === 0 ? 0 : fuzzRuns }).flatMap((_, index) => {
    const [way] = ways.slice(index % ways.length)
    if (way === undefined) return []
    const values = fc.sample(way, { seed: seed + index, numRuns: 1 })
    return values.flatMap((value) => {
      const written = JSON.stringify(value)
      if (taken.has(written)) return []
      taken.add(written)
      return [{ value, replay: { seed, path: String(index) } }]
    })
  })
}
