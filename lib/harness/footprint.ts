import type { RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'

/** Something that the run created or changed on the target and could not undo. */
export interface FootprintEntry {
  /** `perhaps created`: the request was sent and its answer is missing. */
  readonly kind: 'created' | 'changed' | 'perhaps created'
  readonly resource: string
  readonly id: string
  readonly note: string
}

/** Where something can be found that was created without an answer. */
export interface Trace {
  /** The request whose answer would show it. */
  readonly spec: RequestSpec
  /** The ids of the resources in that answer that may be it. */
  readonly find: (answer: Exchange) => readonly string[]
}
