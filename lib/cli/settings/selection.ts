import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import type { SELECTION } from './options.ts'
import { quote } from './parsers.ts'
import type { ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The operation of each requirement by id, `*` for all: what a selection is checked against. */
export type Operations = ReadonlyMap<string, string>

/** The operations of all requirements. */
export async function operationsOf(): Promise<Operations> {
  const { CATALOGUE } = await import('../../../suites/catalogue.ts')
  return new Map(CATALOGUE.rows.map(({ id, endpoint }) => [id, endpoint]))
}

/** The settings that select requirements. */
type SelectionValues = Pick<ValuesOf<typeof SELECTION>, 'only' | 'endpoint'>

/**
 * The ids of `--only` and of the operations of `--endpoint`; both together: what is in both. Throws a {@link
 * ConfigurationError} for an id or an operation that there is not.
 */
export async function selectedIds(
  { values: { only, endpoint }, origin }: Reading<SelectionValues>,
  operations: () => Promise<Operations>,
): Promise<readonly string[] | undefined> {
  if (only === undefined && endpoint === undefined) return undefined
  const known = await operations()
  const unknown = only?.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${origin('only')} names an unknown requirement id, ${quote(unknown)}${didYouMean(unknown, known.keys())}`,
    )
  const all = new Set(known.values())
  const idle = endpoint?.find((wanted) => ![...all].some((operation) => isOf(operation, wanted)))
  if (idle !== undefined)
    throw new ConfigurationError(
      `${origin('endpoint')} names no operation of this API, ${quote(idle)}${didYouMean(idle, all)}`,
    )
  const ids = [...known]
    .filter(([, operation]) => endpoint?.some((wanted) => isOf(operation, wanted)) ?? true)
    .map(([id]) => id)
    .filter((id) => only?.includes(id) ?? true)
  if (ids.length > 0) return ids
  throw new ConfigurationError(`no requirement is in both ${origin('only')} and ${origin('endpoint')}`)
}

/** Whether an operation, `POST /leads`, is the wanted one, or has its method or its path. */
function isOf(operation: string, wanted: string): boolean {
  const [method = '', path = ''] = operation.split(' ')
  const words = wanted.split(/ +/)
  return words.every((word) => (word.startsWith('/') ? word === path : word.toUpperCase() === method))
}
