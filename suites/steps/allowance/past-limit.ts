import { RATE_LIMIT } from '../../../lib/api/oracles/rate-headers.ts'
import type { Row } from '../../../lib/util/values.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import type { Ask } from './counting.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { SPENT_AT_ONCE, type Drain, frank, pages, sameUpdate, spend } from './draining.ts'
import { recordLead } from '../leads/leads.ts'
import { addNote } from '../conversations/notes.ts'
import { leftByRefusal, marksIn } from '../leads/refused-leads.ts'
import { refilled } from './refill.ts'

type Spender = Pick<Context, 'spender' | 'inconclusive' | 'keep' | 'mark'> & {
  readonly world: { readonly discovery: Discovery }
}

/** What is still served to a key that was refused, and what was expected instead. */
interface Leak {
  readonly answer: Answer
  readonly problem: string
}

/**
 * Looks whether a spent key stays refused, whatever it asks: all that would be answered 200 otherwise, so that no other refusal can come
 * first.
 */
export async function leakPast(ctx: Spender, drained: Drain): Promise<Leak | undefined> {
  const { refused } = drained
  if (refused === undefined) return undefined
  return (await leakByKind(ctx, drained)) ?? (await leakByCount(ctx, refused))
}

/** A kind of request that is served while `GET /me` is refused before and after it. */
async function leakByKind(ctx: Spender, drained: Drain): Promise<Leak | undefined> {
  const asks = kinds(ctx, drained)
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const [index, ask] of asks.entries()) {
    if (!isServed(answers[index])) continue
    // oxlint-disable-next-line no-await-in-loop -- asked again, alone between two refusals
    const answer = await betweenRefusals(ctx.spender, ask)
    if (answer !== undefined)
      return { answer, problem: `status ${answer.status} while GET /me is answered 429` }
  }
  return undefined
}

/** A request of each kind that answers 200, as far as the key showed what that takes; writes change nothing but that one lead is new. */
function kinds(ctx: Spender, { lists }: Drain): Ask[] {
  const { spender, world, keep, mark } = ctx
  const rows = (operation: string): Answer['rows'] =>
    lists.find(({ exchange }) => exchange.operation === operation)?.rows ?? []
  const [chatbot] = idsOf(rows('GET /chatbots'))
  const [conversation] = idsOf(rows('GET /conversations'))
  const [lead] = idsOf(rows('GET /leads'))
  const asking = <T>(of: T | undefined, ask: (of: T) => Promise<Answer>): Ask[] =>
    of === undefined ? [] : [() => ask(of)]
  const reads = [
    ...pages(spender),
    // Another client, at another address: the limit is that of the key.
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
    ...asking(sameUpdate(spender, lists), (update) => update()),
    ...asking(conversation, (id) => addNote({ api: spender, keep }, id, { content: mark() })),
    ...asking(chatbot, async (chatbot_id) =>
      recordLead({ keep }, await spender.createLead({ chatbot_id, name: mark() })),
    ),
  ]
}

/** A lead that was sent past the limit, answered 429, and stands in a list all the same; with the list. */
export async function storedPastLimit(
  ctx: Pick<Context, 'api' | 'bystander' | 'answersTo' | 'mark'>,
): Promise<{ readonly list: Answer; readonly row?: Row; readonly sent?: Answer } | undefined> {
  const marks = marksIn(ctx)
  const sent = ctx
    .answersTo('POST /leads')
    .filter(({ exchange, status }) => exchange.key === 'exhaustible' && status === 429)
  if (sent.length === 0) return undefined
  // Whose workspace the spent key belongs to nobody says: one of these two, most likely.
  const lists = await Promise.all(
    [...new Set([ctx.api, ctx.bystander])].map((actor) => actor.leads({ limit: 100 })),
  )
  const byMark = new Map(
    sent.flatMap((one) => marks(one.exchange.request.body).map((mark) => [mark, one] as const)),
  )
  for (const list of lists) {
    const left = leftByRefusal(ctx, list.rows, byMark)
    if (left !== undefined) return { list, row: left.row, sent: left.refusal }
  }
  return lists[0] && { list: lists[0] }
}

async function betweenRefusals(spender: Actor, ask: Ask): Promise<Answer | undefined> {
  if (!isRefused(await frank(spender))) return undefined
  const answer = await ask()
  return isServed(answer) && isRefused(await frank(spender)) ? answer : undefined
}

const isServed = (answer: Answer | undefined): boolean => (answer?.status ?? 500) < 300
const isRefused = ({ status }: Answer): boolean => status === 429

/** So many requests show that a key is served again. */
const SEVERAL = 8

/** An hour that begins anew does so once: a key that is served a thousand times again, and then again, has no limit. */
async function leakByCount(ctx: Spender, refused: Answer): Promise<Leak | undefined> {
  if ((await servedAgain(ctx.spender, refused)) === undefined) return undefined
  const spree = await spend(ctx, { served: 0, left: RATE_LIMIT, last: refused, anew: false })
  if (spree.refused === undefined || spree.served < RATE_LIMIT - SPENT_AT_ONCE) return undefined
  const answer = await servedAgain(ctx.spender, spree.refused)
  return answer && { answer, problem: 'served anew after a 429, and once more after another one' }
}

/** An answer to a key that was refused, where more are served than an allowance that refills evenly gained meanwhile. */
async function servedAgain(spender: Actor, refused: Answer): Promise<Answer | undefined> {
  const answers = await Promise.all(Array.from({ length: SEVERAL }, () => frank(spender)))
  const [first, ...others] = answers.filter(isServed)
  return first !== undefined && others.length > refilled(refused.exchange, first.exchange) ? first : undefined
}
