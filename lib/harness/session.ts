import type { Client, RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Pause } from '../http/pace.ts'
import { queryPairs } from '../http/request.ts'
import type { Deliveries, Context } from './case.ts'
import type { Api, Discovery } from './api.ts'
import type { Footprint } from './footprint.ts'
import type { Observed } from './outcome.ts'
import type { RunStore } from './run-store.ts'

/** Requests of a case that spends a key before it looks at what came. */
export const SPENT_AT_ONCE = 100

/** What the cases of a run share. */
export interface Session {
  readonly api: Api
  /** Changed once: at the end, changes are restored through a client that ignores interruption. */
  client: Client
  /** A separate client for the exhaustible key, so that its thousand requests do not delay others. */
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
  /** The mark of everything that this run writes. */
  readonly runMark: string
  /** Waits. Absent: waiting is unnecessary. */
  readonly pause?: Pause
  /** Why the run was ended early, if it was: cases that have not started are skipped. */
  readonly ended?: () => string | undefined
  /** Resolves some time after the run was ended: a case that is still running is abandoned. */
  readonly overdue?: Promise<void>
}

/** The most characters of answers that are kept: a run against a large workspace receives some ten million. */
const MOST_REMEMBERED = 12 * 1024 * 1024

/** Cache of answers: what one case read serves all. */
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

/** A key for requests with the same meaning: absent query values are left out, the order of the others kept. */
export function questionOf({ key, authorization, path, query, headers = [] }: RequestSpec): string {
  const pairs = [...queryPairs(query)].sort(([a], [b]) => Number(a > b) - Number(a < b))
  const by = authorization === undefined ? '' : ` ${authorization}`
  return [key ?? '', by, path, String(pairs.length), ...pairs.flat(), ...headers.flat()]
    .map((part) => `${part.length} ${part}`)
    .join('')
}
