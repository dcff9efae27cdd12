import type { Client } from '../http/client.ts'
import type { Patience } from '../http/patience.ts'
import type { Findings } from '../judge/doubt.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import type { Context, Deliveries } from './context.ts'
import type { Discovery } from './discovery.ts'
import type { Observation } from './outcome.ts'
import type { Memo, RunStore } from './run-store.ts'
import type { Late } from './wait.ts'

/** Why a run was ended early. */
export interface Ended {
  readonly reason: string
  readonly kind: ReasonKind
}

/** What the cases of a run share. */
export interface Session {
  readonly client: Client
  /** A separate client for the exhaustible key, so that its thousand requests do not delay others. */
  readonly spender: Client
  readonly discovery: Discovery
  readonly memo: Memo
  readonly store: RunStore
  /** How long the run may still wait for the target, and the clock of the run. */
  readonly patience: Patience
  readonly deliveries: Deliveries
  readonly settings: Context['settings']
  /** The answers of the run so far to an operation, in order. */
  readonly answersTo: Context['answersTo']
  readonly observed: Observation[]
  /** What was written and is not shown yet: the run looks for it again before it is missing. */
  readonly late: () => readonly Late[]
  /** What the run has found so far. */
  readonly found: Findings
  /** How many requests the run may still send with the key under test. */
  readonly left: () => number
  /** The mark of everything that this run writes. */
  readonly runMark: string
  /** Why the run was ended early, if it was: cases that have not started are skipped. */
  readonly ended?: () => Ended | undefined
  /** Resolves some time after the run was ended: a case that is still running is abandoned. */
  readonly overdue?: Promise<void>
}

/** What cases that run together share: answers, and the results of steps that run once. */
export type Shared = Pick<Session, 'memo' | 'store'>
