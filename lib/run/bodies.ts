/** Bodies of one question and length that are told apart; more of them hardly come again. */
const MOST_ALIKE = 64

/**
 * Gives the same object for the same bytes. Hundreds of services answer most requests alike, and what is the same object is read
 * and judged once.
 * What was asked for since the last clearing survives the next one, so that what comes again and again stays, and memory is bounded.
 */
export class Bodies {
  private recent = new Map<string, Uint8Array[]>()
  private earlier = new Map<string, Uint8Array[]>()
  private count = 0
  private readonly most: number

  /** @param most bodies that are kept before those that nobody asked for are let go */
  constructor(most: number) {
    this.most = most
  }

  /**
   * The body that came first with these bytes.
   * @param question what it answers; bodies are compared with those of the same question alone
   */
  same(question: string, body: Uint8Array): Uint8Array {
    const key = `${body.length} ${question}`
    const known = this.recent.get(key) ?? []
    const again = known.find((one) => Buffer.compare(one, body) === 0)
    if (again !== undefined) return again
    if (this.count >= this.most || known.length >= MOST_ALIKE) this.clear()
    const first = this.earlier.get(key)?.find((one) => Buffer.compare(one, body) === 0) ?? body
    this.keep(key, first)
    return first
  }

  private keep(key: string, body: Uint8Array): void {
    const known = this.recent.get(key)
    if (known === undefined) this.recent.set(key, [body])
    else known.push(body)
    this.count += 1
  }

  private clear(): void {
    this.earlier = this.recent
    this.recent = new Map()
    this.count = 0
  }
}
