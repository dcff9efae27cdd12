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

/** The parts of a run that its cases share. */
export interface Session {
  readonly client: Client
  /** A separate client for the exhaustible key, so that its thousand requests do not delay the others. */
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
  /** Written values that no read shows yet: the run looks again before it calls them missing. */
  readonly late: () => readonly Late[]
  /** The findings of the run so far. */
  readonly found: Findings
  /** How many requests the run may still send with the key under test. */
  readonly left: () => number
  /** The mark in everything that this run writes. */
  readonly runMark: string
  /** Why the run was ended early, if it was: cases that have not started are skipped. */
  readonly ended?: () => Ended | undefined
  /** Resolves some time after the run was ended: a case that is still running is abandoned. */
  readonly overdue?: Promise<void>
}

/** Answers, and results of steps that run once, shared by cases that run together. */
export type Shared = Pick<Session, 'memo' | 'store'>
