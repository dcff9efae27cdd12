import { fits, isOf } from '../../app/run/selection.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import type { SELECTION } from './options.ts'
import { quoted } from './parsers.ts'
import type { ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The operation of each requirement by id, `*` for all: what a selection is checked against. */
export type Operations = ReadonlyMap<string, string>

/** The operations of all requirements. */
export async function operationsById(): Promise<Operations> {
  const { CATALOGUE } = await import('../../../suites/catalogue.ts')
  return new Map(CATALOGUE.rows.map(({ id, endpoint }) => [id, endpoint]))
}

/** The settings that select requirements. */
type SelectionValues = Pick<ValuesOf<typeof SELECTION>, 'only' | 'endpoint' | 'skip' | 'case'>

/**
 * Refuses a selection of what there is not, and one of nothing. Throws a one-line {@link ConfigurationError}, with what
 * may have been meant.
 */
export async function checkSelection(
  { values, origin }: Reading<SelectionValues>,
  operations: () => Promise<Operations>,
): Promise<void> {
  const { only, endpoint, skip, case: cases } = values
  if (only !== undefined || endpoint !== undefined || skip !== undefined) {
    const known = await operations()
    if (only !== undefined) checkIds(only, origin('only'), known)
    if (skip !== undefined)
      checkIds(
        skip.map(({ id }) => id),
        origin('skip'),
        known,
      )
    if (endpoint !== undefined) checkOperations(endpoint, origin('endpoint'), known)
    const isAsked = ([id, operation]: readonly [string, string]): boolean =>
      (only?.some((wanted) => fits(wanted, id)) ?? true) &&
      (endpoint?.some((wanted) => isOf(operation, wanted)) ?? true)
    if (![...known].some(isAsked))
      throw new ConfigurationError(`no requirement is in both ${origin('only')} and ${origin('endpoint')}`)
  }
  if (cases !== undefined) {
    const { CASES } = await import('../../../suites/index.ts')
    const ids = new Set(CASES.map(({ id }) => id))
    const unknown = cases.find((id) => !ids.has(id))
    if (unknown !== undefined)
      throw new ConfigurationError(
        `${origin('case')} names an unknown case, ${quoted(unknown)}${didYouMean(unknown, ids)}`,
      )
  }
}

function checkIds(wanted: readonly string[], origin: string, known: Operations): void {
  const unknown = wanted.find((one) => ![...known.keys()].some((id) => fits(one, id)))
  if (unknown === undefined) return
  throw new ConfigurationError(
    unknown.includes('*')
      ? `${origin} names no requirement: no id fits ${quoted(unknown)}`
      : `${origin} names an unknown requirement id, ${quoted(unknown)}${didYouMean(unknown, known.keys())}`,
  )
}

function checkOperations(wanted: readonly string[], origin: string, known: Operations): void {
  const all = new Set(known.values())
  const idle = wanted.find((one) => ![...all].some((operation) => isOf(operation, one)))
  if (idle === undefined) return
  throw new ConfigurationError(
    `${origin} names no operation of this API, ${quoted(idle)}${didYouMean(idle, all)}`,
  )
}
