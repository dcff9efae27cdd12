import type { Contract } from '../contract/index.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RateHeaders } from '../http/rate-headers.ts'
import type { Causality } from '../judge/causality.ts'
import type { Operator } from '../judge/fault.ts'
import type { Finding } from '../judge/finding.ts'
import type { Catalogue, Severity } from '../judge/requirement.ts'
import type { Topic } from '../judge/topic.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import type { CaseOutcome, Observed } from './outcome.ts'
import type { Send, Session } from './session.ts'

/**
 * Everything that the engine knows of the API that it verifies. There is one value of this type for each API; it is handed in at the
 * composition root, and no other part of the engine names a resource, a path or a requirement.
 *
 * Members are methods where an API takes more than the engine gives: its own discovery, its own context.
 */
export interface Api {
  /** As people call it. */
  readonly title: string
  /** Titles of the parts of the specification; the first is part 1. */
  readonly parts: readonly string[]
  readonly contract: Contract
  readonly catalogue: Catalogue
  /** What requirements of one kind have in common, in the order in which one would build the API. Each requirement belongs to one. */
  readonly topics: readonly Topic[]
  /** How much a violation of the requirement with this id harms. */
  readonly severityOf: (id: string) => Severity
  /** Which violations are likely causes of which others. */
  readonly causality: Causality

  /** What is said of one exchange that has a response. Pure. */
  readonly judge: (exchange: Exchange, baseUrl: string) => Judgement
  /** What only all exchanges of a run together show. Each is pure, and a fault in one costs no other. */
  readonly overall: readonly OverallOracle[]
  readonly recordings: RecordingRules
  /** What the exchanges show of the open points. */
  readonly observe: (exchanges: readonly Exchange[]) => readonly Observed[]

  /** Whether an error is visibly not the API's own, so that something in front of it answered. */
  readonly isForeign: (exchange: Exchange) => boolean
  /** An exchange as the API's answers are read. */
  readonly answer: (exchange: Exchange) => Answer
  /** Cheap paths that every key may read, the cheapest first: what is asked to find out whether this is the API at all. */
  readonly doors: readonly [string, ...string[]]
  /** What a 403 for every request may mean, as a question to the operator. */
  readonly forbiddenEverywhere: string
  /** Whether an answer has the marks of this API, although its body cannot be read: a defect, and no wrong address. */
  readonly isOwn: (exchange: Exchange) => boolean
  /** The headers that say what is left of a key's allowance. */
  readonly rateHeaders: RateHeaders
  /** Requests that a key may send in an hour. */
  readonly hourlyLimit: number
  /**
   * Looks at the workspace of each key once, before the first case.
   * @throws ConfigurationError where the second key does not work
   */
  discover(terms: DiscoveryTerms): Promise<Discovery>
  /** An answer that discovery stands on and that did not come, or cannot be read. */
  unusable(discovery: Discovery): Exchange | undefined
  /** The same discovery, had one of its answers been another one. */
  withAnswer(discovery: Discovery, altered: Exchange): Discovery
  /**
   * Looks up what a case needs. Says what is missing where a need is not met.
   * @param place - which of the things that a lane is dealt out over the case gets, counted from 0
   */
  meet(needs: readonly string[], discovery: Discovery, place?: number): Prospect
  /** What the operator has to supply for a need. */
  readonly needInWords: (need: string) => string
  /** Whether a need is one of the second workspace: its key, or something that it holds. */
  readonly ofSecondWorkspace: (need: string) => boolean
  /** How what a need lacks can be made: a command where the API can make it, otherwise where else it can be made. */
  supply(need: string, baseUrl: string, discovery: Discovery): readonly string[]
  /** Whether the answers of two keys at the first of the {@link doors} show that both belong to one workspace. */
  readonly isSameWorkspace: (one: Exchange, other: Exchange) => boolean
  /** Over how many things the cases of a lane can be dealt out, so that they do not disturb each other. */
  laneWidth(lane: string, discovery: Discovery): number
  /** Adds to what every case gets what the cases of this API get: actors, and what discovery found. */
  context(base: Context, stage: Stage): Context
  /** What is left of a failed outcome once the API has looked whether what it speaks of is still there. */
  confirm(outcome: CaseOutcome, session: Session): Promise<CaseOutcome>
  /** Ways in which recorded answers are altered, to see what a run would have caught. */
  readonly operators: readonly Operator[]
  /** The requirements that an exchange violates, judged beside the others of a recorded run. */
  rejudge(exchange: Exchange, recording: Recording): readonly string[]
}

/** What the oracles say of an exchange, or of all exchanges together. */
export interface Judgement {
  /** How often each requirement held, in tables to be added up. */
  readonly held: readonly ReadonlyMap<string, number>[]
  readonly findings: readonly Finding[]
}

/** An oracle over all exchanges of a run. `alone`: no key of a second workspace was there. */
export type OverallOracle = (
  exchanges: readonly Exchange[],
  circumstances: { readonly alone: boolean },
) => Judgement

/** What was found out before the first case. An API knows more of it than this. */
export interface Discovery {
  /** The workspace of the second key; absent: there is none. */
  readonly other?: object
}

/** What looking around may use. */
export interface DiscoveryTerms {
  readonly send: Send
  /** Whether there is a key that is said to belong to a second workspace. */
  readonly hasOtherKey: boolean
  readonly capabilities: Capabilities
}

/** What the operator allows and supplies. */
export interface Capabilities {
  readonly writes: boolean
  readonly exhaustibleKey: boolean
  readonly apex: boolean
  readonly webhooks: boolean
}

/** Whether the needs of a case are met: with what was found for them, or with what is missing. */
export type Prospect =
  | { readonly met: true; readonly world: object }
  | {
      readonly met: false
      readonly reason: string
      /** Something was looked for in the workspace, and not found. */
      readonly ofData: boolean
      /** Options and variables by which the operator would give what is missing. */
      readonly options: readonly string[]
    }

/** What a context can be made of, beside what every case gets. */
export interface Stage {
  readonly send: Send
  readonly discovery: Discovery
  /** What {@link Api.meet} found for the needs of the case. */
  readonly world: object
  /** All exchanges of the run so far. */
  readonly exchanges: readonly Exchange[]
}

/** What can be said of traffic that somebody else recorded. */
export interface RecordingRules {
  /** Requirements that nobody can be accused of where the recording lacks headers, or the body of an answer or of a request. */
  readonly withoutHeaders: readonly string[]
  readonly withoutBody: readonly string[]
  readonly withoutRequestBody: readonly string[]
  /** What all exchanges together show, where keys are known by what their answers say alone. */
  readonly overall: (exchanges: readonly Exchange[]) => Judgement
}

/** A run that is over, as far as its answers are judged again. */
export interface Recording {
  readonly exchanges: readonly Exchange[]
  readonly baseUrl: string
  /** No key of a second workspace was there. */
  readonly alone: boolean
}
