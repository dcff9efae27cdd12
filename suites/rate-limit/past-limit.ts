/** What a key still gets when its allowance is spent. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { quote, type JsonObject } from '../../lib/util/values.ts'
import { type Ask, pages, refilled } from './counting.ts'
import {
  type ExhaustionRun,
  freshMe,
  sendUntilRefused,
  SPENT_AT_ONCE,
  updateWithSameValue,
} from './exhaustion.ts'
import { leftByRefusal, marksIn } from '../support/marks.ts'

type WritingSpender = Pick<Context, 'spender' | 'inconclusive' | 'mark'> & {
  readonly world: { readonly discovery: Discovery }
}

/** An answer that a refused key still got, and what was expected. */
interface Leak {
  readonly answer: Answer
  readonly problem: string
}

/**
 * Checks that a spent key stays refused. Only requests that otherwise return 200 are sent, so that no other refusal
 * takes precedence.
 */
export async function leakPast(ctx: WritingSpender, drained: ExhaustionRun): Promise<Leak | undefined> {
  const { refused } = drained
  if (refused === undefined) return undefined
  return (await leakByKind(ctx, drained)) ?? (await leakByCount(ctx, refused))
}

/** A kind of request that is served while `GET /me` is refused before and after it. */
async function leakByKind(ctx: WritingSpender, drained: ExhaustionRun): Promise<Leak | undefined> {
  const asks = kinds(ctx, drained)
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const [index, ask] of asks.entries()) {
    if (!isServed(answers[index])) continue
    // oxlint-disable-next-line no-await-in-loop -- asked again, alone between two refusals
    const answer = await betweenRefusals(ctx.spender, ask)
    if (answer !== undefined) return { answer, problem: `status ${answer.status} while GET /me returns 429` }
  }
  return undefined
}

/** One request of each kind that otherwise returns 200. Writes change nothing, except that one lead is new. */
function kinds(ctx: WritingSpender, { lists }: ExhaustionRun): Ask[] {
  const { spender, world, mark } = ctx
  const items = (operation: string): Answer['items'] =>
    lists.find(({ exchange }) => exchange.operation === operation)?.items ?? []
  const [chatbot] = idsOf(items('GET /chatbots'))
  const [conversation] = idsOf(items('GET /conversations'))
  const [lead] = idsOf(items('GET /leads'))
  const asking = <T>(of: T | undefined, ask: (of: T) => Promise<Answer>): Ask[] =>
    of === undefined ? [] : [() => ask(of)]
  const reads = [
    ...pages(spender),
    // The limit belongs to the key, not to the client or its address.
    () => spender.sending('User-Agent', 'another-client/1.0').me(),
    () => spender.sending('X-Forwarded-For', '203.0.113.7').me(),
    () => spender.analytics(),
    ...asking(chatbot, (chatbot_id) => spender.sources({ chatbot_id })),
    ...asking(conversation, (id) => spender.conversation(id)),
    ...asking(lead, (id) => spender.lead(id)),
  ]
  if (!world.discovery.capabilities.writes) return reads
  return [
    ...reads,
    ...asking(updateWithSameValue(spender, lists), (update) => update()),
    ...asking(conversation, (id) => spender.addNote(id, { content: mark() })),
    ...asking(chatbot, async (chatbot_id) => await spender.createLead({ chatbot_id, name: mark() })),
  ]
}

/** A lead that a spent key sent, that got 429 and is listed nevertheless, with that list. */
export async function storedPastLimit(
  ctx: Pick<Context, 'api' | 'bystander' | 'answersTo' | 'mark'>,
): Promise<{ readonly list: Answer; readonly item?: JsonObject; readonly sent?: Answer } | undefined> {
  const marks = marksIn(ctx)
  const sent = ctx
    .answersTo('POST /leads')
    .filter(({ exchange, status }) => exchange.key === 'exhaustible' && status === 429)
  if (sent.length === 0) return undefined
  // Which workspace the spent key belongs to is unknown: most likely one of these two.
  const lists = await Promise.all(
    [...new Set([ctx.api, ctx.bystander])].map((actor) => actor.fullPage('GET /leads')),
  )
  const byMark = new Map(
    sent.flatMap((one) => marks(one.exchange.request.body).map((mark) => [mark, one] as const)),
  )
  for (const list of lists) {
    const left = leftByRefusal(ctx, list.items, byMark)
    if (left !== undefined) return { list, item: left.item, sent: left.refusal }
  }
  return lists[0] && { list: lists[0] }
}

async function betweenRefusals(spender: Actor, ask: Ask): Promise<Answer | undefined> {
  if (!isRefused(await freshMe(spender))) return undefined
  const answer = await ask()
  return isServed(answer) && isRefused(await freshMe(spender)) ? answer : undefined
}

const isServed = (answer: Answer | undefined): boolean => (answer?.status ?? 500) < 300
const isRefused = ({ status }: Answer): boolean => status === 429

/** This many served requests show that a key is accepted again. */
const SEVERAL = 8

/** A renewed window explains a second thousand. A third one in a row means that there is no limit. */
async function leakByCount(ctx: WritingSpender, refused: Answer): Promise<Leak | undefined> {
  if ((await servedAgain(ctx.spender, refused)) === undefined) return undefined
  const burst = await sendUntilRefused(ctx, { served: 0, left: RATE_LIMIT, last: refused, anew: false })
  if (burst.refused === undefined || burst.served < RATE_LIMIT - SPENT_AT_ONCE) return undefined
  const answer = await servedAgain(ctx.spender, burst.refused)
  return answer && { answer, problem: 'served anew after a 429, and once more after another one' }
}

/** An answer that a refused key got, if more were served than an evenly refilling allowance gained. */
async function servedAgain(spender: Actor, refused: Answer): Promise<Answer | undefined> {
  const answers = await Promise.all(Array.from({ length: SEVERAL }, () => freshMe(spender)))
  const [first, ...others] = answers.filter(isServed)
  return first !== undefined && others.length > refilled(refused.exchange, first.exchange) ? first : undefined
}

/** Whether so little was left at the start that the run itself may have used it up. */
const hadLittle = (first: Answer): boolean => (remainingOf(first.exchange) ?? 0) < 600

/**
 * Expects a spent key to stay refused, its refused requests to have no effect, and the key under test to be
 * unaffected.
 */
export async function expectNothingPastLimit(
  ctx: Context<'exhaustibleKey'>,
  drained: ExhaustionRun,
): Promise<void> {
  const { expect } = ctx
  const { refused, last } = drained
  const leak = await leakPast(ctx, drained)
  expect(leak?.answer ?? last).toSatisfy(leak === undefined, '429', leak?.problem ?? '', {
    status: leak?.answer.status,
    also: refused === undefined ? [] : [refused],
    evenLimited: true,
  })
  if (refused !== undefined) {
    const own = await ctx.api.afresh().me()
    expect(own).toSatisfy(
      own.status !== 429 || hadLittle(ctx.world.discovery.main.me),
      'the key under test untouched by the spent one',
      '429',
      { requirement: 'RATE-05', also: [refused], evenLimited: true },
    )
  }
  const stored = await storedPastLimit(ctx)
  if (stored !== undefined)
    expect(stored.list).toSatisfy(
      stored.item === undefined,
      'no lead of a request that got a 429',
      () => quote(stored.item),
      {
        requirement: 'RATE-06',
        also: stored.sent === undefined ? [] : [stored.sent],
        evenLimited: true,
      },
    )
}
