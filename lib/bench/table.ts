import { type Figure, isMet, median } from './figure.ts'

const HEAD = ['figure', 'median', 'min', 'max', 'n', 'target', 'met', 'to raw replay'] as const
const LEFT = new Set([0, 5, 6])

/** What became of one experiment: its figures, or why there are none. */
export interface Result {
  readonly number: number
  readonly title: string
  readonly figures: readonly Figure[]
  readonly problem?: string
}

/** Renders all results as one table, with notes below it. */
export function renderTable(results: readonly Result[]): string {
  const notes: string[] = []
  const rows = results.flatMap(({ number, title, figures, problem }) => [
    [`${number} ${title}`],
    ...figures.map((figure) => cells(figure, notes)),
    ...(problem === undefined ? [] : [[`  not measured: ${problem}`]]),
  ])
  const columns = HEAD.map((name, at) =>
    Math.max(
      ...[[...HEAD], ...rows].filter((row) => row.length > 1).map((row) => row[at]?.length ?? 0),
      name.length,
    ),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (LEFT.has(at) ? cell.padEnd(columns[at] ?? 0) : cell.padStart(columns[at] ?? 0)))
      .join('  ')
      .trimEnd()
  const rule = columns.map((width) => '-'.repeat(width)).join('  ')
  return [line(HEAD), rule, ...rows.map(line), ...(notes.length === 0 ? [] : ['', ...notes]), ''].join('\n')
}

function cells(figure: Figure, notes: string[]): string[] {
  const { name, unit, values, ratio, note } = figure
  if (note !== undefined) notes.push(`[${notes.length + 1}] ${note}`)
  const mark = note === undefined ? '' : ` [${notes.length}]`
  const met = isMet(figure)
  return [
    `  ${name}${mark}`,
    `${written(median(values))} ${unit}`,
    written(Math.min(...values)),
    written(Math.max(...values)),
    String(values.length),
    boundOf(figure),
    met === undefined ? '' : met ? 'yes' : 'NO',
    ratio === undefined ? '' : `${written(ratio)} times`,
  ]
}

function boundOf({ target }: Figure): string {
  if (target === undefined) return ''
  return 'atMost' in target ? `<= ${written(target.atMost)}` : `>= ${written(target.atLeast)}`
}

/** Three digits that count, and no fraction from a hundred on. */
function written(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
