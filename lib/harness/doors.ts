import type { ListKey } from '../catalogue/index.ts'
import type { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import { type Discovery, idsOf } from './discovery.ts'

/** A way in for an id of another workspace. */
export interface Door {
  /** A foreign id that fits. */
  readonly id: string
  readonly ask: (actor: Actor, id: string) => Promise<Answer>
  /** The requirement that says what a foreign id gets here: where it is violated, the difference needs no telling. */
  readonly explainedBy: readonly string[]
}

type Way = readonly [kind: ListKey, explainedBy: readonly string[], ask: Door['ask']]

const READING: readonly Way[] = [
  ['GET /conversations', ['ISOLATION-01', 'GET-CONVERSATION-02'], (actor, id) => actor.conversation(id)],
  ['GET /leads', ['ISOLATION-04', 'GET-LEAD-02'], (actor, id) => actor.lead(id)],
  [
    'GET /chatbots',
    ['ISOLATION-07', 'LIST-RESERVATIONS-33'],
    (actor, id) => actor.reservations({ chatbot_id: id }),
  ],
  ['GET /chatbots', ['ISOLATION-08', 'LIST-SOURCES-04'], (actor, id) => actor.sources({ chatbot_id: id })],
  ['GET /chatbots', ['ISOLATION-09'], (actor, id) => actor.conversations({ chatbot_id: id })],
  ['GET /chatbots', ['ISOLATION-10'], (actor, id) => actor.leads({ chatbot_id: id })],
  ['GET /chatbots', ['ISOLATION-11'], (actor, id) => actor.bookings({ chatbot_id: id })],
  ['GET /chatbots', ['ISOLATION-12'], (actor, id) => actor.analytics({ chatbot_id: id })],
]

/** The doors of the reading endpoints, each with a foreign id that is not an id of the own workspace too. */
export function readingDoors(discovery: Discovery): Door[] {
  return READING.flatMap(([kind, explainedBy, ask]) => {
    const own = new Set(idsOf(discovery.main.lists[kind].rows))
    const id = idsOf(discovery.other?.lists[kind].rows ?? []).find((candidate) => !own.has(candidate))
    return id === undefined ? [] : [{ id, ask, explainedBy }]
  })
}
