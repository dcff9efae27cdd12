import type { Source, Strength } from '../judge/requirement.ts'
import type { RunSettings } from './config/resolve.ts'
import type { Exchange, KeyLabel } from '../http/exchange.ts'
import type { Scrubber } from '../http/scrub.ts'
import type { RunRecord } from '../report/record.ts'
import type { Profile } from '../run/options.ts'

/** How far a run has come. */
export interface Progress {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly requests: number
  readonly failed: number
}

/** What a run tells while it goes on. */
export interface RunEvents {
  readonly onProgress?: (progress: Progress) => void
  /** Told before a window of the rate limit is waited for (`--wait`), with the milliseconds that it takes. */
  readonly onWait?: (ms: number) => void
  readonly onNotice?: (line: string) => void
}

/** What a run leaves. */
export interface RunOutcome {
  readonly record: RunRecord
  readonly exchanges: readonly Exchange[]
  readonly scrub: Scrubber
}

/** What a run would spend, and what it could not exercise. */
export interface Plan {
  readonly bill: readonly {
    readonly key: KeyLabel
    /** Absent: what looks around before the first case. */
    readonly part?: number
    readonly profile: Profile
    readonly requests: number
  }[]
  readonly cases: readonly object[]
  readonly inconclusive: readonly { readonly requirement: string; readonly reason: string }[]
  /** Requests that the plan itself has spent. */
  readonly discoveryRequests: number
  /** Requests that the chosen profile may still spend on the key under test. */
  readonly spendable: number
}

/** The catalogue and the cases. */
export interface Listing {
  readonly requirements: readonly {
    readonly id: string
    readonly part: number
    readonly endpoint: string
    readonly strength: Strength
    readonly source: Source
    readonly text: string
    readonly because?: string
    readonly excluded?: string
  }[]
  readonly cases: readonly {
    readonly id: string
    readonly title: string
    readonly requirements: readonly string[]
    readonly needs: readonly string[]
    /** Wire requests. */
    readonly cost: number
  }[]
}

/** What the commands ask of the engine. Each rejects only with a ConfigurationError. */
export interface Engine {
  readonly runConformance: (
    settings: RunSettings,
    events?: RunEvents,
    signal?: AbortSignal,
  ) => Promise<RunOutcome>
  readonly planRun: (settings: RunSettings, signal?: AbortSignal) => Promise<Plan>
  readonly listCatalogue: () => Listing
}
