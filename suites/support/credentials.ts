import type { ListKey } from '../../lib/spec/operations.ts'
import type { OperationKey } from '../../lib/spec/operations.ts'
import { type PlainRequest, plainRequest } from '../../lib/harness/actor.ts'
import { UNKNOWN_ID } from '../../lib/harness/chosen-items.ts'
import type { Authorization } from '../../lib/http/keys.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'

/** The key prefix that `GET /me` shows, for use as a key; undefined if it shows none or another text. */
export function shownPrefix(key: string | undefined, shown: unknown): Authorization | undefined {
  return key !== undefined &&
    typeof shown === 'string' &&
    shown !== '' &&
    shown !== key &&
    key.startsWith(shown)
    ? [`Bearer ${shown}`]
    : undefined
}

/** A bearer header without a token. */
export function withoutKey(): Authorization {
  return ['Bearer ', 'Bearer ']
}

/**
 * One request for each operation, for callers without a valid key. Bodies are empty objects: nothing is written even
 * if the key is not checked.
 */
export function oneRequestEach(
  operations: readonly OperationKey[],
  discovery: Discovery,
): readonly PlainRequest[] {
  const known = (list: ListKey): string => idsOf(discovery.main.lists[list].items)[0] ?? UNKNOWN_ID
  return operations.flatMap((key) => plainRequest(key, known) ?? [])
}
