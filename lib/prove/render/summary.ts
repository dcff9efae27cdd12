import type { KillMatrix, RequirementRow } from '../matrix.ts'
import { groupBy } from '../../util/group-by.ts'

/** The figures of one area: the requirements whose ids begin alike. */
export interface Area {
  readonly name: string
  readonly rows: readonly RequirementRow[]
  readonly killed: number
  readonly survived: number
  /** Mutants of the area with findings that they do not declare. */
  readonly undeclared: number
  readonly withoutMutant: number
}

/** The areas of a matrix in the order of the catalogue. */
export function areasOf(matrix: KillMatrix): Area[] {
  const undeclared = new Set(
    matrix.mutants.filter((mutant) => mutant.undeclared.length > 0).map(({ id }) => id),
  )
  const areas = groupBy(matrix.requirements, ({ id }) => areaOf(id))
  return [...areas].map(([name, rows]) => ({
    name,
    rows,
    killed: sum(rows, ({ killed }) => killed.length),
    survived: sum(rows, ({ survived }) => survived.length),
    undeclared: sum(
      rows,
      ({ killed, survived }) => [...killed, ...survived].filter((id) => undeclared.has(id)).length,
    ),
    withoutMutant: rows.filter(({ killed, survived }) => killed.length + survived.length === 0).length,
  }))
}

/** The area of a requirement: its id without the number. */
export function areaOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

function sum(rows: readonly RequirementRow[], figure: (row: RequirementRow) => number): number {
  return rows.reduce((total, row) => total + figure(row), 0)
}
