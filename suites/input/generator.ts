import { type BodyName, SCHEMAS } from './bodies.ts'
import { type DefectiveBody, defectiveBodies } from './defects.ts'
import { type Depth, type Sample, sampleAcross } from './sampling.ts'
import { type Body, type KnownValues, soleNulls, validBody } from './valid.ts'

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
      sampleAcross(fc, [[validBody(fc, SCHEMAS[body], known)], soleNulls(fc, SCHEMAS[body], known)], {
        ...settings,
        fuzzRuns: Math.min(most, settings.fuzzRuns),
      }),
    defective: (body, known) => sampleAcross(fc, defectiveBodies(fc, SCHEMAS[body], known), settings),
  }
}
