import type { Exchange } from '../http/exchange.ts'

/** A way in which a recorded answer could have been wrong. */
export interface Operator {
  /** Permanent, `family/what-is-wrong`. */
  readonly name: string
  /** The copies of an exchange that have this fault; none where it does not apply. `pool` holds all exchanges of the run. */
  readonly seed: (exchange: Exchange, pool: readonly Exchange[]) => readonly Fault[]
  /** Why such a fault goes unseen where it does. */
  readonly unseen: string
}

/** One altered answer. */
export interface Fault {
  readonly exchange: Exchange
  /** JSON pointer or header: what was altered. */
  readonly where: string
  /** The specification says nothing that the altered answer would break. */
  readonly equivalent?: boolean
}
