import type { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import type { Expect } from './expect.ts'
import type { Need, World } from './needs.ts'
import type { RunStore } from './run-store.ts'

/** A value of the Authorization header. */
export interface Authorization {
  readonly value: string
  /** Its form for a shell, between double quotes and without the key; in its absence, commands have the scrubbed value. */
  readonly shell?: string
}

/** The tools of a case: actors send requests, and `world` holds the items that discovery found. */
export interface Context<N extends Need = Need> {
  /** The owner of the key under test. */
  readonly api: Actor
  /** The owner of another workspace. Only with the need `otherKey`. */
  readonly stranger: Actor
  /** The owner of a key that may be exhausted. Only with the need `exhaustibleKey`. */
  readonly spender: Actor
  readonly anonymous: Actor
  /** A caller with an Authorization header of its own. */
  readonly imposter: (authorization: Authorization) => Actor
  readonly world: World<N>
  /** The answers of the run so far to an operation, in order, whichever case sent the request. */
  readonly answersTo: (operation: string) => readonly Answer[]
  readonly expect: Expect
  /** Whether a rule is certainly violated at an operation: then no more requests check it there. */
  readonly isViolated: (requirement: string, operation: string) => boolean
  /** Runs `act` for each item side by side and collects all violations. */
  readonly each: <T>(items: Iterable<T>, act: (item: T) => Promise<void>) => Promise<void>
  /** Results that all cases of the run share. */
  readonly store: RunStore
  /** Records the target's behaviour on an open point. */
  readonly observe: (
    openPoint: string,
    text: string,
    ...answers: readonly { exchange: { id: number } }[]
  ) => void
  /** Ends the case as inconclusive; the reason names what would enable it. */
  readonly inconclusive: (reason: string) => never
  /** A text that marks data written by this run: `cac-<run>-<n>`, new at each call. */
  readonly mark: () => string
  /** Waits for two seconds: for what the target does behind its answers, such as a delivery. */
  readonly settle: () => Promise<void>
  /** The clock of the run, in milliseconds. */
  readonly now: () => number
  /** Waits until a time of that clock. Simultaneous waits count once. */
  readonly wait: (until: number, what: string) => Promise<void>
  /** Reads answers that are compared; if they disagree, again between two equal looks at the workspace. */
  readonly quiet: <T>(
    compare: () => Promise<T>,
    agrees: (value: T) => boolean,
    look: () => Promise<Answer | readonly Answer[]>,
  ) => Promise<T>
  readonly settings: InputSettings & {
    readonly keys: Readonly<Record<string, string | undefined>>
    readonly apexUrl: string | undefined
  }
  readonly deliveries: Deliveries
}

/** The number of inputs that a case draws from its tables of values. */
export interface InputSettings {
  readonly seed: number
  /** A few inputs; enough inputs for each value; or enough for each pair of values. */
  readonly inputs: 'few' | 'values' | 'pairs'
  /** The most inputs, if the operator sets a bound. */
  readonly mostInputs?: number | undefined
}

/** The deliveries that the webhook listener has received. */
export interface Deliveries {
  /** Resolves with the first matching delivery, or with undefined at the end of the waiting time. */
  readonly first: (matches: (delivery: WebhookDelivery) => boolean) => Promise<WebhookDelivery | undefined>
  readonly all: () => readonly WebhookDelivery[]
}

export interface WebhookDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The parsed body, if it is JSON. */
  readonly json: unknown
}
