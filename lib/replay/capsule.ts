import { toCurl } from '../http/curl.ts'
import type { Exchange } from '../http/exchange.ts'
import { readJson } from '../http/read-json.ts'
import type { Finding } from '../judge/finding.ts'
import type { Catalogue } from '../judge/requirement.ts'
import type { RequirementResult, RunRecord } from '../report/record.ts'
import { replayCommand } from '../report/evidence.ts'
import { FileProblem } from '../util/errors.ts'
import { isObject } from '../util/values.ts'

/** A violated requirement with everything needed to reproduce it: the content of `capsules/<requirement>.json`. */
export interface Capsule {
  readonly capsuleVersion: 1
  readonly tool: RunRecord['tool']
  readonly target: RunRecord['target']
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly profile: RunRecord['profile']
  readonly seed: number
  readonly requirement: Pick<RequirementResult, 'id' | 'part' | 'endpoint' | 'strength' | 'text' | 'own'>
  readonly findings: readonly Finding[]
  /** The complete exchanges that show the violation. */
  readonly exchanges: readonly CapsuleExchange[]
  /** The command that verifies the requirement again. */
  readonly command: string
  /** Seeded faults of the reference service that show the same symptom. */
  readonly mutants?: readonly string[]
}

/** An exchange as a file stores it: without the parsed body, which is parsed again on reading. */
interface CapsuleExchange extends Omit<Exchange, 'response'> {
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
  const { id, part, endpoint, strength, text, own, findings, mutants } = row
  const shown = [...new Set(findings.flatMap((finding) => finding.exchanges))]
  return {
    capsuleVersion: 1,
    tool: record.tool,
    target: record.target,
    recordedAt: record.startedAt,
    profile: record.profile,
    seed: record.seed,
    requirement: { id, part, endpoint, strength, text, ...(own === true ? { own } : {}) },
    findings,
    exchanges: shown.flatMap((number) => {
      const exchange = byId.get(number)
      return exchange === undefined ? [] : [stored(exchange, record)]
    }),
    command: replayCommand(record, id, findings[0]),
    ...(mutants === undefined ? {} : { mutants }),
  }
}

function stored(
  { response, ...exchange }: Exchange,
  { target: { baseUrl }, settings }: RunRecord,
): CapsuleExchange {
  const curl = toCurl(exchange, baseUrl, settings)
  if (response === undefined) return { ...exchange, curl }
  const { json: _, ...received } = response
  return { ...exchange, response: received, curl }
}

/** Parses a capsule. Throws a {@link FileProblem} if the text is not one. */
export function readCapsule(text: string, catalogue: Pick<Catalogue, 'has'>): Capsule {
  const value = parsed(text)
  if (!isObject(value) || value['capsuleVersion'] !== 1) {
    throw new FileProblem('is not a capsule: a run writes them to capsules/ in its reports folder')
  }
  if (!isCapsule(value)) throw new FileProblem('is a capsule of which parts are missing')
  if (value.requirement.own !== true && !catalogue.has(value.requirement.id)) {
    throw new FileProblem(
      `speaks of ${value.requirement.id.slice(0, 40)}, which is no requirement of this version`,
    )
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileProblem('is not JSON', { cause: error })
  }
}

function isCapsule(value: object): value is Capsule {
  const { target, requirement, findings, exchanges, command } = value as Partial<
    Record<keyof Capsule, unknown>
  >
  return (
    isObject(target) &&
    typeof target['baseUrl'] === 'string' &&
    isObject(requirement) &&
    typeof requirement['id'] === 'string' &&
    typeof requirement['text'] === 'string' &&
    typeof command === 'string' &&
    Array.isArray(findings) &&
    findings.every(isFinding) &&
    Array.isArray(exchanges) &&
    exchanges.every(isExchange)
  )
}

function isFinding(value: unknown): boolean {
  if (!isObject(value)) return false
  const { expected, received, where, exchanges } = value
  return [expected, received, where].every((text) => typeof text === 'string') && Array.isArray(exchanges)
}

function isExchange(value: unknown): boolean {
  if (!isObject(value) || typeof value['id'] !== 'number' || !isObject(value['request'])) return false
  const { request, response } = value
  if (typeof request['url'] !== 'string' || typeof request['path'] !== 'string') return false
  if (!Array.isArray(request['headers']) || !Array.isArray(request['query'])) return false
  if (response === undefined) return true
  return (
    isObject(response) &&
    typeof response['status'] === 'number' &&
    typeof response['text'] === 'string' &&
    Array.isArray(response['headers'])
  )
}

/** The exchange as it was judged when recorded; its body is parsed again. */
export function exchangeOf({ curl: _curl, ...recorded }: CapsuleExchange): Exchange {
  const { response, ...exchange } = recorded
  const known = { ...exchange, request: withoutPlaceholder(recorded) }
  if (response === undefined) return known
  return { ...known, response: { ...response, json: readJson(Buffer.from(response.text)).json } }
}

/**
 * An answer that shows a part of the key cannot be compared with a placeholder, so the header is removed. It stays if
 * the answer shows the whole key: then the same placeholder stands in both.
 */
function withoutPlaceholder({ request, response }: Omit<CapsuleExchange, 'curl'>): Exchange['request'] {
  const headers = request.headers.filter(([name, value]) => {
    const placeholder = /\$CONFORMANCE_[A-Z_]+/.exec(value)?.[0]
    if (name.toLowerCase() !== 'authorization' || placeholder === undefined) return true
    return response?.text.includes(`"${placeholder}"`) === true
  })
  return { ...request, headers }
}
