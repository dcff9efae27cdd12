import type { Rollups } from '../../../lib/api/oracles/analytics.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import { idsOf, isWhole } from '../../../lib/api/discovery.ts'

/** The rollup of a workspace, and those of its chatbots where they are few. */
export interface RollupAnswers {
  readonly whole: Answer
  readonly parts?: readonly Answer[]
}

/** A workspace's own chatbots, where its list shows all of them and they are at most as many. */
export function fewChatbots(page: Answer | undefined, most: number): readonly string[] | undefined {
  return isWhole(page) && page.items.length <= most ? idsOf(page.items) : undefined
}

/** Asks for the rollup of a workspace, and for that of each of some chatbots, side by side. */
export async function askRollups(actor: Actor, chatbots?: readonly string[]): Promise<RollupAnswers> {
  const [whole, parts] = await Promise.all([
    actor.analytics(),
    chatbots && Promise.all(chatbots.map((chatbot_id) => actor.analytics({ chatbot_id }))),
  ])
  return { whole, ...(parts && { parts }) }
}

/** What some answers about rollups hold. */
export function rollupsIn({ whole, parts }: RollupAnswers): Rollups {
  return { whole: whole.data, ...(parts && { parts: parts.map(({ data }) => data) }) }
}
