import type { Arbitrary } from 'fast-check'
import type { BodyName, Ground } from '../api/generate/ground.ts'
import { type Harmless, oddBodies, type OddBody } from './odd-json.ts'
import { type OddPath, oddPaths } from '../api/generate/odd-ids.ts'
import { oddQueries, type OddQuery } from '../api/generate/odd-queries.ts'
import { type Planted, plantedBodies } from './planting.ts'
import { type Depth, type Kind, type Sample, sampleAcross } from './sampling.ts'
import { type Body, soleNulls, validBody } from './valid.ts'

/** Makes the inputs of generated cases. Every method gives the same inputs for the same seed, in the same order. */
export interface Generator {
  readonly valid: (body: BodyName, ground: Ground, most?: number) => Sample<Body>[]
  readonly planted: (body: BodyName, ground: Ground) => Sample<Planted>[]
  readonly paths: () => Sample<OddPath>[]
  readonly queries: () => Sample<OddQuery>[]
  readonly bodies: (harmless: readonly [Harmless, ...Harmless[]]) => Sample<OddBody>[]
}

/** The generator for a case. Ends the case as inconclusive where generated tests are off. */
export async function generator(ctx: {
  readonly settings: Depth
  readonly inconclusive: (reason: string) => never
}): Promise<Generator> {
  const { settings, inconclusive } = ctx
  if (settings.fuzzRuns === 0) inconclusive('generated tests are off (--fuzz-runs 0)')
  const fc = await import('fast-check')
  const capped = (most = settings.fuzzRuns): Depth => ({
    ...settings,
    fuzzRuns: Math.min(most, settings.fuzzRuns),
  })
  return {
    valid: (body, ground, most) =>
      sampleAcross(fc, [[validBody(fc, body, ground)], soleNulls(fc, body, ground)], capped(most)),
    planted: (body, ground) => sampleAcross(fc, plantedBodies(fc, body, ground), settings),
    paths: () => sampleAcross(fc, single(oddPaths(fc)), settings),
    queries: () => sampleAcross(fc, single(oddQueries(fc)), settings),
    bodies: (harmless) => sampleAcross(fc, single(oddBodies(fc, harmless)), settings),
  }
}

/** Kinds that are each made in one way. */
function single<T>(kinds: readonly Arbitrary<T>[]): Kind<T>[] {
  return kinds.map((kind) => [kind])
}
