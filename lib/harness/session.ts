import type { Client, RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Pause } from '../http/pace.ts'
import { queryPairs } from '../http/request.ts'
import type { Deliveries, Context } from './case.ts'
import type { Api, Discovery } from './api.ts'
import type { Footprint } from './footprint.ts'
import type { Observed } from './outcome.ts'
import type { RunStore } from './run-store.ts'

/** Sends one request; the harness decides whether an earlier answer to the same question serves again. */
export type Send = (spec: RequestSpec) => Promise<Exchange>

/** Requests that a case which spends a key has under way at once. */
export const SPENT_AT_ONCE = 200

/** What all cases of a run share. */
export interface Session {
  readonly api: Api
  /** Changed once: what is put back at the end goes through a client that heeds no interruption. */
  client: Client
  /** A client of its own for the key that may be spent, so that a thousand requests hold up nobody. */
  readonly spender: Client
  readonly discovery: Discovery
  readonly memo: Memo
  readonly store: RunStore
  readonly footprint: Footprint
  readonly deliveries: Deliveries
  readonly settings: Context['settings']
  /** All exchanges of the run so far. */
  readonly exchanges: readonly Exchange[]
  readonly observed: Observed[]
  /** Marks what this run writes. */
  readonly runMark: string
  /** Waits; absent: nothing has to be waited for. */
  readonly pause?: Pause
  /** Why the run has been ended before its time, if it has: what is left is not run. */
  readonly ended?: () => string | undefined
  /** Resolves some time after the run was ended: a case that has not ended by then is given up. */
  readonly overdue?: Promise<void>
}

/** Characters of answers that are remembered: a whole run against a large workspace has some ten million. */
const MOST_REMEMBERED = 24 * 1024 * 1024

/** Answers to questions that were asked before: what one case fetched serves all. */
export class Memo {
  private readonly answers = new Map<string, Promise<Exchange>>()
  private remembered = 0

  /** The earlier answer to a plain GET, or the one that `ask` gets now. Failures are not kept. */
  recall(spec: RequestSpec, ask: () => Promise<Exchange>): Promise<Exchange> {
    const question = questionOf(spec)
    const known = this.answers.get(question)
    if (known !== undefined) return known
    const answer = ask()
    this.answers.set(question, answer)
    void answer.then((exchange) => {
      this.remembered += exchange.response?.text.length ?? 0
      if (exchange.response === undefined || this.remembered > MOST_REMEMBERED) this.answers.delete(question)
    })
    return answer
  }
}

/** A request by what it means, as one text that no other has: the pairs of its query in order, absent values left out. */
export function questionOf({ key, authorization, path, query, headers = [] }: RequestSpec): string {
  const pairs = [...queryPairs(query)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const by = authorization === undefined ? '' : ` ${authorization}`
  return [key ?? '', by, path, String(pairs.length), ...pairs.flat(), ...headers.flat()]
    .map((part) => `${part.length} ${part}`)
    .join('')
}
