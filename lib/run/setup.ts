import type { Api } from '../harness/api.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { WireRequest, WireResponse } from '../http/transport.ts'

/** What the composition root passes to the engine: an API, its cases and its reference service. */
export interface Setup {
  readonly api: Api
  readonly cases: readonly CaseDefinition[]
  readonly embedded: Embedded
  /** The module that runs tasks of a proof in another process, with the same setup. */
  readonly proofWorker: URL
}

/** The API's embedded service: the default target, a sandbox, and the object of proofs. */
export interface Embedded {
  /** Starts it on loopback; port 0 means any free port. */
  readonly start: (
    change?: Change & { readonly port?: number; readonly webhookUrl?: string; readonly allowance?: number },
  ) => Promise<Service>
  /** Creates it without sockets: same answers, with requests and responses as plain values. */
  readonly create: (change?: Change) => InProcessService
  /** Loaded only on demand: hundreds of small sources. */
  readonly mutants: () => Promise<readonly Mutant[]>
  readonly variants: () => Promise<readonly Variant[]>
  /** Several faults and freedoms in one service. */
  readonly combine: (changes: readonly (Mutant | Variant)[]) => Promise<Change>
  /** Whether each of them remains in force where they come together. */
  readonly canMeet: (changes: readonly (Mutant | Variant)[]) => Promise<boolean>
}

/** A change to the service. The engine passes it on and reads only the clock. */
export interface Change {
  readonly now?: () => Date
  /** Steps that replace the default ones. */
  readonly seams?: object
}

/** A service that runs. */
export interface Service {
  /** Base address with the version segment and without a trailing slash. */
  readonly baseUrl: string
  /** Address of the bare apex host, without a path. */
  readonly apexUrl: string
  readonly keys: { readonly main: string; readonly other: string; readonly exhaustible: string }
  readonly close: () => Promise<void>
}

/** A service without sockets. */
export interface InProcessService extends Service {
  readonly handle: (request: WireRequest) => Promise<WireResponse>
  /** Passes each delivery to a listener until the returned function is called. */
  readonly onDelivery: (
    listener: (delivery: {
      readonly headers: readonly (readonly [string, string])[]
      readonly json: unknown
    }) => void,
  ) => () => void
  /** Resolves when no delivery is pending. */
  readonly settle: () => Promise<void>
}

/** The service with one seeded fault: a mistake that teams really make. */
export interface Mutant {
  /** Permanent, `family/what-is-wrong`. */
  readonly id: string
  /** The requirement that the fault violates: a case must fail by an assertion on it. */
  readonly breaks: string
  /** The mistake in one line, in the words of the team that made it. */
  readonly how: string
  /** Called for each run, so that no state is shared. */
  readonly seams: () => object
  /** The profile that finds it, if not the standard one. */
  readonly profile?: 'full'
}

/** The service with one freedom that the specification grants. It must raise no finding. */
export interface Variant {
  /** Permanent, `family/what-is-different`. */
  readonly id: string
  /** The part of the specification that grants or leaves the freedom. */
  readonly part: number
  /** Why it is legitimate. */
  readonly why: string
  readonly seams: () => object
  /** Further settings of the service, such as the amount of data or a clock. */
  readonly options?: () => object
}
