import type { Exchange } from '../http/exchange.ts'

/** A way in which a recorded answer could be wrong. */
export interface Operator {
  /** Permanent, `family/what-is-wrong`. */
  readonly name: string
  /** Copies of an exchange with this fault; none if it does not apply. `pool` holds all exchanges of the run. */
  readonly seed: (exchange: Exchange, pool: readonly Exchange[]) => readonly Fault[]
  /** Why such a fault can go undetected. */
  readonly unseen: string
}

/** One altered answer. */
export interface Fault {
  readonly exchange: Exchange
  /** JSON pointer or header: what was altered. */
  readonly where: string
  /** The altered answer violates nothing in the specification. */
  readonly equivalent?: boolean
}
