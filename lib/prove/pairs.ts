import type { CaseDefinition } from '../harness/case.ts'
import type { Mutant, Setup, Variant } from '../run/setup.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { conclude } from '../run/record/results.ts'
import { createRandom } from '../util/collections.ts'
import type { PairResult, Violated } from './matrix.ts'
import { casesFor, fuzzRunsFor, problemsOf, type ProofSettings, violatedIn } from './subjects.ts'
import { frozenClock, proofOptions, type Trial, tryReference } from './trial.ts'

/** Seeded faults to combine, or one fault to combine with a freedom. */
export interface Pair {
  readonly mutants: readonly Mutant[]
  readonly variant?: Variant
}

/** One draw in three combines a fault with a freedom; every second one of the others is a triple of faults. */
const BESIDE_FREEDOMS = 3
const TRIPLES = 2
/** The most draws per pair: an API with few mutants has fewer pairs than requested. */
const DRAWS = 50

/**
 * Draws pairs and triples of faults from different families and endpoints; the same seed gives the same ones. Faults
 * that only the full profile finds are not drawn. Returns fewer than `count` if few faults can be combined.
 */
export async function drawPairs(
  { api, embedded }: Setup,
  count: number,
  seed: number,
): Promise<readonly Pair[]> {
  const random = createRandom(seed)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const mutants = (await embedded.mutants()).filter(({ profile }) => profile === undefined)
  const variants = await embedded.variants()
  const endpointOf = ({ breaks }: Mutant): string => api.catalogue.get(breaks).endpoint
  const pairs: Pair[] = []
  for (let draws = 0; pairs.length < count && draws < count * DRAWS; draws++) {
    const n = pairs.length
    const variant = n % BESIDE_FREEDOMS === BESIDE_FREEDOMS - 1 ? pick(variants) : undefined
    const together = n % TRIPLES === TRIPLES - 1 ? 3 : 2
    const size = variant === undefined ? together : 1
    const drawn = Array.from({ length: size }, () => pick(mutants)).filter((one) => one !== undefined)
    if (new Set(drawn.map(endpointOf)).size < size) continue
    // oxlint-disable-next-line no-await-in-loop -- what is drawn next depends on it
    if (await embedded.canMeet(variant === undefined ? drawn : [...drawn, variant]))
      pairs.push({ mutants: drawn, ...(variant && { variant }) })
  }
  return pairs
}

/**
 * Runs the cases against several faults at once. Every requirement that one of the faults violates alone must be
 * violated again, or its reason must name the violation that prevents a judgement. The violations of one fault must
 * also remain when those of the others are known failures.
 * @param alone what is known of mutants from their own trials, by id; the others are tried alone first
 */
export async function tryPair(
  setup: Setup,
  { mutants, variant }: Pair,
  settings: ProofSettings,
  alone: Readonly<Record<string, Violated>> = {},
): Promise<PairResult> {
  const started = performance.now()
  const broken = mutants.map(({ breaks }) => breaks)
  const proof = proofOptions(settings.seed, fuzzRunsFor(setup, broken, settings))
  const attempt = (change: object, cases = casesFor(setup, broken)): Promise<Trial> =>
    tryReference(setup, { now: frozenClock, ...change }, cases, proof)
  const expected = new Map<string, Expected>()
  for (const { id: mutant, seams: faulty } of mutants) {
    // oxlint-disable-next-line no-await-in-loop -- two services at once take as long
    const violated = alone[mutant] ?? violatedIn(await attempt({ seams: faulty() }))
    for (const [id, causes] of Object.entries(violated)) expected.set(id, { mutant, causes })
  }
  const freedoms = variant === undefined ? [] : [variant]
  const faults = mutants.map(({ id, how, seams }): Variant => ({ id, part: 0, why: how, seams }))
  const { id, seams, options } = await setup.embedded.combine([...freedoms, ...faults])
  const meet = async (cases?: readonly CaseDefinition[]): Promise<Trial> =>
    attempt({ ...options?.(), seams: seams() }, cases)
  let together = await meet()
  // A mutant that shows itself only to a spent key was tried with all cases.
  if (hiddenOf(together, expected).length > 0) together = await meet(setup.cases)
  return {
    id,
    hidden: hiddenOf(together, expected),
    problems: problemsOf(together),
    durationMs: performance.now() - started,
  }
}

const DAY = frozenClock().toISOString().slice(0, 10)

/** What a fault violates alone. */
interface Expected {
  readonly mutant: string
  /** The violations that this one follows from. */
  readonly causes: readonly string[]
}

/**
 * Reasons for which a requirement may be inconclusive beside another fault: that fault breaks the premise of its
 * judgement.
 */
const TAKEN_AWAY: ReadonlySet<ReasonKind | undefined> = new Set<ReasonKind>([
  'premise-broken',
  'missing-need',
  'not-seen',
  'undecided',
  'rate-limited',
])

/** Requirements expected to be violated that are not, in the combination or beside known failures. */
function hiddenOf(together: Trial, expected: ReadonlyMap<string, Expected>): PairResult['hidden'] {
  const results = together.results()
  const failed = results.flatMap(({ id, verdict }) => (verdict === 'failed' ? [id] : []))
  return results.flatMap(({ id, verdict, reasonKind }) => {
    const { mutant, causes } = expected.get(id) ?? NOTHING
    if (mutant === undefined) return []
    if (verdict !== 'failed') {
      const isOtherSeen = failed.some((one) => (expected.get(one)?.mutant ?? mutant) !== mutant)
      const isTakenAway = verdict === 'inconclusive' && TAKEN_AWAY.has(reasonKind) && isOtherSeen
      const isCauseUnseen = causes.length > 0 && !causes.some((cause) => failed.includes(cause))
      return isTakenAway || isCauseUnseen ? [] : [{ requirement: id, mutant, verdict }]
    }
    const others = together.results(failed.filter((one) => one !== id))
    const { exitCode } = conclude(others, { day: DAY, strict: false, faults: 0 })
    return exitCode === 1 ? [] : [{ requirement: id, mutant, verdict: 'excused' }]
  })
}

const NOTHING: { readonly mutant?: string; readonly causes: readonly string[] } = { causes: [] }
