import type { Contract } from '../spec/contract.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Client, Send } from '../http/client.ts'
import type { RequestSpec } from '../http/request.ts'
import type { RateHeaders } from '../http/rate-headers.ts'
import type { Finding } from '../judge/finding.ts'
import type { Catalogue, Severity, Topic } from '../judge/requirement.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import type { FootprintEntry } from './footprint.ts'
import type { Observed } from './outcome.ts'

/**
 * All that the engine knows about the API under test.
 * One value of this type exists for each API and is passed in at the composition root. No other part of the engine
 * names a resource, path or requirement.
 * Members are methods where an API takes a subtype of what the engine passes: its own discovery, its own context.
 */
export interface Api {
  /** The name of the API. */
  readonly title: string
  /** Titles of the parts of the specification; the first is part 1. */
  readonly parts: readonly string[]
  readonly contract: Contract
  readonly catalogue: Catalogue
  /**
   * Groups of requirements for explanations, in the order in which one would build the API. Each requirement belongs
   * to one.
   */
  readonly topics: readonly Topic[]
  /** How harmful a violation of a requirement is. */
  readonly severityOf: (id: string) => Severity

  /** Judges one exchange that has a response. Pure. */
  readonly judge: (exchange: Exchange, baseUrl: string) => Judgement
  /** Oracles over all exchanges of a run. Each is pure; a fault in one does not affect the others. */
  readonly overall: readonly OverallOracle[]
  /** Whether a change to the data while an answer was made may explain a finding on a read: the same read shows it again, or it passes. */
  readonly mayPass: (finding: Finding) => boolean
  readonly recordings: RecordingRules
  /** The smallest read that can show the value at a pointer of an answer; undefined if there is no smaller one. */
  readonly readOfItem: (exchange: Exchange, pointer: string) => RequestSpec | undefined
  /** Observations on open points in the exchanges. */
  readonly observe: (exchanges: readonly Exchange[]) => readonly Observed[]

  /** Whether an error visibly comes from something in front of the API. */
  readonly isForeign: (exchange: Exchange) => boolean
  /** Wraps an exchange in the API's own Answer. */
  readonly answer: (exchange: Exchange) => Answer
  /** Cheap paths that every key may read, cheapest first. They show whether the target is this API at all. */
  readonly proofPaths: readonly [string, ...string[]]
  /** What a 403 on every request may mean, as a question to the operator. */
  readonly forbiddenEverywhere: string
  /** Whether an unreadable answer has the marks of this API: a defect then, not a wrong address. */
  readonly isOwn: (exchange: Exchange) => boolean
  /** The headers that state what is left of a key's allowance. */
  readonly rateHeaders: RateHeaders
  /** Requests per hour and key. */
  readonly hourlyLimit: number
  /**
   * Reads the workspace of each key once, before the first case.
   * @throws ConfigurationError if the second key does not work
   */
  discover(terms: DiscoveryTerms): Promise<Discovery>
  /**
   * Finds what a case needs, or says what is missing.
   * @param place - which of the resources shared out over a lane the case uses, counted from 0
   */
  meet(needs: readonly string[], discovery: Discovery, place?: number): Prospect
  /** What the operator has to supply for a need, in words. */
  readonly needInWords: (need: string) => string
  /** Whether a need belongs to the second workspace: its key or something in it. */
  readonly ofSecondWorkspace: (need: string) => boolean
  /**
   * How the operator can supply what a need lacks: a command if the API can create it, otherwise where to create it.
   */
  supply(need: string, baseUrl: string, discovery: Discovery): readonly string[]
  /** Whether the answers to two keys at the first of the {@link proofPaths} are of one workspace. */
  readonly isSameWorkspace: (one: Exchange, other: Exchange) => boolean
  /** How many resources the cases of a lane can be shared out over without disturbing each other. */
  laneWidth(lane: string, discovery: Discovery): number
  /** Extends the context of every case by what this API adds: actors, and what discovery found. */
  context(base: Context, stage: Stage): Context
  /** Puts back what a run changed, and says what it left on the target. */
  settleFootprint(
    exchanges: readonly Exchange[],
    discovery: Discovery,
    client: Client,
  ): Promise<readonly FootprintEntry[]>
}

/** The judgement of the oracles on one exchange, or on all together. */
export interface Judgement {
  /** How often each requirement held; several tables to be summed. */
  readonly held: readonly ReadonlyMap<string, number>[]
  readonly findings: readonly Finding[]
}

/** An oracle over all exchanges of a run. `alone`: there was no key of a second workspace. */
export type OverallOracle = (
  exchanges: readonly Exchange[],
  circumstances: { readonly alone: boolean },
) => Judgement

/** What is known before the first case. Each API has a type with more. */
export interface Discovery {
  /** The workspace of the second key, if there is one. */
  readonly other?: object
}

/** What discovery may use. */
export interface DiscoveryTerms {
  readonly send: Send
  /** Whether there is a key for a second workspace. */
  readonly hasOtherKey: boolean
  readonly capabilities: Capabilities
}

/** What the operator permits and supplies. */
export interface Capabilities {
  readonly writes: boolean
  readonly exhaustibleKey: boolean
  readonly apex: boolean
  readonly webhooks: boolean
}

/** Whether the needs of a case are met: with what was found, or with what is missing. */
export type Prospect =
  | { readonly met: true; readonly world: object }
  | {
      readonly met: false
      readonly reason: string
      /** Whether the workspace lacks it (and not the options). */
      readonly ofData: boolean
      /** Options and variables that would supply what is missing. */
      readonly options: readonly string[]
      /** The unusable answer in which it was looked for, and why it is unusable: then the workspace may have it. */
      readonly unread?: { readonly exchange: Exchange; readonly why: string }
    }

/** What {@link Api.context} may use beside the context of every case. */
export interface Stage {
  readonly send: Send
  readonly discovery: Discovery
  /** What {@link Api.meet} found for the needs of the case. */
  readonly world: object
  /** All exchanges of the run so far. */
  readonly exchanges: readonly Exchange[]
}

/** How recorded traffic of unknown origin is judged. */
export interface RecordingRules {
  /** Requirements that are not judged if the recording lacks headers, or bodies of answers or requests. */
  readonly withoutHeaders: readonly string[]
  readonly withoutBody: readonly string[]
  readonly withoutRequestBody: readonly string[]
  /** The oracles over all exchanges, where keys are known by their answers alone. */
  readonly overall: (exchanges: readonly Exchange[]) => Judgement
}
