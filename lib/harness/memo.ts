import type { RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { queryPairs } from '../http/request.ts'

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

/**
 * What a case sent in its earlier attempts, and the marks it used: a repetition checks the effect of its writes without
 * writing again. New requests are sent and remembered for the next attempt.
 */
export class CaseMemo {
  private readonly writes = new Map<string, Promise<Exchange>>()
  /** Reads, by the number of writes before them, of this and earlier attempts. */
  private readonly reads = new Map<number, Map<string, Promise<Exchange>>>()
  private readonly taken = new Map<string, number>()
  private readonly marks: string[] = []
  private nextMark = 0
  /** Writes of this attempt so far. */
  private step = 0

  /** Starts another attempt. It repeats the reads after the last write; earlier reads may have been changed by it. */
  rewind(): void {
    this.reads.delete(this.step)
    this.taken.clear()
    this.nextMark = 0
    this.step = 0
  }

  /** The answer to a request, from an earlier attempt or sent now. Failures are not kept. */
  async recall(spec: RequestSpec, send: () => Promise<Exchange>): Promise<Exchange> {
    const isRead = spec.method === 'GET'
    const known = isRead ? (this.reads.get(this.step) ?? new Map<string, Promise<Exchange>>()) : this.writes
    if (isRead) this.reads.set(this.step, known)
    const asked = `${isRead ? this.step : ''} ${spec.method} ${questionOf(spec)} ${spec.rawBody ?? JSON.stringify(spec.body)}`
    const times = (this.taken.get(asked) ?? 0) + 1
    this.taken.set(asked, times)
    if (!isRead) this.step += 1
    const question = `${times} ${asked}`
    const earlier = await known.get(question)
    if (earlier?.response !== undefined) return earlier
    const answer = send()
    known.set(question, answer)
    return answer
  }

  /** A mark of the case: the same at the same place in each attempt. */
  mark(next: () => string): string {
    const mark = this.marks[this.nextMark] ?? next()
    this.marks[this.nextMark] = mark
    this.nextMark += 1
    return mark
  }
}

/** A key for requests with the same meaning: absent query values are left out, the order of the others kept. */
function questionOf({ key, authorization, path, query, headers = [] }: RequestSpec): string {
  const pairs = [...queryPairs(query)].sort(([a], [b]) => Number(a > b) - Number(a < b))
  const by = authorization === undefined ? '' : ` ${authorization}`
  return [key ?? '', by, path, String(pairs.length), ...pairs.flat(), ...headers.flat()]
    .map((part) => `${part.length} ${part}`)
    .join('')
}
