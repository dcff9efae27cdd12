import type { OperationKey } from '../../../lib/api/catalogue/index.ts'
import { absentId } from '../../../lib/api/absent.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Authorization } from '../../../lib/http/wrong-keys.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'

/** The leading part of a key that `GET /me` shows, as a key; undefined where it shows none, or something else. */
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
 * One request for each operation, for callers without a valid key. The bodies are empty objects: nothing could be written with
 * them even where the key is not looked at.
 */
export function oneRequestEach(
  operations: readonly OperationKey[],
  discovery: Discovery,
): ((actor: Actor) => Promise<Answer>)[] {
  const chatbot = idsOf(discovery.main.lists['GET /chatbots'].rows)[0] ?? absentId('Uk4x9Qw2Lz')
  const conversation = idsOf(discovery.main.lists['GET /conversations'].rows)[0] ?? absentId('Uk4x9Qw2Lz')
  const lead = idsOf(discovery.main.lists['GET /leads'].rows)[0] ?? absentId('Uk4x9Qw2Lz')
  const ways: Record<OperationKey, (actor: Actor) => Promise<Answer>> = {
    'GET /me': (actor) => actor.me(),
    'GET /chatbots': (actor) => actor.chatbots(),
    'GET /conversations': (actor) => actor.conversations(),
    'GET /conversations/{id}': (actor) => actor.conversation(conversation),
    'PATCH /conversations/{id}': (actor) => actor.patchConversation(conversation, {}),
    'POST /conversations/{id}/messages': (actor) => actor.addNote(conversation, {}),
    'GET /leads': (actor) => actor.leads(),
    'POST /leads': (actor) => actor.createLead({}),
    'GET /leads/{id}': (actor) => actor.lead(lead),
    'GET /bookings': (actor) => actor.bookings(),
    'GET /reservations': (actor) => actor.reservations(),
    'GET /knowledge/sources': (actor) => actor.sources({ chatbot_id: chatbot }),
    'GET /analytics/summary': (actor) => actor.analytics(),
  }
  return operations.map((operation) => ways[operation])
}
