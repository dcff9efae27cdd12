import type { FootprintEntry, WithoutLead } from '../../engine/case/footprint.ts'
import type { Observation } from '../../engine/case/outcome.ts'
import type { Severity, Source, Strength, Theme } from '../../engine/judge/requirement.ts'
import type { KeyLabel } from '../../engine/http/exchange.ts'
import type { Finding } from '../../engine/judge/finding.ts'
import type { ReasonKind, RunVerdict, Verdict } from '../../engine/judge/verdict.ts'

export type { Observation } from '../../engine/case/outcome.ts'

/** The cases that a run takes, and how many inputs it draws. */
export type Profile = 'smoke' | 'standard' | 'full'

/** The result of a run: the only source of all reports and of the exit code. Secrets are already scrubbed. */
export interface RunRecord {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'chat-agent-conformance'; readonly version: string }
  /** The verified API. */
  readonly api: {
    readonly title: string
    /** Titles of the parts of its specification; the first is part 1. */
    readonly parts: readonly string[]
    /** `GET /things/{id}`, in the order of the specification. */
    readonly operations: readonly string[]
    /**
     * Digests of the contract, and of the judged rules: two records are comparable if both digests are equal.
     */
    readonly digests: { readonly contract: string; readonly rules: string }
  }
  readonly target: {
    readonly baseUrl: string
    readonly embedded: boolean
    /** The operator's name for the target. */
    readonly name?: string
    /** The build of the target: a version, or a commit. */
    readonly version?: string
  }
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly durationMs: number
  readonly profile: Profile
  readonly seed: number
  /** The permissions and inputs from the operator, and how to repeat the run. */
  readonly settings: RunSettings
  readonly verdict: RunVerdict
  readonly exitCode: 0 | 1 | 2 | 3
  /** Why the run is `error` or was cut short, in one line; absent otherwise. */
  readonly problem?: string
  /** The kind of that problem. */
  readonly problemKind?: ReasonKind
  /**
   * The run ended before it had judged every selected requirement: out of requests or time, stopped, or
   * without its target.
   */
  readonly cutShort?: true
  /** If the run was cut short: exchanges that were under way at the last answer and got none. */
  readonly underWay?: readonly number[]
  /** The number of violated requirements that no known failure excuses: the critical ones, and all. */
  readonly violations?: { readonly critical: number; readonly total: number }
  readonly requests: {
    readonly total: number
    readonly byKey: Readonly<Partial<Record<KeyLabel, number>>>
    /** How many of the requests were sent and never answered. */
    readonly unanswered?: number
    /** How many of the requests the run itself broke off, because it ended early. */
    readonly brokenOff?: number
    /**
     * The allowance according to the last answer to the key under test: `X-RateLimit-Remaining`, and the
     * limit.
     */
    readonly remaining?: { readonly left: number; readonly limit?: number }
  }
  /**
   * Every requirement of the catalogue that is not excluded, in catalogue order. Open points are passed (observed) or
   * inconclusive (not observed).
   */
  readonly requirements: readonly RequirementResult[]
  /** The violations, a block for each symptom, in reading order. */
  readonly blocks?: readonly Symptom[]
  /** Answers of the run with a status of 500 to 599, by status; absent if there was none. */
  readonly serverErrors?: readonly ServerErrors[]
  readonly cases: readonly CaseResult[]
  readonly observations: readonly Observation[]
  readonly footprint: readonly FootprintEntry[]
  /**
   * Conversations without a lead that are left: a run with writes uses some up, and the API cannot create
   * conversations.
   */
  readonly withoutLead?: WithoutLead
  /** The exchanges that findings, observations and evidence refer to. All of them are in traffic.har. */
  readonly exchanges: readonly RecordedExchange[]
  /** How often an oracle judged an exchange. */
  readonly judgements: number
  /** The requirements on clients, if their traffic was judged; absent in a run. */
  readonly clients?: readonly RequirementResult[]
  /** The requests and answers of each operation; absent if the run judged nothing. */
  readonly traffic?: readonly OperationTraffic[]
  /** The changes since the last whole run in the same folder; absent if the two cannot be compared. */
  readonly since?: Since
}

/** Whether a record is of the traffic of clients, and not of a run. */
export function isTraffic({ clients }: RunRecord): boolean {
  return clients !== undefined
}

/**
 * Whether a run judged everything: nothing was deselected, nothing cut it short, and it came to a verdict.
 */
export function isWhole({
  settings,
  cutShort,
  verdict,
}: Pick<RunRecord, 'settings' | 'cutShort' | 'verdict'>): boolean {
  return settings.selection === undefined && cutShort !== true && verdict !== 'error'
}

/** The requests and answers of one operation, with the number of exchanges of each kind. */
export interface OperationTraffic {
  readonly operation: string
  readonly exchanges: number
  readonly statuses: Readonly<Record<string, number>>
  /** Query parameters: those of the specification, and others that were sent. */
  readonly parameters: Readonly<Record<string, number>>
  /** Members of the request body, likewise. */
  readonly fields: Readonly<Record<string, number>>
}

/** The changes since the last whole run, among the requirements that both judged. */
export interface Since {
  /** When that run started: ISO 8601, UTC. */
  readonly startedAt: string
  /** Requirements that passed then, and are violated now at an operation that also answered then. */
  readonly broke: readonly string[]
  /**
   * Requirements that were violated then and passed now; each operation at which they were violated has
   * answered.
   */
  readonly fixed: readonly string[]
  /** For a run with `--last-failed`: the requirements that had failed, all of which it checked again. */
  readonly failed?: readonly string[]
}

/**
 * One symptom: the requirement and the finding that show it best, and further requirements that the same
 * mistake violates.
 */
export interface Symptom {
  /** The leading requirement. */
  readonly id: string
  /** The position of the leading finding among the findings of that requirement; absent if it has none. */
  readonly finding?: number
  /** Further requirements that the same answers, field, or wrong status violates. */
  readonly same: readonly string[]
}

/** The role of an exchange in a finding. */
export type Role =
  /** The request sent a value that a later answer should show; or its own answer is the decisive one. */
  | 'write'
  /** Its answer shows the finding. */
  | 'read'
  /** The request was pending at the same time as the others of this role. */
  | 'simultaneous'
  /** The decisive answer was compared with its answer. */
  | 'compared'

/** A finding in a record. */
export interface RecordedFinding extends Finding {
  /** The role of each of its exchanges, in their order; absent in the traffic of clients. */
  readonly roles?: readonly Role[]
  /** Other statuses with which the same request was answered in this run. */
  readonly otherwise?: readonly number[]
}

export interface RunSettings {
  readonly writes: boolean
  readonly otherKey: boolean
  readonly exhaustibleKey: boolean
  readonly apexUrl?: string
  readonly webhooks: boolean
  /** Certificates were not verified. */
  readonly insecure?: true
  /** Files of the client certificate, relative to the working folder; absent: none. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string }
  readonly budget: number
  /** Inputs that a case drew at most; absent: as many as the profile draws. */
  readonly fuzzRuns?: number
  readonly strict: boolean
  /** Only rules of this version of the tool, or before, count; absent: all. */
  readonly rules?: string
  /** Present if violations of derived requirements do not fail the run. */
  readonly failOn?: 'must'
  /** The selection, by the options that made it; absent: everything. */
  readonly selection?: {
    readonly only?: readonly string[]
    readonly endpoints?: readonly string[]
    readonly parts?: readonly number[]
    readonly cases?: readonly string[]
    /** The requirements that had failed before were selected. */
    readonly lastFailed?: true
  }
  /** Command-line arguments that reach the same target in the same way, without keys; absent: unknown. */
  readonly repeat?: readonly string[]
  /** The command by which the tool was called, if not with npx: `pnpm exec chat-agent-conformance`. */
  readonly program?: string
  /** Requirements that are left out, each with the reason. */
  readonly skip?: readonly { readonly id: string; readonly reason: string }[]
  /** The known-failures file and its contents; absent: none was given. */
  readonly knownFailures?: KnownFailures & { readonly file?: string }
  /** Deviations from safe defaults that a reader must know, e.g. "TLS certificates were not verified". */
  readonly warnings: readonly string[]
}

/** The contents of the known-failures file. */
export interface KnownFailures {
  /**
   * The profile of the runs that the file was made with: only a whole run of that profile says which failures
   * pass now.
   */
  readonly profile: Profile
  /** One entry for each requirement. */
  readonly failures: readonly KnownFailure[]
}

/** A requirement that is known to fail. */
export interface KnownFailure {
  readonly id: string
  /**
   * Where it is known to fail, as reports name it: an operation, or one place in its bodies, with `*` for any position in an
   * array: `GET /things at /data/*\/name`. Absent: wherever it does.
   */
  readonly places?: readonly string[]
  readonly reason: string
  readonly link?: string
  /** ISO date; from the next day on, the entry no longer excuses. */
  readonly until?: string
}

export interface RequirementResult {
  readonly id: string
  readonly part: number
  readonly endpoint: string
  readonly strength: Strength
  /** Its theme, for the order of reports. */
  readonly theme?: Theme
  /** How severe a violation is; absent: open points. */
  readonly severity?: Severity
  /** The place in the specification. */
  readonly source: Source
  /** The same in words: `part 4, POST /things: “name”`. */
  readonly stated?: string
  readonly text: string
  /** How a derived requirement follows from its source. */
  readonly because?: string
  /** Why a violation matters; absent: open points. */
  readonly why?: string
  /** The rule is newer than the version whose rules count: it was judged, but does not count. */
  readonly newer?: true
  readonly verdict: Verdict
  /** Why it is neither passed nor failed: the missing prerequisite, and how to supply it. */
  readonly reason?: string
  /** The kind of that reason. */
  readonly reasonKind?: ReasonKind
  /** Options and variables by which the operator would enable it. */
  readonly options?: readonly string[]
  /** Violated requirements that ended its case: it cannot be judged while they are violated. */
  readonly premise?: readonly string[]
  readonly findings: readonly RecordedFinding[]
  /** The number of judgements behind the verdict. */
  readonly judgements: number
  /** How often it held in addition to its violations, if oracles judge it. */
  readonly held?: number
  /** Some exchanges in which it was met. */
  readonly evidence: readonly number[]
  /** Ids of cases that verify it. */
  readonly cases: readonly string[]
  /** The entry of the known-failures file for it. */
  readonly known?: {
    readonly reason: string
    readonly places?: readonly string[]
    readonly link?: string
    readonly until?: string
    /** It passes at its listed places, in a whole run of the file's profile. */
    readonly unexpectedPass: boolean
    /** It was not judged, or not at its listed places. */
    readonly notTried?: true
    /** Findings at places that no entry names, and that are not excused. */
    readonly unexcused?: number
  }
  /** Ids of mutants (seeded faults) that also break this requirement. */
  readonly mutants?: readonly string[]
}

/** How often the target answered with one status of a server error. */
export interface ServerErrors {
  readonly status: number
  readonly count: number
  /** Method and path template of the first request with this status: `GET /things/{id}`. */
  readonly first: string
  /** Id of that exchange. */
  readonly exchange: number
}

export interface CaseResult {
  /** Stable: the requirement it verifies first, and a slug of its title. */
  readonly id: string
  readonly suite: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly verdict: Verdict
  readonly reason?: string
  readonly reasonKind?: ReasonKind
  /** Options and variables by which the operator would enable it. */
  readonly options?: readonly string[]
  readonly requests: number
  /** When it began: ISO 8601, UTC; absent: it did not run. */
  readonly startedAt?: string
  readonly durationMs: number
  readonly exchanges: readonly number[]
  /** Path of the suite file, relative to the project, and the line of the case. */
  readonly file?: string
  readonly line?: number
  /** One of its findings was seen once, but not again when the case ran a second time. */
  readonly flaky?: boolean
  /** The case failed and nevertheless ran to its end: every requirement that it verifies was judged. */
  readonly whole?: true
}

export interface RecordedExchange {
  readonly id: number
  readonly key: KeyLabel
  readonly operation?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly (readonly [string, string])[]
    readonly body?: string
    /** Present if the body is not UTF-8: each character of `body` then stands for one byte. */
    readonly bodyCoding?: 'latin1'
  }
  readonly response?: {
    readonly status: number
    readonly headers: readonly (readonly [string, string])[]
    /** Cut after 64 KiB; `size` says how long it was. */
    readonly body: string
    readonly size: number
  }
  readonly failure?: { readonly kind: string; readonly message: string }
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** Runs as pasted, with the key as $CONFORMANCE_API_KEY. */
  readonly curl: string
}
