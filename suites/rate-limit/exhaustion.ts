/** A key is spent: 429 comes after 1,000 requests, and not before. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import { KEY_VARIABLES } from '../../lib/http/keys.ts'
import { isAnswered } from '../../lib/http/retries.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { IN_USE, looker } from './counting.ts'

export type SpenderContext = Context<'exhaustibleKey'>

/** Requests under way at once: so many answers may overtake an earlier one. */
const IN_FLIGHT = 32

const RISEN = 'X-RateLimit-Remaining rose while the key was spent: its hour may have ended'

/** What the answers to one key show, in the order of their arrival. */
class Account {
  readonly first: Answer
  /** What the first answer left. */
  readonly start: number
  /** The last answer before the 429. */
  last: Answer
  /** The lowest Remaining before the 429. */
  least: number
  /** Answers of the API other than 429. */
  served = 1
  failed = 0
  /** Whether Remaining rose by more than answers overtake each other. */
  hasRisen = false
  /** Whether a later answer left as much as the first: the hour may have ended at the beginning. */
  mayHaveRestarted = false
  private refusals = 0
  private refusal: Answer | undefined

  constructor(first: Answer, start: number) {
    this.first = first
    this.last = first
    this.start = start
    this.least = start
  }

  /** A 429 after which all requests under way got one, too: a single one may come from something of the moment. */
  get refused(): Answer | undefined {
    return this.refusals < IN_FLIGHT ? undefined : this.refusal
  }

  /** 1,000 requests of the hour, and what an allowance that refills evenly gained meanwhile. */
  get most(): number {
    return RATE_LIMIT + refilled(this.first.exchange, this.last.exchange)
  }

  note(answer: Answer): void {
    const { status, exchange } = answer
    if (status === 429) {
      this.refusal = answer
      this.refusals += 1
    } else if (!isAnswered(exchange)) this.failed += 1
    else {
      const left = remainingOf(exchange) ?? this.least
      this.hasRisen ||= left > this.least + IN_FLIGHT + refilled(this.last.exchange, exchange)
      this.mayHaveRestarted ||= left >= this.start
      this.least = Math.min(this.least, left)
      this.last = answer
      this.served += 1
      this.refusals = 0
    }
  }
}

/** What an allowance that refills evenly gains between two exchanges, in whole requests: 1,000 in an hour. Part 8. */
function refilled(first: Exchange, last: Exchange): number {
  const ms = last.startedAt + last.durationMs - first.startedAt
  return Math.floor((ms / 3_600_000) * RATE_LIMIT)
}

/** All answers that the key got, in the order of sending: another case may have used it, too. */
function answersOf({ answersTo }: SpenderContext): readonly Answer[] {
  return OPERATIONS.flatMap(answersTo)
    .filter(({ exchange }) => exchange.key === 'exhaustible')
    .toSorted((one, other) => one.exchange.id - other.exchange.id)
}

/**
 * Sends requests until the key is spent, or past the limit: so far that a window that opened while the first of them were
 * under way is spent, too.
 */
export async function exhaust(ctx: SpenderContext): Promise<Account> {
  const { spender, inconclusive } = ctx
  const { status } = await spender.me()
  if (status === 401 || status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  // Items for the requests that have to be refused.
  await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  const [first = inconclusive('no request with the key was answered'), ...others] = answersOf(ctx).filter(
    (answer) => (answer.status ?? 500) < 500,
  )
  const start = remainingOf(first.arrived().exchange) ?? inconclusive('X-RateLimit-Remaining cannot be read')
  const account = new Account(first, start)
  for (const answer of others) account.note(answer)

  const look = looker(spender)
  const goesOn = ({ refused, hasRisen, served, failed, most }: Account): boolean =>
    refused === undefined && !hasRisen && failed <= served && served <= most + 2 * IN_FLIGHT
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (goesOn(account)) account.note(await look())
    }),
  )
  if (account.hasRisen) inconclusive(RISEN)
  if (account.failed > account.served)
    inconclusive(
      'the limit could not be used up: requests fail or get no response; a lower --concurrency may help',
    )
  return account
}

/** RATE-06, RATE-07: expects the 429 to come at the limit. */
export function expectTimelyRefusal(ctx: SpenderContext, account: Account): void {
  const { first, start, last, least, refused, served, most } = account
  if (refused !== undefined && served > most && account.mayHaveRestarted) ctx.inconclusive(RISEN)
  // What got a server error, no answer or a passing 429 may have been counted; it is sent again.
  const unclear = answersOf(ctx).filter(
    ({ status = 500, exchange }) => status >= 500 || (status === 429 && exchange.id < last.exchange.id),
  ).length
  const promised = isFresh(ctx, start) ? RATE_LIMIT : Math.min(start, RATE_LIMIT)
  ctx
    .expect(last)
    .toSatisfy(
      refused !== undefined && served <= most,
      '429 after 1,000 requests in an hour',
      refused === undefined
        ? `status ${last.status} after ${served} requests, and no 429`
        : `${served} requests served before the 429`,
      { status: refused === undefined ? last.status : undefined, also: [first], evenLimited: true },
    )
  const isEarly = refused !== undefined && served + unclear < promised
  // Its own requests are the first and those after it, which alone took from what the first one left.
  if (isEarly && start - least >= served + unclear) ctx.inconclusive(IN_USE)
  ctx
    .expect(refused ?? last)
    .toSatisfy(
      !isEarly,
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
