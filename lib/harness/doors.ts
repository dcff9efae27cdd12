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

/**
 * Whether the id of nothing is asked for first, in each of the rounds in which a difference has to be seen before it is told: headers
 * come and go where several hosts answer. Hosts that take turns even out, whether or not each round begins with the same one.
 */
const NOTHING_FIRST = [false, true, true, false, true, false]

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
  for (const [round, nothingFirst] of NOTHING_FIRST.entries()) {
    const [one, other] = nothingFirst ? [absent[1], id] : [id, absent[0]]
    const caller = round === 0 ? actor : actor.afresh()
    const answers = await Promise.all([ask(caller, one), ask(caller, other)])
    for (const answer of answers) answer.arrived()
    if (nothingFirst) answers.reverse()
    foreigns.push(...answers.slice(0, 1))
    others.push(...answers.slice(1))
    told = tell(foreigns, others)
    if (told === undefined) break
  }
  const [foreign] = foreigns
  if (foreign === undefined) throw new Error('no answer to compare')
  return { foreign, others, ...(told === undefined ? {} : { told }) }
}
