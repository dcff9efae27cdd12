/** Spends the hour of a key: how many requests are served, and how the others are refused. */
import { plainSpec } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { describeAnswer, endOf, isFromCache } from '../../lib/engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../lib/engine/http/keys.ts'
import { HOURLY_LIMIT, remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { type ListKey, OPERATIONS, READ_OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { count, duration } from '../../lib/engine/util/text.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { type Ask, looker, unexplained } from './counting.ts'

type SpenderContext = Context<'exhaustibleKey'>

const HOUR_MS = 3_600_000

const IN_FLIGHT = 32

/**
 * A counter that refills in steps, or that several nodes share, may serve a handful too many, which is not
 * observable from outside.
 */
const LATE_BY = 10

interface Spent {
  /** The answers that count against the limit, in the order of sending. */
  readonly served: readonly Answer[]
  /** The answer at which the service stopped; undefined if it never did. */
  readonly end: Answer | undefined
}

/**
 * Sends requests until no pending one is served any more, or until more were served than the limit explains.
 */
export async function spend(ctx: SpenderContext): Promise<Spent> {
  const { spender, inconclusive } = ctx
  const { status } = await spender.me()
  if (status === 401 || status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  // Ids for the requests that must be refused.
  await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  const look = looker(spender)
  const served = answersToKey(ctx).filter(isServed)
  for (;;) {
    if (isTooMany(served)) return { served, end: undefined }
    // The last ones are sent one by one: of simultaneous requests, nobody can tell which one was the
    // thousandth.
    const width = Math.max(1, Math.min(IN_FLIGHT, HOURLY_LIMIT - served.length - 2))
    const round = await Promise.all(Array.from({ length: width }, look))
    served.push(...round.filter(isServed))
    const end = round.findLast((answer) => !isServed(answer))
    if (end === undefined || round.some(isServed)) continue
    if (isHourSpent(served) || !(await isServedAgain(ctx, look))) return { served, end }
    inconclusive(
      `after ${count(served.length, 'request')} the key was refused for a moment (${describeAnswer(end.exchange)}): with --rate below that limit of bursts its hour can be spent`,
    )
  }
}

/** All answers to the key: another case may have used it, too. */
function answersToKey({ answersTo }: SpenderContext): readonly Answer[] {
  return OPERATIONS.flatMap(answersTo)
    .filter(({ exchange }) => exchange.key === 'exhaustible')
    .toSorted((one, other) => one.exchange.id - other.exchange.id)
}

/** Whether an answer counts against the limit: one from a cache does not. */
const isServed = ({ fate, exchange }: Answer): boolean => fate === 'accepted' && !isFromCache(exchange)

/** When Remaining was back at its start, in words; undefined if it never was. */
function returnOf([first, ...later]: readonly Answer[]): string | undefined {
  const start = first && remainingOf(first.exchange)
  if (first === undefined || start === undefined) return undefined
  // Simultaneous requests are answered in any order.
  const back = later.slice(IN_FLIGHT).find(({ exchange }) => (remainingOf(exchange) ?? 0) >= start)
  if (back === undefined) return undefined
  const ms = back.exchange.startedAt - first.exchange.startedAt
  const why = ms < HOUR_MS ? 'its window seems to be shorter than an hour' : 'an hour has ended'
  return `X-RateLimit-Remaining was back at ${start} after ${duration(ms)}: ${why}`
}

function leftBy(answers: readonly Answer[]): readonly number[] {
  return answers.flatMap(({ exchange }) => remainingOf(exchange) ?? [])
}

/** Whether the key was served more often than a late counter and an evenly refilled allowance explain. */
function isTooMany(served: readonly Answer[]): boolean {
  const [first, last] = [served[0], served.at(-1)]
  if (first === undefined || last === undefined) return false
  const hours = (endOf(last.exchange) - first.exchange.startedAt) / HOUR_MS
  return served.length > HOURLY_LIMIT + LATE_BY + Math.floor(hours * HOURLY_LIMIT)
}

/** Whether the key got 1,000 answers or, if it had been used before, all that it had left. */
function isHourSpent(served: readonly Answer[]): boolean {
  return served.length >= HOURLY_LIMIT || Math.min(...leftBy(served)) <= 1
}

/** Whether the key is served again within five pauses, ten seconds in all: then a limiter of bursts refused it. */
async function isServedAgain({ settle }: SpenderContext, look: Ask): Promise<boolean> {
  for (let moments = 0; moments < 5; moments++) {
    await settle()
    if (isServed(await look())) return true
  }
  return false
}

/**
 * RATE-06: expects a 429 when the hour is spent.
 * @returns the 429
 * @throws Inconclusive if the limit was not the reason for the refusal
 */
export async function expectRefusal(ctx: SpenderContext, { served, end }: Spent): Promise<Answer> {
  const { expect, inconclusive, api } = ctx
  if (end?.status === 429) return end
  const last = served.at(-1) ?? inconclusive('no request with the key was served')
  const sent = count(served.length, 'request')
  if (end === undefined) {
    const returned = returnOf(served)
    if (returned !== undefined) inconclusive(returned)
    expect(last).toSatisfy(false, '429 after 1,000 requests in an hour', `${sent} served, and no 429`, {
      status: last.status,
      also: served.slice(0, 1),
    })
  } else {
    const received = `${describeAnswer(end.exchange)} after ${sent}`
    // A service that also refuses another key is overloaded.
    const another = await looker(api)()
    if (!isHourSpent(served) || another.fate !== 'accepted')
      inconclusive(`the limit could not be used up: ${received}`)
    expect(end).toSatisfy(false, 'status 429 over the limit', `${received}, while another key is served`, {
      status: end.status,
      also: [last, another],
    })
  }
  return inconclusive('needs a 429 after 1,000 requests')
}

/**
 * RATE-07: expects a key not to be refused before it has sent as many requests as its first answer left it:
 * 1,000 for an unused key.
 */
export function expectNoEarlyRefusal(ctx: SpenderContext, { served }: Spent, refused: Answer): void {
  const [start = ctx.inconclusive('X-RateLimit-Remaining cannot be read'), ...later] = leftBy(served)
  // Requests that got another error may have counted.
  const sent = answersToKey(ctx).filter(
    ({ status, exchange: { id } }) => status !== 429 && id < refused.exchange.id,
  ).length
  const least = Math.min(...later)
  if (sent < start && start - least > sent) ctx.inconclusive(unexplained(start, least))
  ctx
    .expect(refused)
    .toSatisfy(
      sent >= start,
      `no 429 before ${count(start, 'request')}: so many remained after the first one`,
      `429 after ${count(sent, 'request')}`,
      {
        requirement: 'RATE-07',
        also: served.slice(0, 1),
        evenLimited: true,
      },
    )
}

/**
 * RATE-06: expects every operation to refuse the spent key, and a request that was served before to get 429
 * until the hour is over. The next hour may begin meanwhile: so there must be a 429 before and after. Which
 * of two errors a refused request gets is open.
 */
export async function expectAllRefused(ctx: SpenderContext, refused: Answer): Promise<void> {
  const look = looker(ctx.spender)
  const before = await look()
  const answers = await Promise.all(oneOfEachKind(ctx).map((ask) => ask()))
  const after = await look()
  for (const again of [before, after])
    ctx
      .expect(again)
      .toSatisfy(
        again.fate !== 'refused' && again.fate !== 'failed',
        'status 429 until the hour is over',
        `status ${again.status} after a 429`,
        { status: again.status, also: [refused], evenLimited: true },
      )
  if (before.status !== 429 || after.status !== 429) return
  for (const answer of answers)
    ctx
      .expect(answer)
      .toSatisfy(!isServed(answer), 'status 429', `status ${answer.status} between two 429s`, {
        status: answer.status,
        also: [before, after],
        evenLimited: true,
      })
}

/**
 * One valid request of each kind, with ids that the key was shown. Writes change nothing, except for a note
 * and a lead.
 */
function oneOfEachKind(ctx: SpenderContext): readonly Ask[] {
  const { spender, world, mark } = ctx
  const first = (list: ListKey): JsonObject | undefined =>
    answersToKey(ctx)
      .filter(({ exchange }) => exchange.operation === list)
      .flatMap(({ items }) => items)
      .find((item) => idsOf([item]).length > 0)
  const reads = READ_OPERATIONS.flatMap(
    (key) => plainSpec(key, (list) => idsOf([first(list) ?? {}])[0]) ?? [],
  )
  // The limit belongs to the key, not to the client's address.
  const elsewhere = spender.sending('X-Forwarded-For', '203.0.113.7')
  const asks: Ask[] = [...reads.map((read) => () => spender.request(read)), elsewhere.me]
  const [chatbot, conversation] = [first('GET /chatbots'), first('GET /conversations')]
  if (!world.discovery.capabilities.writes || chatbot === undefined || conversation === undefined) return asks
  const [id, text] = [String(conversation['id']), mark()]
  return [
    ...asks,
    () => spender.createLead({ chatbot_id: chatbot['id'], name: text }),
    () => spender.patchConversation(id, { is_resolved: conversation['is_resolved'] }),
    () => spender.addNote(id, { content: text }),
  ]
}
