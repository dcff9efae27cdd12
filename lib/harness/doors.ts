import type { ListKey } from '../catalogue/index.ts'
import { difference } from '../oracles/likeness.ts'
import { absentId } from './absent.ts'
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

/** The doors of the reading endpoints as the stranger finds them, each with an id that only the workspace under test has. */
export function readingDoors(discovery: Discovery): Door[] {
  return READING.flatMap(([kind, explainedBy, ask]) => {
    const own = new Set(idsOf(discovery.other?.lists[kind].rows ?? []))
    const id = idsOf(discovery.main.lists[kind].rows).find((candidate) => !own.has(candidate))
    return id === undefined ? [] : [{ id, ask, explainedBy }]
  })
}

/** How often a difference has to be seen before it is told: headers come and go where several hosts answer. */
const ROUNDS = 6

/** The answer to a foreign id, the answers to ids of nothing, and how they can be told apart. */
export interface Comparison {
  readonly foreign: Answer
  readonly others: readonly Answer[]
  readonly told?: string
}

/**
 * ISOLATION-13: asks with a foreign id and with an id of nothing. Where the answers differ, both are asked again, six times in all:
 * only what tells all foreign answers from all others counts, since some headers come and go.
 */
export async function comparedWithNothing(actor: Actor, id: string, ask: Door['ask']): Promise<Comparison> {
  const absent = [absentId(id, 0), absentId(id, 1)] as const
  const tell = (foreign: readonly Answer[], others: readonly Answer[]): string | undefined =>
    difference(
      foreign.map(({ exchange }) => exchange),
      others.map(({ exchange }) => exchange),
      [id, ...absent],
    )
  const [foreigns, others]: [Answer[], Answer[]] = [[], []]
  let told: string | undefined
  for (let round = 0; round < ROUNDS; round++) {
    // In turns first the one and first the other, so that two hosts behind one address even out.
    const [one, other] = round % 2 === 0 ? [id, absent[0]] : [absent[1], id]
    const caller = round === 0 ? actor : actor.afresh()
    const answers = await Promise.all([ask(caller, one), ask(caller, other)])
    for (const answer of answers) answer.arrived()
    if (round % 2 === 1) answers.reverse()
    foreigns.push(...answers.slice(0, 1))
    others.push(...answers.slice(1))
    told = tell(foreigns, others)
    if (told === undefined) break
  }
  const [foreign] = foreigns
  if (foreign === undefined) throw new Error('no answer to compare')
  return { foreign, others, ...(told === undefined ? {} : { told }) }
}
