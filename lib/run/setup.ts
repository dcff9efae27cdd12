import type { Api } from '../harness/api.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { WireRequest, WireResponse } from '../http/transport.ts'

/** What the engine is put together with at the composition root: an API, the cases that verify it, and a service of it. */
export interface Setup {
  readonly api: Api
  readonly cases: readonly CaseDefinition[]
  readonly embedded: Embedded
  /** The module that does tasks of a proof in a process of its own, with the same setup. */
  readonly proofWorker: URL
}

/** The service of the API that comes with the tool: the default target, a sandbox, and what the cases are proven on. */
export interface Embedded {
  /** Starts it on loopback; port 0 is any free one. */
  readonly start: (
    change?: Change & { readonly port?: number; readonly webhookUrl?: string; readonly allowance?: number },
  ) => Promise<Service>
  /** Creates it without sockets: same answers, requests and responses as plain values. */
  readonly create: (change?: Change) => InProcessService
  /** Loaded only when they are asked for: hundreds of small sources. */
  readonly mutants: () => Promise<readonly Mutant[]>
  readonly variants: () => Promise<readonly Variant[]>
  /** Several freedoms used at once, as one variant. */
  readonly combine: (variants: readonly Variant[]) => Promise<Variant>
  /** Whether faults, and a freedom, can come together: none replaces what another one changes, or changes what there is to be seen. */
  readonly canMeet: (mutants: readonly Mutant[], variant?: Variant) => Promise<boolean>
  readonly nullTargets: () => Promise<readonly NullTarget[]>
}

/** A change to the service. The engine passes it on, and looks at nothing but the clock. */
export interface Change {
  readonly now?: () => Date
  /** Steps that replace the default ones. */
  readonly seams?: object
}

/** A service that runs. */
export interface Service {
  /** Base address, version segment included, without a trailing slash. */
  readonly baseUrl: string
  /** Address of the bare apex host, without a path. */
  readonly apexUrl: string
  readonly keys: { readonly main: string; readonly other: string; readonly exhaustible: string }
  readonly close: () => Promise<void>
}

/** A service without sockets. */
export interface InProcessService extends Service {
  readonly handle: (request: WireRequest) => Promise<WireResponse>
  /** Gives each delivery to a listener, until the function that it returns is called. */
  readonly onDelivery: (
    listener: (delivery: {
      readonly headers: readonly (readonly [string, string])[]
      readonly json: unknown
    }) => void,
  ) => () => void
  /** Resolves when no delivery is under way. */
  readonly settle: () => Promise<void>
}

/** The service with one seeded fault: a mistake that a team really makes. */
export interface Mutant {
  /** Permanent, `family/what-is-wrong`. */
  readonly id: string
  /** The requirement that the fault breaks: a case has to fail by an assertion on it. */
  readonly breaks: string
  /** The mistake, in one line, as the team that made it would tell it. */
  readonly how: string
  /** Called for each run, so that state in it is never shared. */
  readonly seams: () => object
  /** Requirements that fail with it by necessity, each with the reason. */
  readonly alsoBreaks?: Readonly<Record<string, string>>
  /** The profile whose run finds it, where a standard run need not. */
  readonly profile?: 'full'
}

/** The service with one freedom used that the specification grants. No finding may be raised on it. */
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

/** A target that answers every request alike. */
export interface NullTarget {
  readonly id: string
  readonly how: string
  /** Undefined: no answer comes. */
  readonly answer: (request: WireRequest) => WireResponse | undefined
  /** Requirements that such an answer does fulfil, each with the reason; no other may be passed. */
  readonly mayPass: Readonly<Record<string, string>>
}
