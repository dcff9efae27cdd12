/** A foreign id gets the answer of an absent one, so that nobody learns that it exists. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { absentIds } from '../../lib/engine/case/absent-ids.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'
import { type ListKey, operationOf, OPERATIONS, READ_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** A request that names an id, and the list with suitable ones. */
type Naming = readonly [list: ListKey, ask: (actor: Actor, id: string) => Promise<Answer>]

/** Reads that name an id: in the path, or as `chatbot_id`. */
export const NAMING_READS: readonly Naming[] = READ_OPERATIONS.flatMap((key): Naming[] => {
  const { path, queryParameters, idsFrom } = operationOf(key)
  if (idsFrom !== undefined)
    return [[idsFrom, (actor, id) => actor.get(path.replace('{id}', percentEncoded(id)))]]
  const isNaming = queryParameters.some(({ name }) => name === 'chatbot_id')
  return isNaming ? [['GET /chatbots', (actor, id) => actor.get(path, { chatbot_id: id })]] : []
})

/** Writes with an invalid body: it is refused before the id matters, so the refusal must not depend on the id. */
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

/** A request with a foreign id: its answer, and how to send it again with other ids. */
interface Probe {
  readonly foreign: string
  readonly answer: Answer
  readonly absent: readonly string[]
  /** Sends the same request with an id; resolves with undefined where it must not be sent. */
  readonly ask: (id: string) => Promise<Answer | undefined>
}

/**
 * ISOLATION-13, ISOLATION-26: expects a foreign id to get the same answer as an absent one. A difference has to last: all ids
 * are asked for several times, and it counts if every answer to the foreign id has it, and no answer to an absent id. A value
 * that changes between two answers to one id, such as the number of the request, gives nothing away.
 */
export async function expectAlike(
  { expect, answersTo, inconclusive }: Pick<Context, 'expect' | 'answersTo' | 'inconclusive'>,
  requirement: string,
  { foreign, answer, absent, ask }: Probe,
): Promise<void> {
  // Gateways and caches add headers now and then, to accepted answers, too: those give nothing away.
  const usualHeaders = new Set(
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
  const compared = (): Difference | undefined => {
    const [ofForeign = [], ...ofAbsent] = ids.flatMap((id) => {
      const answers = seen.get(id)
      return answers === undefined ? [] : [answers.map((one) => aspectsOf(one.arrived(), ids, usualHeaders))]
    })
    return difference(ofForeign, ofAbsent)
  }
  // Each id at least twice: the second answer shows which values change each time.
  for (const id of [...absent.flatMap((one) => [one, one]), foreign, ...ids]) {
    await look(id)
    if (seen.has(id) && compared() === undefined) return
  }
  if (seen.size < 3) inconclusive('needs two absent ids that may be asked for')
  const found = compared()
  expect(answer).toSatisfy(
    found === undefined,
    'the same response as for an unknown id',
    `${found?.name} ${quote(found?.foreign)} instead of ${quote(found?.absent)}`,
    { requirement, also: [...seen.values()].flat().filter((one) => one !== answer) },
  )
}

/** The parts of an answer that are compared, by name: `status`, `/code`, `header etag`. */
type Aspects = ReadonlyMap<string, unknown>

/** What tells a foreign id from absent ones. */
interface Difference {
  readonly name: string
  readonly foreign: unknown
  readonly absent: unknown
}

/**
 * The first aspect that tells the foreign id apart. It has one value in all answers to the foreign id, one in all answers to
 * each absent id, and none of the absent ids has that of the foreign one.
 */
function difference(
  ofForeign: readonly Aspects[],
  ofAbsent: readonly (readonly Aspects[])[],
): Difference | undefined {
  const names = new Set([ofForeign, ...ofAbsent].flat().flatMap((aspects) => [...aspects.keys()]))
  for (const name of names) {
    const valuesIn = (answers: readonly Aspects[]): readonly unknown[] => [
      ...new Set(answers.map((aspects) => aspects.get(name))),
    ]
    const [foreign, absent] = [valuesIn(ofForeign), ofAbsent.map(valuesIn)]
    if (foreign.length > 1 || absent.some((values) => values.length > 1)) continue
    if (!absent.flat().includes(foreign[0])) return { name, foreign: foreign[0], absent: absent[0]?.[0] }
  }
  return undefined
}

/** The status, each value of the JSON body, and the names of headers. Ids are masked: an answer may repeat the id of its request. */
function aspectsOf(answer: Answer, ids: readonly string[], usualHeaders: ReadonlySet<string>): Aspects {
  const { status, body, exchange } = answer
  const content = Object.keys(body).length === 0 ? exchange.response?.text : body
  const headers = headerNames(answer).filter((name) => !usualHeaders.has(name))
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

/** A text with some ids masked, as they are and as in a URL. */
function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
