import type { Expect } from './expect.ts'
import type { Keeper } from './footprint.ts'
import type { RunStore } from './run-store.ts'

/**
 * When a case runs: reading first, then what is refused and so changes nothing, then writing, then what looks back at all that was
 * written, then what counts or spends an allowance.
 */
export type Phase = 'read' | 'refuse' | 'write' | 'review' | 'spend'

/** What every case gets to work with. An API adds actors, and what discovery found. */
export interface Context {
  readonly expect: Expect
  /** Does the same for each item, side by side, and gathers every violation. */
  readonly each: <T>(items: Iterable<T>, act: (item: T) => Promise<void>) => Promise<void>
  /** What the run remembers for all its cases. */
  readonly store: RunStore
  /** Records what the target does on an open point. */
  readonly observe: (
    openPoint: string,
    text: string,
    ...answers: readonly { exchange: { id: number } }[]
  ) => void
  /** Ends the case as inconclusive, with what would enable it. */
  readonly inconclusive: (reason: string) => never
  /** Text that marks what we write as ours: `conformance-<run>-<n>`, new at each call. */
  readonly mark: () => string
  /** Waits for what a lagging replica, a cache or a counter that is refreshed once a second has not shown yet. */
  readonly settle: () => Promise<void>
  /** Restores and footprint. */
  readonly keep: Keeper
  readonly settings: {
    readonly seed: number
    readonly fuzzRuns: number
    readonly keys: Readonly<Record<string, string | undefined>>
    readonly apexUrl?: string
  }
  readonly deliveries: Deliveries
}

/** What the webhook listener has received so far. */
export interface Deliveries {
  /**
   * Resolves with the first delivery that matches, or with undefined when the time to wait is over.
   * @param atMostMs a shorter time, for what no request of the run has to cause
   */
  readonly first: (
    matches: (delivery: Delivery) => boolean,
    atMostMs?: number,
  ) => Promise<Delivery | undefined>
  readonly all: () => readonly Delivery[]
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The parsed body, where it is JSON. */
  readonly json: unknown
}

/** One executable check, as a plain value. */
export interface CaseDefinition {
  /** Permanent: the first requirement and a slug of the title. */
  readonly id: string
  readonly suite: string
  readonly title: string
  readonly requirements: readonly [string, ...string[]]
  /** Names that the API knows. Two mean something to the engine, too: `writes`, and `exhaustibleKey` for what spends a whole allowance. */
  readonly needs: readonly string[]
  /** Requests that the case sends on the key under test beyond what others have fetched already: an upper estimate. */
  readonly cost: number
  /** Requests that it sends on the key under test where there is no key of a second workspace that could spare it: `cost` unless given. */
  readonly costAlone?: number
  /** How much each of its requirements counts where a short allowance is spent: 1 unless given. */
  readonly weight?: number
  readonly phase: Phase
  /** Cases that touch the same things run one after the other; lanes run side by side. */
  readonly lane?: string
  readonly smoke: boolean
  /** Only part of the full profile: its plain neighbours tell most of what it tells. */
  readonly deep: boolean
  /** Makes its own inputs, as many as the run asks for: its cost is that of five. */
  readonly generated: boolean
  /** Operations whose earlier requests the case judges, whichever case sent them: a selection brings their senders along. */
  readonly reviews?: readonly string[]
  /** A method, because the cases of an API take its own context: `Api.context` has made it. */
  run(ctx: Context): Promise<void>
}

export interface Suite {
  readonly title: string
  readonly cases: readonly CaseDefinition[]
}

/** What a case says of itself beside its title. */
export interface Terms<N extends string = string> {
  readonly needs?: readonly N[]
  readonly cost: number
  /** Requests where there is no key of a second workspace: only where they are more than `cost`. */
  readonly costAlone?: number
  /** How much each requirement of the case counts where the allowance is short; otherwise 1, and more for smoke. */
  readonly weight?: number
  /** Part of the smoke profile: tells most for its requests. */
  readonly smoke?: boolean
  /** Only part of the full profile. */
  readonly deep?: boolean
  /** Operations whose requests by other cases are judged: what they created, or should not have. */
  readonly reviews?: readonly string[]
}

/** Defines one case of a suite. */
export type Verify = (
  requirements: string | readonly [string, ...string[]],
  title: string,
  terms: Terms,
  run: CaseDefinition['run'],
) => void

/** Weight of a case of the smoke profile: where the allowance is short, it comes before its neighbours. */
const SMOKE_WEIGHT = 4

/** What all cases of a suite share. */
export interface Setting<L extends string = string> {
  readonly phase?: Phase
  readonly lane?: L
  readonly generated?: true
}

/**
 * Defines a suite: cases that belong to one endpoint and one behaviour.
 * @param setting what all its cases share: by default they read what is fixed
 */
export function suite(title: string, setting: Setting, define: (verify: Verify) => void): Suite {
  const cases: CaseDefinition[] = []
  const verify: Verify = (requirements, caseTitle, terms, run) => {
    const ids = typeof requirements === 'string' ? ([requirements] as const) : requirements
    const writes = setting.phase === 'write' || setting.phase === 'refuse' ? ['writes'] : []
    cases.push({
      id: `${ids[0]}/${slug(caseTitle)}`,
      suite: title,
      title: caseTitle,
      requirements: [...ids] as [string, ...string[]],
      needs: [...writes, ...(terms.needs ?? [])],
      cost: terms.cost,
      costAlone: terms.costAlone ?? terms.cost,
      weight: terms.weight ?? (terms.smoke === true ? SMOKE_WEIGHT : 1),
      phase: setting.phase ?? 'read',
      ...(setting.lane === undefined ? {} : { lane: setting.lane }),
      smoke: terms.smoke ?? false,
      deep: terms.deep ?? false,
      generated: setting.generated ?? false,
      ...(terms.reviews === undefined ? {} : { reviews: terms.reviews }),
      // A case sees just the needs that it names; the harness has checked that they are met.
      run,
    })
  }
  define(verify)
  return { title, cases }
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
