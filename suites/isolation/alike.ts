/** A foreign id is answered like an absent one: whoever asks does not learn that it exists. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { absentIds } from '../../lib/engine/case/absent-ids.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'
import {
  type ListKey,
  LISTS,
  operationOf,
  OPERATIONS,
  READ_OPERATIONS,
} from '../../lib/engine/spec/operations.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** A request that names an id, and the list with suitable ones. */
type Naming = readonly [list: ListKey, ask: (actor: Actor, id: string) => Promise<Answer>]

/** Reads that name an id: in the path, or as `chatbot_id`. */
export const NAMING_READS: readonly Naming[] = READ_OPERATIONS.flatMap((key): Naming[] => {
  const { path, queryParameters, idsFrom } = operationOf(key)
  const list = LISTS.find((one) => one === idsFrom)
  if (list !== undefined) return [[list, (actor, id) => actor.get(path.replace('{id}', percentEncoded(id)))]]
  const isNaming = queryParameters.some(({ name }) => name === 'chatbot_id')
  return isNaming ? [['GET /chatbots', (actor, id) => actor.get(path, { chatbot_id: id })]] : []
})

/** Refused for their bodies, whatever the id is: they say nothing of it. */
export const INVALID_WRITES: readonly Naming[] = [
  ['GET /conversations', (actor, id) => actor.patchConversation(id, { is_resolved: 'no' })],
  ['GET /conversations', (actor, id) => actor.patchConversation(id, {})],
  ['GET /conversations', (actor, id) => actor.addNote(id, {})],
  ['GET /conversations', (actor, id) => actor.createLead({ conversation_id: id })],
]

/** Expects each of these requests with the second key to answer an id of the workspace under test like an absent one. */
export async function expectAllAlike(
  ctx: Context<'otherKey'>,
  requirement: string,
  requests: readonly Naming[],
): Promise<void> {
  const { main, other } = ctx.world.discovery
  const probes = requests.flatMap(([list, ask]) =>
    idsOf(foreignItems(main, other, list))
      .slice(0, 1)
      .map((foreign) => ({ foreign, list, ask })),
  )
  if (probes.length === 0 || other === undefined) ctx.inconclusive('needs data in the workspace under test')
  await ctx.each(probes, async ({ foreign, list, ask }) => {
    await expectAlike(ctx, requirement, {
      foreign,
      answer: await ask(ctx.stranger, foreign),
      absent: absentIds(other.lists, list, main.lists),
      ask: (id) => ask(ctx.stranger.afresh(), id),
    })
  })
}

/** The answer to a foreign id, and what else can be asked for in the same way. */
interface Probe {
  readonly foreign: string
  readonly answer: Answer
  readonly absent: readonly string[]
  /** Sends the same request with an id; resolves with undefined where it must not be sent. */
  readonly ask: (id: string) => Promise<Answer | undefined>
}

/**
 * ISOLATION-13, ISOLATION-26: expects the answer to a foreign id to be that to some absent one. Where it is not, all are asked
 * for again. The foreign id is told apart by what each answer to it has, and none to an absent id. What differs between two
 * answers to the same id, such as the number of the request or the host, tells nothing.
 */
export async function expectAlike(
  { expect, answersTo, inconclusive }: Pick<Context, 'expect' | 'answersTo' | 'inconclusive'>,
  requirement: string,
  { foreign, answer, absent, ask }: Probe,
): Promise<void> {
  // Headers that accepted answers carry, too, come from gateways, caches and hosts, which add them now and then.
  const usual = new Set(
    OPERATIONS.flatMap(answersTo)
      .filter(({ isAccepted }) => isAccepted)
      .flatMap(headerNames),
  )
  const ids = [foreign, ...absent]
  const seen = new Map<string, readonly Answer[]>([[foreign, [answer]]])
  const look = async (id: string): Promise<void> => {
    const one = await ask(id)
    if (one !== undefined) seen.set(id, [...(seen.get(id) ?? []), one.arrived()])
  }
  const telling = (): Difference | undefined => {
    const [own = [], ...others] = ids.flatMap((id) => {
      const answers = seen.get(id)
      return answers === undefined ? [] : [answers.map((one) => aspectsOf(one.arrived(), ids, usual))]
    })
    return difference(own, others)
  }
  // A second answer to an id shows what differs each time. A made-up id, the last one, may have an answer of its own.
  for (const id of [...absent.flatMap((one) => [one, one]), foreign, ...ids]) {
    await look(id)
    if (seen.has(id) && telling() === undefined) return
  }
  if (seen.size < 3) inconclusive('needs two absent ids that may be asked for')
  const told = telling()
  expect(answer).toSatisfy(
    told === undefined,
    'the same response as for an unknown id',
    `${told?.name} ${quote(told?.foreign)} instead of ${quote(told?.absent)}`,
    { requirement, also: [...seen.values()].flat().filter((one) => one !== answer) },
  )
}

/** What is compared of an answer, by name. */
type Aspects = ReadonlyMap<string, unknown>

/** What tells a foreign id from absent ones. */
interface Difference {
  readonly name: string
  readonly foreign: unknown
  readonly absent: unknown
}

/** An aspect that is the same in all answers to the foreign id and in all to each absent one, but in none of these as there. */
function difference(
  own: readonly Aspects[],
  others: readonly (readonly Aspects[])[],
): Difference | undefined {
  const names = new Set([own, ...others].flat().flatMap((aspects) => [...aspects.keys()]))
  for (const name of names) {
    const valuesIn = (answers: readonly Aspects[]): readonly unknown[] => [
      ...new Set(answers.map((aspects) => aspects.get(name))),
    ]
    const [foreign, absent] = [valuesIn(own), others.map(valuesIn)]
    if (foreign.length > 1 || absent.some((values) => values.length > 1)) continue
    if (!absent.flat().includes(foreign[0])) return { name, foreign: foreign[0], absent: absent[0]?.[0] }
  }
  return undefined
}

/** The status, each value of the JSON body, and which headers there are. Ids are masked: an answer may repeat the one that was asked for. */
function aspectsOf(answer: Answer, ids: readonly string[], usual: ReadonlySet<string>): Aspects {
  const { status, body, exchange } = answer
  const content = Object.keys(body).length === 0 ? exchange.response?.text : body
  const headers = headerNames(answer).filter((name) => !usual.has(name))
  return new Map([
    ['status', status],
    ...valuesOf(content, '').map(
      ([name, value]) => [name, typeof value === 'string' ? masked(value, ids) : value] as const,
    ),
    ...headers.map((name) => [`header ${name}`, 'present'] as const),
  ])
}

/** Each value of a JSON document with its pointer. */
function valuesOf(value: unknown, pointer: string): readonly (readonly [pointer: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]]
  const entries = Object.entries(value)
  if (entries.length === 0) return [[pointer, JSON.stringify(value)]]
  return entries.flatMap(([name, member]) => valuesOf(member, `${pointer}/${name}`))
}

function headerNames({ exchange }: Answer): readonly string[] {
  return (exchange.response?.headers ?? []).map(([name]) => name.toLowerCase())
}

/** A text with the given ids masked, which it may echo as they are or as in a URL. */
function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
