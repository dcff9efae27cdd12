import type { KeyLabel } from '../../engine/http/exchange.ts'
import type { Clock } from '../../engine/http/patience.ts'
import type { Scrubber } from '../../engine/http/scrub.ts'
import type { Transport } from '../../engine/http/transport.ts'
import type { Mailbox } from './deliveries.ts'

/** The system under test, ready for requests. */
export interface Target {
  readonly baseUrl: string
  /** The reference service in this process: it has no port, no data of earlier runs, and no logs. */
  readonly embedded: boolean
  readonly transport: Transport
  readonly keys: Readonly<Partial<Record<KeyLabel, string>>>
  /** Masks the keys and all other secrets in everything that leaves the process. */
  readonly scrub: Scrubber
  readonly apexUrl?: string
  readonly mailbox: Mailbox
  readonly webhooks: boolean
  /** Simulated time, in which waiting takes none; absent: real time. */
  readonly clock?: Clock
  readonly close: () => Promise<void>
}
