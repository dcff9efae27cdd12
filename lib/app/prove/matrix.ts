import { createColors } from 'picocolors'
import { count, duration, oneLine, visible } from '../../engine/util/text.ts'
import type { Strength } from '../../engine/judge/requirement.ts'

/** A violation in one line, as a proof reports it. */
export interface ShownFinding {
  readonly requirement: string
  readonly where: string
  readonly expected: string
  readonly received: string
}

/** The result of one mutant. */
export interface MutantResult {
  readonly id: string
  readonly breaks: readonly string[]
  readonly how: string
  /** A finding on the first requirement that the mutant breaks; absent if the mutant survived. */
  readonly kill?: ShownFinding
  /** The requirements that it breaks, and nothing was found on: empty if it did not survive. */
  readonly missed: readonly string[]
  /** Every requirement that it violates. */
  readonly violated: readonly string[]
  /** Why the mutant was not judged, and faults of the tool. */
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** The result of one variant, or of several together that raise an alarm which none of them raises alone. */
export interface VariantResult {
  readonly id: string
  readonly why: string
  /** False alarms. Must be empty. */
  readonly alarms: readonly ShownFinding[]
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** A requirement and the mutants that break it. */
export interface RequirementRow {
  readonly id: string
  readonly part: number
  readonly endpoint: string
  readonly strength: Strength
  readonly text: string
  readonly killed: readonly string[]
  readonly survived: readonly string[]
}

/** The proof of the judge: which seeded faults it finds, and which freedoms it accepts. */
export interface KillMatrix {
  readonly schemaVersion: 6
  readonly seed: number
  readonly durationMs: number
  readonly requirements: readonly RequirementRow[]
  readonly mutants: readonly MutantResult[]
  readonly variants: readonly VariantResult[]
}

/** Whether a variant, which is legitimate, was accused or not judged. */
export function isAlarm({ alarms, problems }: VariantResult): boolean {
  return alarms.length > 0 || problems.length > 0
}

/** Why a proof does not hold: each kind with a line for each; all are empty if it does. */
export function shortcomings({
  mutants,
  variants,
  requirements,
}: KillMatrix): Readonly<Record<string, string[]>> {
  return {
    Survived: mutants
      .filter(({ kill }) => kill === undefined)
      .map(
        ({ id, missed, how, problems }) => `${id} (${missed.join(', ')}): ${[how, ...problems].join('; ')}`,
      ),
    'Alarms on what is legitimate': variants.flatMap(({ id, alarms, problems }) =>
      [...alarms.map(inWords), ...problems].map((line) => `${id}: ${line}`),
    ),
    'Without a mutant': requirements
      .filter(({ killed, survived }) => killed.length + survived.length === 0)
      .map(({ id, text }) => `${id}: ${text}`),
  }
}

function inWords({ requirement, where, expected, received }: ShownFinding): string {
  return `${requirement} at ${where}: expected ${expected}, received ${received}`
}

/**
 * Whether a proof holds: every mutant is killed on its own requirement, no variant raises an alarm, and every
 * requirement has a mutant.
 */
export function stands(matrix: KillMatrix): boolean {
  return Object.values(shortcomings(matrix)).every((lines) => lines.length === 0)
}

/** The kill matrix for a terminal: how many of each kind there are, then the shortcomings. */
export function renderMatrix(matrix: KillMatrix, color: boolean): string {
  const paint = createColors(color)
  const { mutants, requirements, variants, seed, durationMs } = matrix
  const lists = Object.entries(shortcomings(matrix)).filter(([, lines]) => lines.length > 0)
  return [
    `${count(mutants.length, 'mutant')}, ${count(requirements.length, 'requirement')}, ${count(variants.length, 'variant')}`,
    ...lists.flatMap(([title, lines]) => [
      '',
      paint.bold(paint.red(`${title}: ${lines.length}`)),
      ...lines.map((line) => `  ${visible(oneLine(line))}`),
    ]),
    '',
    `${stands(matrix) ? paint.green('The proof stands') : paint.red('The proof does not stand')} (seed ${seed}, ${duration(durationMs)})`,
    '',
  ].join('\n')
}
