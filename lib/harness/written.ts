import type { Exchange } from '../http/exchange.ts'
import type { RequestSpec } from '../http/client.ts'
import { questionOf } from './session.ts'

/**
 * What a case wrote, with the marks that it used: it lets the case look again at what came of it without writing again. What goes beyond
 * what is known is sent, and remembered for the next look.
 */
export class Written {
  private readonly writes = new Map<string, Promise<Exchange>>()
  /** Reads by how many writes had been sent before, of this look and of earlier ones. */
  private readonly reads = new Map<number, Map<string, Promise<Exchange>>>()
  private readonly taken = new Map<string, number>()
  private readonly marks: string[] = []
  private nextMark = 0
  /** Writes of the look so far. */
  private step = 0
  /** Id of the first write; Infinity where nothing was written. */
  private first = Infinity

  /** From here on the case begins anew. What it read after its last write it reads anew; what it read before, that write may have changed. */
  rewind(): void {
    this.reads.delete(this.step)
    this.taken.clear()
    this.nextMark = 0
    this.step = 0
  }

  /** The answer to a request, known from an earlier look or got now. Failures are not kept. */
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
    const exchange = await answer
    if (exchange.id > 0 && !isRead) this.first = Math.min(this.first, exchange.id)
    return exchange
  }

  /** A mark of the case: in the same place the same one at each look. */
  mark(next: () => string): string {
    const mark = this.marks[this.nextMark] ?? next()
    this.marks[this.nextMark] = mark
    this.nextMark += 1
    return mark
  }

  /** Whether an exchange reads what may show what was written. */
  mayShow({ id, request }: Exchange): boolean {
    return request.method === 'GET' && id > this.first
  }
}
