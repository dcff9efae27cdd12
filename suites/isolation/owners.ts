/** What one key was answered is not kept for another one: neither data, nor a refusal. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { type OperationKey, operationOf, READ_OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { askFor, identitiesIn, listNamedIn } from './foreign.ts'

/** Reads whose answer a cache may keep, with each kind of id. */
const OF_OWNERS: readonly OperationKey[] = [
  ...READ_OPERATIONS.filter((key) => operationOf(key).idsFrom !== undefined),
  'GET /conversations',
  'GET /knowledge/sources',
]

/** Expects an item of the second workspace in each of these reads to be shown to its owner alone. */
export async function expectOwnersAlone(ctx: Context<'otherKey'>): Promise<void> {
  const { main, other } = ctx.world.discovery
  const reads = OF_OWNERS.flatMap((operation) =>
    idsOf(foreignItems(other, main, listNamedIn(operation)))
      .slice(-1)
      .map((id) => ({ id, operation })),
  )
  if (reads.length === 0) ctx.inconclusive('needs data in the second workspace')
  await ctx.each(reads, ({ operation, id }) => expectOwnerAlone(ctx, operation, id))
}

/**
 * Asks as a stranger, as the owner, and as the stranger again: a cache that ignores the key gives each the
 * answer to the other.
 */
async function expectOwnerAlone(
  ctx: Pick<Context, 'api' | 'stranger' | 'expect'>,
  operation: OperationKey,
  id: string,
): Promise<void> {
  // Sent even if another case has got the answer. It looks like any other read, so that a cache on the way
  // may answer.
  const ask = (actor: Actor): Promise<Answer> =>
    askFor(actor.sending('Accept', 'application/json'), operation, id)
  const { api, stranger: owner, expect } = ctx
  const before = await ask(api)
  const own = await ask(owner)
  const after = await ask(api)
  if (own.fate === 'accepted') {
    const ofOwner = identitiesIn(own)
    const showsOwn = (answer: Answer): boolean =>
      answer.fate === 'accepted' && identitiesIn(answer).some((one) => ofOwner.includes(one))
    // If the stranger is shown the data even before the owner, the cache is not to blame: another rule is
    // violated.
    expect(after).toSatisfy(
      showsOwn(before) || !showsOwn(after),
      `status ${before.status}, as before its owner asked`,
      `status ${after.status}, and what its owner was shown just before`,
      { requirement: 'ISOLATION-30', also: [own, before], status: after.status, proof: true },
    )
  }
  const isVanished = own.status === 404 && before.status === 404 && (await exists(owner, operation, id))
  expect(own).toSatisfy(!isVanished, 'what belongs to the key', 'status 404, as for the other key before', {
    also: [before],
    proof: true,
  })
}

/**
 * Whether an item exists for its owner: its list shows it, so nobody has deleted it; and it is found at another
 * address. A service that does not find it there either never found it: other rules say so.
 */
async function exists(owner: Actor, operation: OperationKey, id: string): Promise<boolean> {
  const list = await owner.afresh().fullPage(listNamedIn(operation))
  if (!idsOf(list.items).includes(id)) return false
  return (await askFor(owner, operation, id, { n: 1 })).fate === 'accepted'
}
