import { quote } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'

/** What came of an update that was sent without a key. */
interface Unauthorised {
  readonly refused: Answer
  /** The conversation afterwards. */
  readonly after: Answer
  /** How the flag followed what was refused. */
  readonly problem?: string
}

/**
 * Sends an update of tags and of `is_resolved`, to the value that it has not, without a key. Where the flag has that value afterwards it is
 * done once more, the other way round: somebody else may have changed it just then.
 */
export async function updateWithoutKey(
  { api, anonymous }: Pick<Context, 'api' | 'anonymous'>,
  id: string,
  tags: readonly string[],
): Promise<Unauthorised> {
  const first = await attempt({ api, anonymous }, id, tags)
  if (first.problem === undefined) return first
  return attempt({ api, anonymous }, id, tags)
}

async function attempt(
  { api, anonymous }: Pick<Context, 'api' | 'anonymous'>,
  id: string,
  tags: readonly string[],
): Promise<Unauthorised> {
  const { is_resolved: was } = (await api.conversation(id)).control().data
  const refused = await anonymous.patchConversation(id, { tags, is_resolved: was !== true })
  const after = await api.conversation(id)
  const is = after.data['is_resolved']
  const followed = typeof was === 'boolean' && typeof is === 'boolean' && was !== is
  return {
    refused,
    after,
    ...(followed ? { problem: `is_resolved ${quote(is)}, ${quote(was)} before` } : {}),
  }
}
