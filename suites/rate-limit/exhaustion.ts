/** A key is spent: 429 comes after 1,000 requests, and neither before nor for some operations alone. */
import { type Actor, plainRequest } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { KEY_VARIABLES } from '../../lib/http/keys.ts'
import { sentBody } from '../../lib/judge/oracle.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { type Ask, looker, refilled } from './counting.ts'

type SpenderContext = Context<'exhaustibleKey'>

/**
 * Requests sent side by side; their answers may overtake each other. A key is spent when all of them get 429: a single
 * one may come from something of the moment.
 */
const AT_ONCE = 32

/** How a key was spent. */
export interface Exhaustion {
  readonly first: Answer
  /** The last answer before the 429. */
  readonly last: Answer
  readonly refused: Answer | undefined
  /** Answers of the API other than 429 and server errors. */
  readonly served: number
  /** Pages that the key was shown, for requests with ids. */
  readonly pages: readonly Answer[]
}

/** Sends requests until a 429, or past the limit. */
export async function exhaust({ spender, inconclusive }: SpenderContext): Promise<Exhaustion> {
  const first = await spender.me()
  if (first.status === 401 || first.status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${first.status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  let least = remainingOf(first.arrived().exchange) ?? inconclusive('X-RateLimit-Remaining cannot be read')
  let last = first
  let [served, failed] = [0, 0]
  const note = (answer: Answer): void => {
    const { status = 500, exchange } = answer
    if (status >= 500) failed += 1
    if (status >= 500 || status === 429) return
    const left = remainingOf(exchange) ?? least
    if (left > least + AT_ONCE + refilled(last.exchange, exchange))
      inconclusive('X-RateLimit-Remaining rose while the key was spent: its hour may have ended')
    served += 1
    last = answer
    least = Math.min(least, left)
  }
  const pages = await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  for (const answer of [first, ...pages]) note(answer)
  const look = looker(spender)
  let refused: Answer | undefined
  while (refused === undefined && served <= mostBetween(first, last)) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, look))
    for (const answer of answers) note(answer)
    if (answers.every(({ status }) => status === 429)) [refused] = answers
    if (failed > served)
      inconclusive(
        'the limit could not be used up: requests fail or get no response; a lower --concurrency may help',
      )
  }
  return { first, last, refused, served, pages }
}

/** 1,000 requests of the hour, and what a window that refills evenly gained meanwhile. */
function mostBetween(first: Answer, last: Answer): number {
  return RATE_LIMIT + refilled(first.exchange, last.exchange)
}

/** RATE-06, RATE-07: expects the 429 to come at the limit. */
export function expectTimelyRefusal(ctx: SpenderContext, spent: Exhaustion): void {
  const { first, last, refused, served } = spent
  // What got a server error, no answer or a passing 429 may have been counted; it is sent again.
  const unclear = ctx
    .answersTo('GET /leads')
    .filter(({ exchange: { key, id } }) => key === 'exhaustible' && id < last.exchange.id)
    .filter(({ status = 500 }) => status >= 500 || status === 429).length
  const start = remainingOf(first.exchange) ?? 0
  const promised = isFresh(ctx, start) ? RATE_LIMIT : Math.min(start, RATE_LIMIT)
  ctx
    .expect(last)
    .toSatisfy(
      refused !== undefined && served <= mostBetween(first, last),
      '429 after 1,000 requests in an hour',
      refused === undefined
        ? `status ${last.status} after ${served} requests, and no 429`
        : `${served} requests served before the 429`,
      { status: refused === undefined ? last.status : undefined, also: [first], evenLimited: true },
    )
  ctx
    .expect(refused ?? last)
    .toSatisfy(
      refused === undefined || served + unclear >= promised,
      `no 429 before ${promised} requests`,
      `429 after ${served} requests, although ${start} were left at first`,
      { requirement: 'RATE-07', also: [first], evenLimited: true },
    )
}

/**
 * Whether the key was unused: its first answer leaves 1,000, or 999, as the first answer to each other key does that
 * has its own count. A service that counts the present request says 999 to all of them.
 */
function isFresh({ world }: SpenderContext, start: number): boolean {
  const { main, other } = world.discovery
  const others = [main.me, other?.me].map((answer) => answer && remainingOf(answer.exchange))
  return start === RATE_LIMIT || (start === RATE_LIMIT - 1 && others.every((left) => left === start))
}

/** One valid request of each kind. Writes change nothing, except for a note and a lead with this text. */
function kinds({ spender, world }: SpenderContext, pages: readonly Answer[], text: string): readonly Ask[] {
  const items = (list: string): Answer['items'] =>
    pages.find(({ exchange }) => exchange.operation === list)?.items ?? []
  const reads = OPERATIONS.filter((key) => key.startsWith('GET ')).flatMap(
    (key) => plainRequest(key, (list) => idsOf(items(list))[0]) ?? [],
  )
  // The limit belongs to the key, not to the client or its address.
  const clients = [
    spender.sending('User-Agent', 'another-client/1.0'),
    spender.sending('X-Forwarded-For', '203.0.113.7'),
  ]
  const asks = [...reads.map((ask) => () => ask(spender)), ...clients.map((client) => client.me)]
  if (!world.discovery.capabilities.writes) return asks
  const [chatbot_id] = idsOf(items('GET /chatbots'))
  const [conversation] = items('GET /conversations')
  const [id] = idsOf(conversation === undefined ? [] : [conversation])
  return [
    ...asks,
    ...(id === undefined
      ? []
      : [
          () => spender.patchConversation(id, { is_resolved: conversation?.['is_resolved'] }),
          () => spender.addNote(id, { content: text }),
        ]),
    ...(chatbot_id === undefined ? [] : [() => spender.createLead({ chatbot_id, name: text })]),
  ]
}

/**
 * RATE-06: expects every operation to be refused to the spent key, also after requests without a valid key: nothing but
 * time brings an allowance back. A window may open meanwhile, so a request counts that is served between two refusals.
 * @param text - marks what would be written
 */
export async function expectAllRefused(ctx: SpenderContext, spent: Exhaustion, text: string): Promise<void> {
  const { anonymous, spender, expect } = ctx
  const look = looker(spender)
  await anonymous.me()
  const asks = kinds(ctx, spent.pages, text)
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const [index, ask] of asks.entries()) {
    const first = answers[index]
    if (first?.isAccepted !== true) continue
    const before = await look()
    // A cache may keep the answer to a read for some seconds.
    const isRead = first.exchange.request.method === 'GET'
    const answer = await (isRead ? ctx.eventually(ask, ({ isAccepted }) => !isAccepted) : ask())
    const after = await look()
    if (before.status !== 429 || after.status !== 429) continue
    expect(answer).toSatisfy(!answer.isAccepted, '429', `status ${answer.status} between two 429s`, {
      status: answer.status,
      also: [before, after],
      evenLimited: true,
    })
  }
}

/**
 * RATE-06: expects a lead that got 429 not to be recorded; one whose request was served between two refusals may be.
 * Which workspace the key belongs to is not known.
 */
export async function expectNotRecorded(
  { expect, answersTo }: SpenderContext,
  actors: readonly Actor[],
  refused: Answer,
  text: string,
): Promise<void> {
  const wasServed = answersTo('POST /leads').some(
    ({ exchange, status }) => status !== 429 && sentBody(exchange)['name'] === text,
  )
  if (wasServed) return
  const lists = await Promise.all(actors.map((actor) => actor.fullPage('GET /leads')))
  for (const list of lists)
    expect(list).toSatisfy(
      list.exchange.response?.text.includes(text) !== true,
      'no lead from a request that got a 429',
      `${text} among the leads`,
      { also: [refused], evenLimited: true },
    )
}
