import type { RequirementResult, RunRecord } from '../report/record.ts'
import type { Exchange } from '../http/exchange.ts'
import { toCurl } from '../http/curl.ts'
import { replayCommand } from '../report/replay.ts'
import type { Finding } from '../judge/finding.ts'

/** One violated requirement, with all that is needed to see it again: written to `capsules/<requirement>.json`. */
export interface Capsule {
  readonly capsuleVersion: 1
  readonly tool: RunRecord['tool']
  readonly target: RunRecord['target']
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly profile: RunRecord['profile']
  readonly seed: number
  readonly requirement: Pick<RequirementResult, 'id' | 'part' | 'endpoint' | 'strength' | 'text'>
  readonly findings: readonly Finding[]
  /** The exchanges that show it, whole. */
  readonly exchanges: readonly CapsuleExchange[]
  /** The command that verifies the requirement again. */
  readonly command: string
  /** Seeded faults of the reference service that show the same symptom. */
  readonly mutants?: readonly string[]
}

/** An exchange as a file holds it: what was read out of the body is read again. */
export interface CapsuleExchange extends Omit<Exchange, 'response'> {
  readonly response?: Omit<NonNullable<Exchange['response']>, 'json'>
  /** Runs as pasted, with keys as environment variables. */
  readonly curl: string
}

/** The capsules of a run: one for each violated requirement, known failures included. */
export function capsulesOf(record: RunRecord, exchanges: readonly Exchange[]): Capsule[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return record.requirements
    .filter(({ verdict, findings }) => verdict === 'failed' && findings.length > 0)
    .map((row) => capsuleOf(record, row, byId))
}

function capsuleOf(record: RunRecord, row: RequirementResult, byId: ReadonlyMap<number, Exchange>): Capsule {
  const { id, part, endpoint, strength, text, findings, mutants } = row
  const shown = [...new Set(findings.flatMap((finding) => finding.exchanges))]
  return {
    capsuleVersion: 1,
    tool: record.tool,
    target: record.target,
    recordedAt: record.startedAt,
    profile: record.profile,
    seed: record.seed,
    requirement: { id, part, endpoint, strength, text },
    findings,
    exchanges: shown.flatMap((number) => {
      const exchange = byId.get(number)
      return exchange === undefined ? [] : [stored(exchange, record.target.baseUrl)]
    }),
    command: replayCommand(record, id, findings[0]),
    ...(mutants === undefined ? {} : { mutants }),
  }
}

function stored({ response, ...exchange }: Exchange, baseUrl: string): CapsuleExchange {
  const curl = toCurl(exchange, baseUrl)
  if (response === undefined) return { ...exchange, curl }
  const { json: _, ...received } = response
  return { ...exchange, response: received, curl }
}
