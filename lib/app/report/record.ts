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
  /** What was verified. */
  readonly api: {
    readonly title: string
    /** Titles of the parts of its specification; the first is part 1. */
    readonly parts: readonly string[]
    /** `GET /things/{id}`, in the order of the specification. */
    readonly operations: readonly string[]
    /** Digests of the contract, and of the rules that were judged: two records are comparable where both are alike. */
    readonly digests: { readonly contract: string; readonly rules: string }
  }
  readonly target: {
    readonly baseUrl: string
    readonly embedded: boolean
    /** What its operator calls it. */
    readonly name?: string
    /** Which build it is: a version, or a commit. */
    readonly version?: string
  }
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly durationMs: number
  readonly profile: Profile
  readonly seed: number
  /** What the operator allowed and supplied, and how to repeat the run. */
  readonly settings: RunSettings
  readonly verdict: RunVerdict
  readonly exitCode: 0 | 1 | 2 | 3
  /** Why the run is `error` or was cut short, in one line; absent otherwise. */
  readonly problem?: string
  /** What kind of problem that is. */
  readonly problemKind?: ReasonKind
  /** It ended before it had judged all that it was asked for: out of requests or time, stopped, or without its target. */
  readonly cutShort?: true
  /** If the run was cut short: exchanges that were under way at the last answer and got none. */
  readonly underWay?: readonly number[]
  /** The number of violated requirements that no known failure excuses: the critical ones, and all. */
  readonly violations?: { readonly critical: number; readonly total: number }
  readonly requests: {
    readonly total: number
    readonly byKey: Readonly<Partial<Record<KeyLabel, number>>>
    /** How many of them were sent and never answered. */
    readonly unanswered?: number
    /** How many of them this run broke off itself, as it ended early. */
    readonly brokenOff?: number
    /** What the last answer to the key under test said of its allowance: `X-RateLimit-Remaining`, and the limit. */
    readonly remaining?: { readonly left: number; readonly limit?: number }
  }
  /**
   * Every requirement of the catalogue that is not excluded, in catalogue order. Open points are passed (observed) or
   * inconclusive (not observed).
   */
  readonly requirements: readonly RequirementResult[]
  /** What makes the run fail, a block for each symptom, in reading order. */
  readonly blocks?: readonly Symptom[]
  /** Answers of the run with a status of 500 to 599, by status; absent if there was none. */
  readonly serverErrors?: readonly ServerErrors[]
  readonly cases: readonly CaseResult[]
  readonly observations: readonly Observation[]
  readonly footprint: readonly FootprintEntry[]
  /** Conversations that are left without a lead: a run with writes uses some up, and the API makes none. */
  readonly withoutLead?: WithoutLead
  /** The exchanges that findings, observations and evidence refer to. All of them are in traffic.har. */
  readonly exchanges: readonly RecordedExchange[]
  /** How often an oracle judged an exchange. */
  readonly judgements: number
  /** The requirements on clients, where the traffic of clients was judged; absent in a run. */
  readonly clients?: readonly RequirementResult[]
  /** What each operation was asked and answered; absent where the run judged nothing. */
  readonly traffic?: readonly OperationTraffic[]
  /** What changed since the last whole run in the same folder; absent where the two cannot be compared. */
  readonly since?: Since
}

/** Whether a record is of the traffic of clients, and not of a run. */
export function isTraffic({ clients }: RunRecord): boolean {
  return clients !== undefined
}

/** Whether a run judged all that there is: nothing was selected, nothing cut it short, and it came to a verdict. */
export function isWhole({
  settings,
  cutShort,
  verdict,
}: Pick<RunRecord, 'settings' | 'cutShort' | 'verdict'>): boolean {
  return settings.selection === undefined && cutShort !== true && verdict !== 'error'
}

/** What one operation was asked and answered, with the number of exchanges of each kind. */
export interface OperationTraffic {
  readonly operation: string
  readonly exchanges: number
  readonly statuses: Readonly<Record<string, number>>
  /** Query parameters: those of the specification, and others that were sent. */
  readonly parameters: Readonly<Record<string, number>>
  /** Members of the request body, likewise. */
  readonly fields: Readonly<Record<string, number>>
}

/** What changed since the last whole run, of what both judged. */
export interface Since {
  /** When that run started: ISO 8601, UTC. */
  readonly startedAt: string
  /** Requirements that passed then and are violated now, at an operation that answered then. */
  readonly broke: readonly string[]
  /** Requirements that were violated then and passed now, and each operation at which they were has answered. */
  readonly fixed: readonly string[]
  /** Of a run with `--last-failed`: the requirements that had failed, all of which it asked about again. */
  readonly failed?: readonly string[]
}

/** One symptom: the requirement and the finding that show it best, and further requirements that the same violates. */
export interface Symptom {
  /** The requirement that leads. */
  readonly id: string
  /** The position of the finding that leads, in the findings of that requirement; absent: it has none. */
  readonly finding?: number
  /** Further requirements that the same answers, field, or wrong status violates. */
  readonly same: readonly string[]
}

/** What an exchange is in a finding. */
export type Role =
  /** It sent what a later answer ought to show, or the decisive answer is its own. */
  | 'write'
  /** Its answer shows the finding. */
  | 'read'
  /** It was under way at the same time as the others of this role. */
  | 'simultaneous'
  /** The decisive answer was compared with its answer. */
  | 'compared'

/** A finding in a record. */
export interface RecordedFinding extends Finding {
  /** What each of its exchanges is in it, in their order; absent in the traffic of clients. */
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
  /** What was asked for, by the options that said so; absent: everything. */
  readonly selection?: {
    readonly only?: readonly string[]
    readonly endpoints?: readonly string[]
    readonly parts?: readonly number[]
    readonly cases?: readonly string[]
    /** What had failed before. */
    readonly lastFailed?: true
  }
  /** Words of a command line by which the same target is met again in the same way, without keys; absent: not known. */
  readonly repeat?: readonly string[]
  /** How the tool was called, where that was not with npx: `pnpm exec chat-agent-conformance`. */
  readonly program?: string
  /** Requirements that are left out, each with the reason. */
  readonly skip?: readonly { readonly id: string; readonly reason: string }[]
  /** The known-failures file, and what it says; absent: none was given. */
  readonly knownFailures?: KnownFailures & { readonly file?: string }
  /** Deviations from safe defaults that a reader must know, e.g. "TLS certificates were not verified". */
  readonly warnings: readonly string[]
}

/** What the known-failures file says. */
export interface KnownFailures {
  /** The profile that it was made with: a whole run of it says which of the failures pass now. */
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
  /** ISO date; from the day after it on the entry no longer excuses. */
  readonly until?: string
}

export interface RequirementResult {
  readonly id: string
  readonly part: number
  readonly endpoint: string
  readonly strength: Strength
  /** What it is about, for the order of reports. */
  readonly theme?: Theme
  /** How severe a violation is; absent: open points. */
  readonly severity?: Severity
  /** Where the specification states it. */
  readonly source: Source
  /** The same in words: `part 4, POST /things: “name”`. */
  readonly stated?: string
  readonly text: string
  /** How a derived requirement follows from its source. */
  readonly because?: string
  /** Why a violation matters; absent: open points. */
  readonly why?: string
  /** It came after the version whose rules count: it was judged, and does not count. */
  readonly newer?: true
  readonly verdict: Verdict
  /** Why it is not passed or failed: what is missing, and what would enable it. */
  readonly reason?: string
  /** What kind of reason that is. */
  readonly reasonKind?: ReasonKind
  /** Options and variables by which the operator would enable it. */
  readonly options?: readonly string[]
  /** Violated requirements that ended its case: it cannot be judged while they are violated. */
  readonly premise?: readonly string[]
  readonly findings: readonly RecordedFinding[]
  /** How many judgements stand behind the verdict. */
  readonly judgements: number
  /** How often it held beside its violations, where oracles judge it. */
  readonly held?: number
  /** What tells those answers from the ones that violated it: `none of them with status=blocked`. */
  readonly contrast?: string
  /** Some exchanges that show that it was met. */
  readonly evidence: readonly number[]
  /** Ids of cases that verify it. */
  readonly cases: readonly string[]
  /** The entry of the known-failures file for it. */
  readonly known?: {
    readonly reason: string
    readonly places?: readonly string[]
    readonly link?: string
    readonly until?: string
    /** It passes at its places, in a whole run of the profile of the file. */
    readonly unexpectedPass: boolean
    /** It was not judged, or not at its places. */
    readonly notTried?: true
    /** Findings at places that no entry names, and that are not excused. */
    readonly unexcused?: number
  }
  /** Ids of mutants, which are seeded faults, that break this requirement, too. */
  readonly mutants?: readonly string[]
}

/** How often the target answered with one status of a server error. */
export interface ServerErrors {
  readonly status: number
  readonly count: number
  /** Method and path template of the first request that got it: `GET /things/{id}`. */
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
  /** Something that it found was seen once, and not again when it was run a second time. */
  readonly flaky?: boolean
  /** Failed and nevertheless ran to its end: everything that it verifies was judged. */
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
    /** Present if the body is no UTF-8: each character of `body` then stands for one byte. */
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
