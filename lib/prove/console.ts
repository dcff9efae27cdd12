import { createColors } from 'picocolors'
import { count, duration, oneLine, renderTable, visible } from '../util/text.ts'
import { groupBy } from '../util/collections.ts'
import { type KillMatrix, type Shortcomings, shortcomings, stands, type ShownFinding } from './matrix.ts'

const MOST = 25

/** The kill matrix for a terminal: a line for each area, then the shortcomings. */
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
    return ['', paint.bold(paint.red(title)), ...lines.slice(0, most).map((line) => `  ${line}`), ...rest]
  }
  return [
    ...table(matrix, paint),
    '',
    ...figures(matrix, faults),
    ...shortcomingLists(faults).flatMap(([title, lines]) => list(title, lines)),
    '',
    `${stands(matrix) ? paint.green('The proof stands') : paint.red('The proof does not stand')} (seed ${matrix.seed}, ${duration(matrix.durationMs)})`,
    '',
  ].join('\n')
}

/** A line for each kind of subject: how many there are, and how they fared. */
function figures(matrix: KillMatrix, faults: Shortcomings): readonly string[] {
  const { mutants, requirements, variants, pairs } = matrix
  const following = faults.consequences.length
  const killed = mutants.length - faults.survived.length
  return [
    `${count(mutants.length, 'mutant')}: ${killed} killed (${following} of them as what seems to follow from another violation), ${faults.survived.length} survived`,
    `${count(requirements.length, 'requirement')}: ${requirements.length - faults.withoutMutant.length} with a mutant`,
    `${count(variants.length, 'variant')}: ${faults.alarms.length} with an alarm`,
    `${count(pairs.length, 'pair')} of mutants: ${faults.hiding.length} in which one hides the other, ${faults.following.length} in which one seems to follow from the other`,
  ]
}

const inWords = ({ requirement, where, expected, received }: ShownFinding): string =>
  visible(oneLine(`${requirement} at ${where}: expected ${expected}, received ${received}`)).slice(0, 300)

/** The shortcomings of a proof, by kind. */
function shortcomingLists(
  faults: Shortcomings,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const problemsOf = (id: string, problems: readonly string[]): readonly string[] =>
    problems.map((problem) => visible(oneLine(`${id}: ${problem}`)).slice(0, 300))
  return [
    [
      'Survived',
      faults.survived.map(({ id, breaks, how, problems }) =>
        visible(oneLine(`${id} (${breaks}): ${[how, ...problems].join('; ')}`)),
      ),
    ],
    [
      'Alarms on what is legitimate',
      faults.alarms.flatMap(({ id, alarms, problems }) => [
        ...alarms.map((one) => `${id}: ${inWords(one)}`),
        ...problemsOf(id, problems),
      ]),
    ],
    [
      'Faults that hide another',
      faults.hiding.flatMap(({ id, hidden, problems }) => [
        ...hidden.map(
          (one) => `${id}: ${one.requirement} is ${one.verdict}, and ${one.mutant} violates it alone`,
        ),
        ...problemsOf(id, problems),
      ]),
    ],
    ['Without a mutant', faults.withoutMutant.map(({ id, text }) => `${id}: ${text}`)],
  ]
}

/** A line for each area, the requirements with the same id prefix, in the order of the catalogue. */
function table(matrix: KillMatrix, paint: ReturnType<typeof createColors>): readonly string[] {
  const areas = groupBy(matrix.requirements, ({ id }) => id.slice(0, id.lastIndexOf('-')))
  const rows = [...areas].map(([area, requirements]) => {
    const killed = requirements.flatMap((one) => one.killed).length
    const survived = requirements.flatMap((one) => one.survived).length
    const without = requirements.filter((one) => one.killed.length + one.survived.length === 0).length
    return [area, requirements.length, killed, survived || '', without || '']
  })
  const [head = '', ...lines] = renderTable(
    ['area', 'requirements', 'killed', 'survived', 'no mutant'],
    rows,
  ).split('\n')
  const isSound = (n: number): boolean => (rows[n] ?? []).slice(3).every((figure) => figure === '')
  return [paint.dim(head), ...lines.slice(0, -1).map((line, n) => (isSound(n) ? line : paint.red(line)))]
}
