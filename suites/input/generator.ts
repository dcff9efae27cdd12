import type { Arbitrary } from 'fast-check'
import { type DefectiveBody, defectiveBodies } from './defects.ts'
import {
  extendedBodies,
  type Harmless as AnyHarmless,
  oddBodies,
  type OddBody as AnyOddBody,
} from './odd-json.ts'
import { type Depth, type Kind, type Sample, sampleAcross } from './sampling.ts'
import { type Body, type KnownValues, soleNulls, validBody } from './valid.ts'
import { FIELDS } from '../fields/table.ts'
import { type BodyName, SCHEMAS } from './bodies.ts'
import { type OddPath, oddPaths, oddQueries, type OddQuery } from './odd-requests.ts'

/** The writing operations, in one word each. */
type Writing = 'lead' | 'patch' | 'note'
export type Harmless = AnyHarmless<Writing>
export type OddBody = AnyOddBody<Writing>

const WRITTEN = {
  lead: SCHEMAS.LeadCreate,
  patch: SCHEMAS.ConversationPatch,
  note: SCHEMAS.MessageCreate,
} as const

/** Every field of a body or a resource. */
const FIELD_NAMES = [
  ...FIELDS.map(({ field }) => field),
  ...Object.values(WRITTEN).flatMap(({ rules }) => rules.map(({ name }) => name)),
]

/** Generates the inputs of cases. Each method returns the same inputs in the same order for the same seed. */
export interface Generator {
  readonly valid: (body: BodyName, known: KnownValues, most?: number) => Sample<Body>[]
  readonly defective: (body: BodyName, known: KnownValues) => Sample<DefectiveBody>[]
  readonly paths: () => Sample<OddPath>[]
  readonly queries: () => Sample<OddQuery>[]
  readonly bodies: (harmless: readonly [Harmless, ...Harmless[]]) => Sample<OddBody>[]
  readonly extended: (harmless: readonly Harmless[]) => Sample<OddBody>[]
}

/** The generator for a case. Ends the case as inconclusive if generated tests are disabled. */
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
    valid: (body, known, most) =>
      sampleAcross(
        fc,
        [[validBody(fc, SCHEMAS[body], known)], soleNulls(fc, SCHEMAS[body], known)],
        capped(most),
      ),
    defective: (body, known) => sampleAcross(fc, defectiveBodies(fc, SCHEMAS[body], known), settings),
    paths: () => sampleAcross(fc, single(oddPaths(fc)), settings),
    queries: () => sampleAcross(fc, single(oddQueries(fc)), settings),
    bodies: (harmless) => sampleAcross(fc, single(oddBodies(fc, harmless)), settings),
    extended: (harmless) => sampleAcross(fc, single(extendedBodies(fc, harmless, FIELD_NAMES)), settings),
  }
}

/** Kinds with one arbitrary each. */
function single<T>(kinds: readonly Arbitrary<T>[]): Kind<T>[] {
  return kinds.map((kind) => [kind])
}
