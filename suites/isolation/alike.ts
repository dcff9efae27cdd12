/** A foreign id is answered like one that exists nowhere: whoever asks does not learn that it exists. */
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import { idLike } from '../../lib/engine/case/absent-ids.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { type ListKey, OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** A request that names an id, and the list with suitable ones. */
type Naming = readonly [list: ListKey, ask: (actor: Actor, id: string) => Promise<Answer>]

/** Reads that name an id. */
export const READS: readonly Naming[] = [
  ['GET /conversations', (actor, id) => actor.conversation(id)],
  ['GET /leads', (actor, id) => actor.lead(id)],
  ['GET /chatbots', (actor, id) => actor.reservations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.sources({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.conversations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.leads({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.bookings({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.analytics({ chatbot_id: id })],
]

/** Refused for their bodies, whatever the id is: they say nothing of it. */
export const INVALID_WRITES: readonly Naming[] = [
  ['GET /conversations', (actor, id) => actor.patchConversation(id, { is_resolved: 'no' })],
  ['GET /conversations', (actor, id) => actor.patchConversation(id, {})],
  ['GET /conversations', (actor, id) => actor.addNote(id, {})],
  ['GET /conversations', (actor, id) => actor.createLead({ conversation_id: id })],
]

/**
 * Expects each of these requests to answer an id of the workspace under test like an unknown one. The second key asks:
 * isolation works both ways, and the key under test is spared.
 */
export async function expectAllAlike(
  ctx: Context<'otherKey'>,
  requirement: string,
  requests: readonly Naming[],
): Promise<void> {
  const { main, other } = ctx.world.discovery
  const probes = requests.flatMap(([list, ask]) =>
    idsOf(foreignItems(main, other, list))
      .slice(0, 1)
      .map((foreign) => ({ foreign, list, ask: (id: string) => ask(ctx.stranger, id) })),
  )
  if (probes.length === 0) ctx.inconclusive('needs data in the workspace under test')
  await ctx.each(probes, async ({ foreign, list, ask }) => {
    const unknown = unknownIds(ctx, foreign, list)
    await expectAlike(ctx, requirement, { foreign, answer: await ask(foreign), unknown, ask })
  })
}

/**
 * Ids under which the second workspace has nothing in a list: several made of the foreign one and, as ids may have a
 * checksum, which made ones lack, a real one of another kind.
 */
function unknownIds({ world }: Context<'otherKey'>, foreign: string, list: ListKey): readonly string[] {
  const ids = (some: ListKey): readonly string[] => idsOf(world.discovery.other?.lists[some].items ?? [])
  const [first = '', ...others] = SEVERAL.map((turn) => idLike(foreign, turn))
  const ofAnotherKind = ids(list === 'GET /chatbots' ? 'GET /conversations' : 'GET /chatbots').slice(0, 1)
  return [first, ...ofAnotherKind, ...others].filter((id) => id !== foreign && !ids(list).includes(id))
}

/** The answer to a foreign id, and what else can be asked for in the same way. */
interface Probe {
  /** An id that exists only in the workspace of another key. */
  readonly foreign: string
  readonly answer: Answer
  /** Ids that exist in neither workspace, the likeliest to be well-formed first. */
  readonly unknown: readonly string[]
  /** Sends the same request with an unknown id; resolves with undefined where it must not be sent. */
  readonly ask: (id: string) => Promise<Answer | undefined>
}

/** Turns of unknown ids: so many that of two hosts with different error texts both answer some. */
export const SEVERAL = [0, 1, 2, 3, 4] as const

/**
 * ISOLATION-13, ISOLATION-26: expects the answer to a foreign id to be that to an unknown one. Unknown ids are asked for until
 * one is answered alike. If none is, the answer tells that the id exists by whatever it has and none of the others has. What
 * differs in each answer, such as an id of the request, tells nothing: two unknown ids have to be alike in it.
 */
export async function expectAlike(
  { expect, answersTo, inconclusive }: Pick<Context, 'expect' | 'answersTo' | 'inconclusive'>,
  requirement: string,
  { foreign, answer, unknown, ask }: Probe,
): Promise<void> {
  // Headers that accepted answers carry, too, come from gateways, caches and hosts, which add them now and then.
  const usual = new Set(
    OPERATIONS.flatMap(answersTo)
      .filter(({ isAccepted }) => isAccepted)
      .flatMap(headerNames),
  )
  const aspects = (one: Answer): Aspects => aspectsOf(one.arrived(), [foreign, ...unknown], usual)
  const own = aspects(answer)
  const others: Answer[] = []
  for (const id of unknown) {
    const other = await ask(id)
    if (other === undefined) continue
    others.push(other)
    if (isDeepStrictEqual(aspects(other), own)) return
  }
  if (others.length < 2) inconclusive('needs two unknown ids that may be asked for')

  const [telling] = Object.entries(own).flatMap(([name, value]) => {
    const values = others.map((other) => aspects(other)[name])
    const shared = values.find((one, n) => values.indexOf(one) < n)
    return shared === undefined || values.includes(value) ? [] : [{ name, value, shared }]
  })
  expect(answer).toSatisfy(
    telling === undefined,
    'the same response as for an unknown id',
    `${telling?.name} ${quote(telling?.value)} instead of ${quote(telling?.shared)}`,
    { requirement, also: others },
  )
}

/** What is compared of an answer, by name. */
type Aspects = Readonly<Record<string, string>>

/** The aspects of an answer, the plainest first. Ids are masked: an answer may repeat the one that was asked for. */
function aspectsOf(answer: Answer, ids: readonly string[], usual: ReadonlySet<string>): Aspects {
  const { status, body, exchange } = answer
  const headers = headerNames(answer).filter((name) => !usual.has(name))
  return {
    status: String(status),
    code: masked(String(body['code']), ids),
    text: masked(String(body['error']), ids),
    body: masked(exchange.response?.text ?? '', ids),
    headers: headers.sort().join(' '),
  }
}

function headerNames({ exchange }: Answer): readonly string[] {
  return (exchange.response?.headers ?? []).map(([name]) => name.toLowerCase())
}

/** A text with the given ids masked, which it may echo as they are or as in a URL. */
function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
