/** Fields that other users of the workspace, and its automations, change while a run looks. */
import type { Context } from '../../lib/engine/case/context.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { askedId, bodyOf, dataOf, itemsOf, sentBody } from '../../lib/engine/judge/reading.ts'
import {
  operationOf,
  type OperationKey,
  READ_OPERATIONS,
  type Resource,
  WRITE_OPERATIONS,
} from '../../lib/engine/contract/operations.ts'
import { isCalledExisting } from '../writes/table.ts'
import { contradict, isObject, type JsonObject } from '../../lib/engine/util/values.ts'

/** The exchanges of the run with an operation. */
export type ExchangesOf = (operation: OperationKey) => readonly Exchange[]

/**
 * The fields of a resource that somebody else changes: before the first write of this run, one operation has
 * shown an item with two values of it. A later change of such a field may be theirs, too. Items that a write
 * names are no evidence, whether it was accepted or refused.
 */
export function restlessFields(exchangesOf: ExchangesOf, resource: Resource): ReadonlySet<string> {
  const writes = WRITE_OPERATIONS.flatMap(exchangesOf)
  const named = new Set(writes.flatMap((one) => [askedId(one), ...Object.values(sentBody(one))]))
  const first = Math.min(...writes.filter(isCarriedOut).map(({ startedAt }) => startedAt))
  const reads = READ_OPERATIONS.filter((operation) => operationOf(operation).resource.startsWith(resource))
  // In the other workspace, this run changes nothing.
  const untouched = (operation: OperationKey): readonly Exchange[] =>
    exchangesOf(operation).filter(({ key, startedAt }) => startedAt < first || key === 'other')
  return new Set(reads.flatMap((operation) => changedIn(untouched(operation), named)))
}

const isCarriedOut = (write: Exchange): boolean => fateOf(write) === 'accepted' && !isCalledExisting(write)

/** {@link restlessFields}, for cases. */
export function restlessSoFar(
  { answersTo }: Pick<Context<never>, 'answersTo'>,
  resource: Resource,
): ReadonlySet<string> {
  return restlessFields((operation) => answersTo(operation).map(({ exchange }) => exchange), resource)
}

/** The fields of which some item, unless a write names it, has two values in answers to one operation. */
function changedIn(exchanges: readonly Exchange[], named: ReadonlySet<unknown>): readonly string[] {
  const known = new Map<string, JsonObject>()
  const changed = new Set<string>()
  for (const exchange of exchanges) {
    const { data } = bodyOf(exchange)
    for (const item of isObject(data) ? [dataOf(exchange)] : itemsOf(exchange)) {
      if (named.has(item['id'])) continue
      const key = JSON.stringify([exchange.key, item['id']])
      const before = known.get(key) ?? {}
      known.set(key, item)
      for (const name of Object.keys(item)) if (contradict(before[name], item[name])) changed.add(name)
    }
  }
  return [...changed]
}
