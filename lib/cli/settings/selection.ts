import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean } from '../../util/nearest.ts'
import { quote } from './kinds.ts'
import type { SELECTION } from './options.ts'
import type { ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The operation of each requirement by id, `*` for all: what a selection is checked against. */
export type Operations = ReadonlyMap<string, string>

/** The operations of all requirements, those of an own suite included. */
export async function operationsOf(suite?: string): Promise<Operations> {
  const { scopeOf } = await import('../../run/scope.ts')
  return new Map((await scopeOf({ suite })).catalogue.rows.map(({ id, endpoint }) => [id, endpoint]))
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
  await refuseUnknown(only ?? [], known, origin('only'))
  if (endpoint === undefined) return only
  const ids = idsAt(endpoint, known, origin('endpoint'))
  const both = only === undefined ? ids : ids.filter((id) => only.includes(id))
  if (both.length > 0) return both
  throw new ConfigurationError(`no requirement is in both ${origin('only')} and ${origin('endpoint')}`)
}

async function refuseUnknown(ids: readonly string[], known: Operations, origin: string): Promise<void> {
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  const { CLIENT_CATALOGUE } = await import('../../../suites/client.ts')
  throw new ConfigurationError(
    CLIENT_CATALOGUE.has(unknown)
      ? `${origin} names ${unknown}, which is asked of clients: proxy, judge and serve judge it`
      : `${origin} names an unknown requirement id, ${quote(unknown)}${didYouMean(unknown, known.keys())}`,
  )
}

/** The ids of the requirements on these operations. */
function idsAt(wanted: readonly string[], known: Operations, origin: string): readonly string[] {
  const operations = new Set(known.values())
  const idle = wanted.find((one) => ![...operations].some((operation) => isOf(operation, one)))
  if (idle !== undefined)
    throw new ConfigurationError(
      `${origin} names no operation of this API, ${quote(idle)}${didYouMean(idle, operations)}`,
    )
  return [...known.keys()].filter((id) => wanted.some((one) => isOf(known.get(id) ?? '', one)))
}

/** Whether an operation, `POST /leads`, is the wanted one, or has its method or its path. */
function isOf(operation: string, wanted: string): boolean {
  const [method = '', path = ''] = operation.split(' ')
  const words = wanted.split(/ +/)
  return words.every((word) => (word.startsWith('/') ? word === path : word.toUpperCase() === method))
}
