/** Where invalid leads are tried. Validation is the same for every key, so the second one spares the key under test. */
import type { Actor } from '../../lib/harness/actor.ts'
import { foreignItems, linkedLeads } from '../../lib/harness/chosen-items.ts'
import type { Context } from '../../lib/harness/context.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import { NEEDS } from '../../lib/harness/needs.ts'
import type { JsonObject } from '../../lib/util/values.ts'

interface SpareChatbot {
  readonly actor: Actor
  readonly chatbot: string
  /** A lead of the same workspace that has a conversation, and a conversation without a lead, where they exist. */
  readonly leadOfConversation?: JsonObject
  readonly conversation?: JsonObject
}

/** A chatbot of the second workspace or, if there is none, of the one under test, and who may write to it. */
export function spareChatbot({ api, bystander, world }: Context<'chatbot'>): SpareChatbot {
  const { discovery } = world
  const { main, other } = discovery
  const theirs = foreignItems(other, main, 'GET /chatbots')
  const [spare] = idsOf([...theirs.filter((item) => item['is_active'] === true), ...theirs])
  const home: Discovery = { ...discovery, main: spare === undefined ? main : (other ?? main) }
  const [leadOfConversation] = linkedLeads(home, 1)
  const [conversation] = NEEDS.bareConversations.find(home, 0) ?? []
  return {
    actor: spare === undefined ? api : bystander,
    chatbot: spare ?? world.chatbot,
    leadOfConversation,
    conversation,
  }
}
