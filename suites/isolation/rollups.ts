import type { Rollups } from '../oracles/analytics.ts'
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { idsOf, endsHere } from '../../lib/harness/discovery.ts'

/** The rollup of a workspace and those of its chatbots, if there are few. */
export interface RollupAnswers {
  readonly whole: Answer
  readonly parts?: readonly Answer[]
}

/** The chatbots of a workspace, if its list is complete and not longer than `most`. */
export function fewChatbots(page: Answer | undefined, most: number): readonly string[] | undefined {
  return endsHere(page) && page.items.length <= most ? idsOf(page.items) : undefined
}

/** Reads the rollup of a workspace and those of some chatbots side by side. */
export async function askRollups(actor: Actor, chatbots?: readonly string[]): Promise<RollupAnswers> {
  const [whole, parts] = await Promise.all([
    actor.analytics(),
    chatbots && Promise.all(chatbots.map((chatbot_id) => actor.analytics({ chatbot_id }))),
  ])
  return { whole, ...(parts && { parts }) }
}

/** The rollups in these answers. */
export function rollupsIn({ whole, parts }: RollupAnswers): Rollups {
  return { whole: whole.data, ...(parts && { parts: parts.map(({ data }) => data) }) }
}
