import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { absentId, foreignItems } from '../../lib/harness/chosen-items.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import { difference } from '../../lib/judge/indistinguishable.ts'
import { type JsonObject, quote } from '../../lib/util/values.ts'
import { newMessages } from '../steps/conversations/notes.ts'

/** An operation that takes an id, for probing with ids of another workspace. */
export interface ForeignIdProbe {
  /** A suitable id of the other workspace. */
  readonly id: string
  readonly ask: (actor: Actor, id: string) => Promise<Answer>
}

type Way = readonly [kind: ListKey, ask: ForeignIdProbe['ask']]

const READING: readonly Way[] = [
  ['GET /conversations', (actor, id) => actor.conversation(id)],
  ['GET /leads', (actor, id) => actor.lead(id)],
  ['GET /chatbots', (actor, id) => actor.reservations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.sources({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.conversations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.leads({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.bookings({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.analytics({ chatbot_id: id })],
]

/**
 * Probes of the reading endpoints with the second key, each with an id that exists only in the workspace under test.
 */
export function foreignIdProbes(discovery: Discovery): ForeignIdProbe[] {
  return READING.flatMap(([kind, ask]) => {
    const [id] = idsOf(foreignItems(discovery.main, discovery.other, kind))
    return id === undefined ? [] : [{ id, ask }]
  })
}

const [FOREIGN, NOTHING] = ['foreign', 'nothing'] as const

/**
 * The order of foreign and absent ids in each round. A difference counts only if every round shows it.
 * Targets behind a load balancer alternate between hosts, so neither the order within pairs nor that of single
 * requests repeats.
 */
const ROUNDS = [
  [FOREIGN, NOTHING],
  [NOTHING, FOREIGN],
  [NOTHING, FOREIGN],
  [FOREIGN],
  [FOREIGN],
  [NOTHING],
  [FOREIGN],
  [NOTHING],
  [NOTHING],
  [FOREIGN],
  [FOREIGN],
  [NOTHING],
] as const

/** The answer to a foreign id, the answers to absent ids, and what distinguishes them. */
export interface Comparison {
  readonly foreign: Answer
  readonly others: readonly Answer[]
  readonly distinction?: string
}

/**
 * ISOLATION-13: compares the answers to a foreign id and to an absent one.
 * If they differ, both are repeated, eight times at most. Only what distinguishes all foreign answers from all absent
 * ones counts, and no header that varies elsewhere in the run.
 */
export async function compareWithAbsent(
  { volatileHeaders }: Pick<Context, 'volatileHeaders'>,
  actor: Actor,
  id: string,
  ask: ForeignIdProbe['ask'],
): Promise<Comparison> {
  const absent = [absentId(id, 0), absentId(id, 1)] as const
  const distinguish = (foreign: readonly Answer[], others: readonly Answer[]): string | undefined =>
    difference(
      foreign.map(({ exchange }) => exchange),
      others.map(({ exchange }) => exchange),
      [id, ...absent],
      volatileHeaders,
    )
  const answers: Record<typeof FOREIGN | typeof NOTHING, Answer[]> = { foreign: [], nothing: [] }
  let distinction: string | undefined
  for (const [number, round] of ROUNDS.entries()) {
    const caller = number === 0 ? actor : actor.afresh()
    const asked = round.map((kind) => ask(caller, kind === FOREIGN ? id : absent[number % 2 === 0 ? 0 : 1]))
    // oxlint-disable-next-line no-await-in-loop
    for (const [place, answer] of (await Promise.all(asked)).entries()) {
      answer.arrived()
      answers[round[place] ?? NOTHING].push(answer)
    }
    distinction = distinguish(answers.foreign, answers.nothing)
    if (distinction === undefined) break
  }
  const [foreign] = answers.foreign
  if (foreign === undefined) throw new Error('no answer to compare')
  return { foreign, others: answers.nothing, ...(distinction === undefined ? {} : { distinction }) }
}

type ForeignContext = Context<'otherKey' | 'foreignConversation'>

/** A write to a conversation of another workspace, and the conversation as its owner sees it before and after. */
interface Attempt extends Comparison {
  readonly before: Answer
  readonly after: Answer
}

/**
 * Updates a foreign conversation: adds a tag and flips the flag. Colleagues flip flags too, so the change counts only
 * if it also follows back.
 */
export async function foreignUpdate(ctx: ForeignContext): Promise<
  Attempt & {
    readonly changed?: 'tags' | 'is_resolved'
    /** Before a first attempt. */ readonly original?: Answer
  }
> {
  const tag = ctx.mark()
  const attempt = (): Promise<Attempt> =>
    watched(ctx, ({ data }) => ({ tags: [tag], is_resolved: data['is_resolved'] !== true }))
  const first = await attempt()
  if (quote(first.after.data['tags'], 5000).includes(tag)) return { ...first, changed: 'tags' }
  if (!flagFollowed(first) || first.foreign.status === 200) return first
  const second = await attempt()
  return flagFollowed(second) ? { ...second, original: first.before, changed: 'is_resolved' } : second
}

async function watched(ctx: ForeignContext, body: (before: Answer) => object): Promise<Attempt> {
  const { api, stranger, world } = ctx
  const before = await stranger.conversation(world.foreignConversation)
  const compared = await compareWithAbsent(ctx, api, world.foreignConversation, (actor, id) =>
    actor.patchConversation(id, body(before)),
  )
  return { ...compared, before, after: await stranger.conversation(world.foreignConversation) }
}

function flagFollowed({ before, after }: Attempt): boolean {
  const [was, is] = [before.data['is_resolved'], after.data['is_resolved']]
  return typeof was === 'boolean' && typeof is === 'boolean' && was !== is
}

/**
 * Adds a note to a foreign conversation. A new note without the text sent counts only if a second attempt leaves one
 * again: colleagues write notes too.
 */
export async function foreignNote(ctx: ForeignContext): Promise<Attempt & { readonly left?: JsonObject }> {
  const content = ctx.mark()
  const first = await noteAttempt(ctx, content)
  const { left } = first
  if (left === undefined || first.foreign.status === 200 || quote(left, 5000).includes(content)) return first
  return noteAttempt(ctx, content)
}

async function noteAttempt(
  ctx: ForeignContext,
  content: string,
): Promise<Attempt & { readonly left?: JsonObject }> {
  const { api, stranger, world } = ctx
  const before = await stranger.conversation(world.foreignConversation)
  const compared = await compareWithAbsent(ctx, api, world.foreignConversation, (actor, id) =>
    actor.addNote(id, { content }),
  )
  const after = await stranger.conversation(world.foreignConversation)
  const news = newMessages(before, after)
  const left =
    news.find((message) => quote(message, 5000).includes(content)) ?? news.find(({ role }) => role === 'note')
  return { ...compared, before, after, ...(left === undefined ? {} : { left }) }
}
