/** The answer to a request with an unknown id. */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'

/**
 * Expects 404 for an id that does not exist in a list. A made-up id may be refused as malformed, which
 * decides nothing.
 */
export async function expectUnknown(
  { world, expect, inconclusive }: Pick<Context<never>, 'world' | 'expect' | 'inconclusive'>,
  list: ListKey,
  ask: (id: string) => Promise<Answer>,
): Promise<void> {
  const answer = await ask(absentId(world.discovery, list))
  const isKnown = world.discovery.absent?.[list] !== undefined
  if (answer.status === 400 && !isKnown)
    inconclusive(
      'needs an id that is unknown and not malformed: one of a second workspace (CONFORMANCE_OTHER_API_KEY)',
    )
  expect(answer).toBeRefused([404])
}
