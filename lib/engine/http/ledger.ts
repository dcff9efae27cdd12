import { endOf, type Exchange, isLimited, type KeyLabel, notCarriedOut } from './exchange.ts'
import { KEY_VARIABLES } from './keys.ts'
import { isBurstLimit, remainingOf, resetOf, retryAfter } from './rate-headers.ts'

/** How many requests a run may send. */
export interface Limits {
  /** Requests that the run may send with the key under test. */
  readonly budget: number
  /** Requests of the hourly allowance that the run leaves unspent, of the key under test and of the second one. */
  readonly floor: number
}

export interface Spending {
  readonly total: number
  readonly byKey: Readonly<Partial<Record<KeyLabel, number>>>
}

/** The requests of a run: what it sent with each key, and what it may still send. It has neither clock nor network. */
export class Ledger {
  readonly limits: Limits
  private readonly byKey: Partial<Record<KeyLabel, number>> = {}
  private readonly main = new Allowance()
  private readonly other = new Allowance()

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Counts a request before it is sent. Ids are those of the exchanges, in order. */
  sent(id: number, key: KeyLabel): void {
    this.byKey[key] = (this.byKey[key] ?? 0) + 1
    this.allowanceOf(key)?.sent(id)
  }

  /** Records how a request ended, with the rate headers of its answer. */
  note(exchange: Exchange): void {
    this.allowanceOf(exchange.key)?.note(exchange)
  }

  /** Why no more requests with a key must be sent, in one line for the operator; undefined if they may. */
  refusal(key: KeyLabel): string | undefined {
    if (key !== 'main' && key !== 'other') return undefined
    const { budget, floor } = this.limits
    const short = this.shortBy(1, key)
    if (short === 'budget')
      return `the budget of ${budget} requests is used up (${this.main.used} sent): raise --budget`
    if (short === undefined) return undefined
    return this[key].remaining() === 0
      ? `${KEY_VARIABLES[key]} has no requests left in this hour (--wait waits for the next)`
      : `only the reserved ${floor} requests of ${KEY_VARIABLES[key]} remain in this hour (--floor; --wait waits for the next)`
  }

  /**
   * The limit that `n` more requests with a key would exceed: the run's budget, which is for the key under test, or the floor of
   * the key's allowance.
   */
  shortBy(n = 1, key: 'main' | 'other' = 'main'): 'budget' | 'floor' | undefined {
    const { budget, floor } = this.limits
    if (key === 'main' && this.main.used + n > budget) return 'budget'
    return n > (this[key].remaining() ?? Infinity) - floor ? 'floor' : undefined
  }

  /** How many requests the run may still send with the key under test, as far as is known. */
  left(): number {
    const { budget, floor } = this.limits
    return Math.min(budget - this.main.used, (this.main.remaining() ?? Infinity) - floor)
  }

  /**
   * Whether one answer says that the key has reached its floor, and no second request has confirmed it yet.
   */
  seemsSpent(key: KeyLabel): key is 'main' | 'other' {
    if (key !== 'main' && key !== 'other') return false
    return this.shortBy(1, key) === 'floor' && !this[key].isConfirmed
  }

  /**
   * Asks the API again how many requests a key has left, and trusts that answer. Answers of the kind that said
   * otherwise no longer count: errors of one operation, for example, may always state 0.
   */
  async askAgain(key: 'main' | 'other', ask: () => Promise<unknown>): Promise<void> {
    const allowance = this[key]
    const doubted = allowance.source
    await ask()
    allowance.confirm(doubted, this.shortBy(1, key) === 'floor')
  }

  /**
   * How many requests the key under test has left, as far as is known; undefined before the first answer that
   * says so.
   */
  remaining(): number | undefined {
    return this.main.remaining()
  }

  /**
   * Milliseconds from `nowMs` (since the epoch) until the window of the key under test opens; undefined without an
   * understandable Reset.
   */
  resetIn(nowMs: number): number | undefined {
    const { opensAt } = this.main
    return opensAt === undefined ? undefined : Math.max(0, opensAt - nowMs)
  }

  /** Call after waiting for a window: earlier statements of Remaining no longer hold. */
  renew(): void {
    this.main.renew()
  }

  spent(): Spending {
    const total = Object.values(this.byKey).reduce((sum, count) => sum + count, 0)
    return { total, byKey: { ...this.byKey } }
  }

  private allowanceOf(key: KeyLabel): Allowance | undefined {
    return key === 'main' || key === 'other' ? this[key] : undefined
  }
}

class Allowance {
  /** When the window opens, in milliseconds since the epoch. */
  opensAt: number | undefined
  /** Requests that may have been counted. */
  used = 0
  /**
   * The number of requests left according to the last answer, and how many requests had been sent up to the
   * answered one.
   */
  private stated: { readonly left: number; readonly after: number; readonly source: string } | undefined
  /** Whether the allowance is spent, and a second request confirmed it. */
  isConfirmed = false
  /** Sources (see `source`) that wrongly said that the allowance is spent. */
  private readonly wrong = new Set<string>()
  /** For each pending request, by its id: how many requests had been sent up to it. */
  private readonly underWay = new Map<number, number>()

  sent(id: number): void {
    this.used += 1
    this.underWay.set(id, this.used)
  }

  note(exchange: Exchange): void {
    const after = this.underWay.get(exchange.id)
    if (after === undefined) return
    this.underWay.delete(exchange.id)
    if (notCarriedOut(exchange) || isBurstLimit(exchange)) {
      this.used -= 1
      return
    }
    const wait = resetOf(exchange)?.waitMs ?? retryAfter(exchange)
    if (wait !== undefined) this.opensAt = endOf(exchange) + wait
    // Only endpoints of the API state this allowance; a gateway's own limiter may answer elsewhere.
    const stated = exchange.operation === undefined ? undefined : remainingOf(exchange)
    const left = isLimited(exchange) ? 0 : stated
    const source = `${exchange.operation} ${exchange.response?.status}`
    // Answers to simultaneous requests arrive in any order.
    if (left === undefined || this.wrong.has(source) || after < (this.stated?.after ?? 0)) return
    this.stated = { left, after, source }
  }

  /** The kind of answer that last stated the requests left: its operation and status. */
  get source(): string | undefined {
    return this.stated?.source
  }

  /**
   * Records the result of asking again, after answers of the kind `doubted` said that the allowance is spent.
   */
  confirm(doubted: string | undefined, isSpent: boolean): void {
    this.isConfirmed = isSpent
    if (!isSpent && doubted !== undefined) this.wrong.add(doubted)
  }

  /** The requests left according to the latest statement; undefined before the first one. */
  remaining(): number | undefined {
    const { stated, used } = this
    return stated && Math.max(0, stated.left - Math.max(0, used - stated.after))
  }

  renew(): void {
    this.stated = undefined
    this.opensAt = undefined
    this.isConfirmed = false
  }
}
