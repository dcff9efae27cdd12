import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { absentId, foreignItems, idLike } from '../../lib/harness/chosen-items.ts'
import type { Context } from '../../lib/harness/context.ts'
import { type Discovery, idsOf, type Workspace } from '../../lib/harness/discovery.ts'
import type { Expect } from '../../lib/harness/expect.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { distinction, volatileHeaders } from './indistinguishable.ts'

/** A request that names an id. */
type Ask = (actor: Actor, id: string) => Promise<Answer>

/** Reading requests with an id, and the list with suitable ones. */
const READING: readonly (readonly [kind: ListKey, ask: Ask])[] = [
  ['GET /conversations', (actor, id) => actor.conversation(id)],
  ['GET /leads', (actor, id) => actor.lead(id)],
  ['GET /chatbots', (actor, id) => actor.reservations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.sources({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.conversations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.leads({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.bookings({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.analytics({ chatbot_id: id })],
]

/** Invalid updates and notes: they are refused whatever the id is, and say nothing of it. */
const REFUSED: readonly (readonly [kind: ListKey, ask: Ask])[] = [
  ['GET /conversations', (actor, id) => actor.patchConversation(id, { is_resolved: 'no' })],
  ['GET /conversations', (actor, id) => actor.addNote(id, {})],
]

/** A request of the second key with an id that exists only in the workspace under test, and with absent ones. */
export interface Probe {
  readonly foreign: string
  readonly absent: readonly string[]
  readonly ask: Ask
}

/**
 * Probes with the second key: isolation works both ways, and the key under test is spared.
 * @param kind - requests that read, or that are refused for their body
 */
export function probes({ main, other }: Discovery, kind: 'reading' | 'refused'): readonly Probe[] {
  if (other === undefined) return []
  return (kind === 'reading' ? READING : REFUSED).flatMap(([list, ask]) => {
    const [foreign] = idsOf(foreignItems(main, other, list))
    return foreign === undefined ? [] : [{ foreign, absent: absentIds(foreign, list, other), ask }]
  })
}

/**
 * Ids that name nothing of a kind in a workspace: made of a foreign one, and ids of other kinds. Not every service has
 * a use for every text, and ids may have a checksum.
 */
function absentIds(foreign: string, kind: ListKey, asker: Workspace): readonly string[] {
  const own = new Set(idsOf(asker.lists[kind].items))
  const otherKinds = (['GET /conversations', 'GET /leads', 'GET /chatbots'] as const).filter(
    (list) => list !== kind,
  )
  return [
    idLike(foreign, 0),
    idLike(foreign, 1),
    ...otherKinds.flatMap((list) => idsOf(asker.lists[list].items)).slice(0, 1),
  ].filter((id) => id !== foreign && !own.has(id))
}

/** The answers to a foreign id and to absent ones, and what distinguishes them. */
export interface Comparison {
  readonly foreign: Answer
  readonly others: readonly Answer[]
  readonly distinction: string | undefined
}

/** ISOLATION-13: asks for a foreign id and for absent ones, side by side. */
export async function compared(
  ctx: Pick<Context, 'answersTo'>,
  actor: Actor,
  { foreign, absent, ask }: Probe,
): Promise<Comparison> {
  const [own, ...others] = await Promise.all([foreign, ...absent].map((id) => ask(actor, id)))
  if (own === undefined) throw new Error('no response to compare')
  for (const answer of [own, ...others]) answer.arrived()
  return comparison(ctx, own, others, [foreign, ...absent])
}

function comparison(
  { answersTo }: Pick<Context, 'answersTo'>,
  foreign: Answer,
  others: readonly Answer[],
  ids: readonly string[],
): Comparison {
  const exchanges = others.map(({ exchange }) => exchange)
  const volatile = (): ReadonlySet<string> =>
    volatileHeaders(OPERATIONS.flatMap(answersTo).map(({ exchange }) => exchange))
  return { foreign, others, distinction: distinction(foreign.exchange, exchanges, ids, volatile) }
}

/**
 * ISOLATION-13 for a valid write: sends it with a foreign id, then with absent ones.
 * A service may decode several texts to one row. So only ids that the key finds nothing under are written to.
 * @param look - reads what an id names; absent where the list of the workspace is known
 */
export async function comparedWrite(
  ctx: Pick<Context, 'answersTo'>,
  id: string,
  write: (id: string) => Promise<Answer>,
  look?: (id: string) => Promise<Answer>,
): Promise<Comparison> {
  const own = await write(id)
  own.arrived()
  const others: Answer[] = []
  const absent = [absentId(id, 0), absentId(id, 1)]
  for (const one of absent) {
    if (look !== undefined && !(await look(one)).isRefusal) continue
    const answer = (await write(one)).arrived()
    others.push(answer)
    // It changed something of somebody's: the next one would, too.
    if (!answer.isRefusal) break
  }
  return comparison(ctx, own, others, [id, ...absent])
}

/** Expects nothing to distinguish the answer to a foreign id from those to unknown ones. */
export function expectAlike(expect: Expect, { foreign, others, distinction }: Comparison): void {
  expect(foreign).toSatisfy(
    distinction === undefined,
    'the same response as for an unknown id',
    distinction ?? '',
    { requirement: 'ISOLATION-13', also: others },
  )
}
