import { createColors } from 'picocolors'
import { count, duration, oneLine, visible } from '../../engine/util/text.ts'
import { type KillMatrix, type Shortcomings, shortcomings, stands, type ShownFinding } from './matrix.ts'

/** Lines of one kind, unless all are asked for, and characters of a line. */
const MOST = 25
const LONGEST = 300

/** The kill matrix for a terminal: how many of each kind there are, then the shortcomings. */
export function renderMatrix(
  matrix: KillMatrix,
  style: { readonly color: boolean; readonly verbose: boolean },
): string {
  const paint = createColors(style.color)
  const faults = shortcomings(matrix)
  const most = style.verbose ? Number.POSITIVE_INFINITY : MOST
  const list = (title: string, lines: readonly string[]): string[] => {
    if (lines.length === 0) return []
    const rest = lines.length > most ? [paint.dim(`  and ${lines.length - most} more (--verbose)`)] : []
    const shown = lines.slice(0, most).map((line) => `  ${visible(oneLine(line)).slice(0, LONGEST)}`)
    return ['', paint.bold(paint.red(title)), ...shown, ...rest]
  }
  return [
    ...figures(matrix, faults),
    ...Object.entries(shortcomingLists(faults)).flatMap(([title, lines]) => list(title, lines)),
    '',
    `${stands(matrix) ? paint.green('The proof stands') : paint.red('The proof does not stand')} (seed ${matrix.seed}, ${duration(matrix.durationMs)})`,
    '',
  ].join('\n')
}

/** A line for each kind of subject: how many there are, and how they fared. */
function figures(matrix: KillMatrix, faults: Shortcomings): readonly string[] {
  const { mutants, requirements, variants } = matrix
  const killed = mutants.length - faults.survived.length
  return [
    `${count(mutants.length, 'mutant')}: ${killed} killed, ${faults.survived.length} survived`,
    `${count(requirements.length, 'requirement')}: ${requirements.length - faults.withoutMutant.length} with a mutant`,
    `${count(variants.length, 'variant')}: ${faults.alarms.length} with an alarm`,
  ]
}

const inWords = ({ requirement, where, expected, received }: ShownFinding): string =>
  `${requirement} at ${where}: expected ${expected}, received ${received}`

/** The shortcomings of a proof: each kind with its lines. */
function shortcomingLists(faults: Shortcomings): Readonly<Record<string, readonly string[]>> {
  const of = (id: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => `${id}: ${line}`)
  return {
    Survived: faults.survived.map(
      ({ id, missed, how, problems }) => `${id} (${missed.join(' ')}): ${[how, ...problems].join('; ')}`,
    ),
    'Alarms on what is legitimate': faults.alarms.flatMap(({ id, alarms, problems }) =>
      of(id, [...alarms.map(inWords), ...problems]),
    ),
    'Without a mutant': faults.withoutMutant.map(({ id, text }) => `${id}: ${text}`),
  }
}
