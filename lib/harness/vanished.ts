import type { ListKey } from '../catalogue/index.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import { idsOf, widest } from './discovery.ts'

/**
 * Ends the case as inconclusive where what is not found is no longer listed either: a workspace is in use while we look, and rows may go.
 * Asks nothing where the answer is no 404.
 */
export async function notVanished(
  { api, inconclusive }: Pick<Context, 'api' | 'inconclusive'>,
  list: ListKey,
  id: string,
  answer: Answer,
): Promise<void> {
  if (answer.status !== 404) return
  const now = await api.afresh().list(list, { ...widest(list), offset: 0 })
  if (now.usable && !idsOf(now.rows).includes(id))
    inconclusive(`${id} was listed at first, and is no longer: needs rows that stay while the run looks`)
}
