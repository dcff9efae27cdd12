import type { Expect } from './expect.ts'
import type { Answer } from './answer.ts'
import type { RunStore } from './run-store.ts'

/**
 * When a case runs: first what must be seen before an allowance is used up, then reads, requests that are refused and
 * so change nothing, writes, reviews of all writes, and last cases that count or spend an allowance.
 */
export type Phase = 'first' | 'read' | 'refuse' | 'write' | 'review' | 'spend'

/** The context of every case. An API adds actors, and what discovery found. */
export interface Context {
  readonly expect: Expect
  /** Runs `act` for each item side by side and collects all violations. */
  readonly each: <T>(items: Iterable<T>, act: (item: T) => Promise<void>) => Promise<void>
  /** What the run remembers for all its cases. */
  readonly store: RunStore
  /** Records the target's behaviour on an open point. */
  readonly observe: (
    openPoint: string,
    text: string,
    ...answers: readonly { exchange: { id: number } }[]
  ) => void
  /** Ends the case as inconclusive; the reason names what would enable it. */
  readonly inconclusive: (reason: string) => never
  /** A text that marks what we write: `conformance-<run>-<n>`, new at each call. */
  readonly mark: () => string
  /** Waits for a moment. */
  readonly settle: () => Promise<void>
  /** Asks until an answer shows what it has to show, for ten seconds at most; resolves with the last answer. */
  readonly eventually: <T>(ask: () => Promise<T>, shows: (value: T) => boolean) => Promise<T>
  /** Reads what is compared, where it does not agree between two equal looks at the workspace. */
  readonly quiet: <T>(
    compare: () => Promise<T>,
    agrees: (value: T) => boolean,
    look: () => Promise<Answer>,
  ) => Promise<T>
  readonly settings: {
    readonly seed: number
    readonly fuzzRuns: number
    readonly keys: Readonly<Record<string, string | undefined>>
    readonly apexUrl?: string
  }
  readonly deliveries: Deliveries
}

/** The deliveries that the webhook listener has received. */
export interface Deliveries {
  /**
   * Resolves with the first matching delivery, or with undefined at the end of the waiting time.
   * @param atMostMs a shorter time, for events that no request of the run has to cause
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
  /** The parsed body, if it is JSON; the fields of a form. */
  readonly json: unknown
}

/** One executable check, as a plain value. */
export interface CaseDefinition {
  /** Permanent: first requirement and slug of the title. */
  readonly id: string
  readonly suite: string
  readonly title: string
  readonly requirements: readonly [string, ...string[]]
  /**
   * Names that the API defines. The engine knows two: `writes`, and `exhaustibleKey` for cases that spend a whole
   * allowance.
   */
  readonly needs: readonly string[]
  /** Requests that the case sends with the key under test beyond those shared with other cases: an upper estimate. */
  readonly cost: number
  /** Requests with the key under test if no second key spares it. Default: `cost`. */
  readonly costAlone?: number
  /** How much each of its requirements counts where the allowance is short. Default: 1. */
  readonly weight?: number
  readonly phase: Phase
  /** Cases of one lane touch the same resources and run one after the other; lanes run side by side. */
  readonly lane?: string
  readonly smoke: boolean
  /** Only in the full profile: simpler cases find most of what it finds. */
  readonly deep: boolean
  /** Generates its own inputs, as many as the run asks for. Its cost is that of five. */
  readonly generated: boolean
  /** Brought by the operator. */
  readonly own?: true
  /** Operations: the case judges what other cases sent to them. A selection brings those cases along. */
  readonly reviews?: readonly string[]
  /** A method, because cases of an API take its own context, made by `Api.context`. */
  run(ctx: Context): Promise<void>
}

export interface Suite {
  readonly title: string
  readonly cases: readonly CaseDefinition[]
  /** Requirements that the suite of an operator brings along. */
  readonly requirements?: readonly OwnRequirement[]
}

/** A requirement of the operator, beyond the specification. */
export interface OwnRequirement {
  /** `ACME-1`: permanent, and different from all ids of the catalogue. */
  readonly id: string
  readonly text: string
  /** Where it is stated: a contract, a handbook. */
  readonly source: string
  /** `GET /things`; every endpoint unless given. */
  readonly endpoint?: string
}

/** The options of a case. */
export interface Terms<N extends string = string> {
  readonly needs?: readonly N[]
  readonly cost: number
  /** Requests without a second key, if more than `cost`. */
  readonly costAlone?: number
  /** How much each requirement of the case counts where the allowance is short. Default: 1, more for smoke cases. */
  readonly weight?: number
  /** In the smoke profile: finds most for its requests. */
  readonly smoke?: boolean
  /** Only in the full profile. */
  readonly deep?: boolean
  /** Operations: the case judges what other cases created there, or should not have. */
  readonly reviews?: readonly string[]
}

/** Defines one case of a suite. */
export type Verify = (
  requirements: string | readonly [string, ...string[]],
  title: string,
  terms: Terms,
  run: CaseDefinition['run'],
) => void

/** Weight of a smoke case: it comes first where the allowance is short. */
const SMOKE_WEIGHT = 4

/** What the cases of a suite share. */
export interface Setting<L extends string = string> {
  readonly phase?: Phase
  readonly lane?: L
  readonly generated?: true
  /** Requirements that the suite brings along. */
  readonly requirements?: readonly OwnRequirement[]
}

/**
 * Defines a suite: the cases of one endpoint and one behaviour.
 * @param setting what its cases share; by default they only read
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
      // A case sees only the needs that it names; the engine has checked that they are met.
      run,
    })
  }
  define(verify)
  const { requirements } = setting
  return { title, cases, ...(requirements === undefined ? {} : { requirements }) }
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
