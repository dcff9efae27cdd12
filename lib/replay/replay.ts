import { isDeepStrictEqual } from 'node:util'
import { atPointer } from '../contract/json.ts'
import type { Api } from '../harness/api.ts'
import type { RequestSpec } from '../http/client.ts'
import { createClient } from '../http/client.ts'
import type { Exchange, KeyLabel } from '../http/exchange.ts'
import { json } from '../http/exchange.ts'
import { KEY_VARIABLES, isOwnedKey } from '../http/keys.ts'
import { createLedger } from '../http/ledger.ts'
import type { Transport } from '../http/transport.ts'
import type { Finding } from '../judge/finding.ts'
import { quote } from '../util/values.ts'
import type { Capsule } from './capsule.ts'
import { exchangeOf } from './capsule.ts'
import { judgeTraffic } from './judge-har.ts'

/** The result of a replay. */
export interface Replay {
  readonly capsule: Capsule
  readonly symptoms: readonly Symptom[]
  /** Present if the requests were sent again, with the address. */
  readonly resent?: Resent & { readonly baseUrl: string }
}

/** Judges the exchanges of a capsule again. Sends nothing. */
export function replayRecorded(api: Api, capsule: Capsule): Replay {
  const recorded = capsule.exchanges.map(exchangeOf)
  return { capsule, symptoms: symptoms(api, capsule, recorded, recorded, capsule.target.baseUrl) }
}

/** Sends the requests of a capsule again and says whether the symptom is still there. */
export async function replayOnTarget(
  api: Api,
  capsule: Capsule,
  target: ResendTarget,
  signal?: AbortSignal,
): Promise<Replay> {
  const recorded = capsule.exchanges.map(exchangeOf)
  const sendable = capsule.exchanges.map(({ curl: _curl, response: _response, ...exchange }) => exchange)
  const resent = await resend(api, sendable, capsule.target.baseUrl, target, signal)
  return {
    capsule,
    symptoms: symptoms(api, capsule, recorded, resent.exchanges, target.baseUrl, resent.unsent),
    resent: { ...resent, baseUrl: target.baseUrl },
  }
}

/** Where requests are sent again, with which keys, and whether they may change anything. */
export interface ResendTarget {
  readonly baseUrl: string
  readonly transport: Transport
  readonly keys: Readonly<Partial<Record<KeyLabel, string>>>
  readonly writes: boolean
  readonly version: string
}

/** The result of sending recorded requests again. */
export interface Resent {
  /** They have the ids of the recorded exchanges. */
  readonly exchanges: readonly Exchange[]
  /** Requests that were not sent, each with the reason. */
  readonly unsent: readonly { readonly id: number; readonly reason: string }[]
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Headers that the client sets itself. */
const OWN_HEADERS = new Set([
  'user-agent',
  'accept-encoding',
  'authorization',
  'content-type',
  'host',
  'content-length',
])

/**
 * Sends recorded requests again, in their order, one after the other. Never rejects: a failure is part of its
 * exchange.
 */
async function resend(
  api: Api,
  recorded: readonly Exchange[],
  recordedBaseUrl: string,
  target: ResendTarget,
  signal?: AbortSignal,
): Promise<Resent> {
  const exchanges: Exchange[] = []
  const unsent: { id: number; reason: string }[] = []
  for (const exchange of recorded.toSorted((a, b) => a.id - b.id)) {
    const reason = obstacle(exchange, recordedBaseUrl, target)
    if (reason === undefined) {
      const client = clientFor(api, target, signal)
      // oxlint-disable-next-line no-await-in-loop -- the order of requests is part of what they show
      exchanges.push({ ...(await client.send(specOf(exchange))), id: exchange.id })
    } else unsent.push({ id: exchange.id, reason })
  }
  return { exchanges, unsent }
}

function clientFor(
  api: Api,
  target: ResendTarget,
  signal: AbortSignal | undefined,
): ReturnType<typeof createClient> {
  return createClient({
    ...target,
    ledger: createLedger({ budget: 1000, floor: 0 }),
    match: (method, path) => api.contract.match(method, path)?.operation,
    onExchange: () => undefined,
    concurrency: 1,
    ...(signal === undefined ? {} : { signal }),
  })
}

function obstacle(
  { request, key }: Exchange,
  recordedBaseUrl: string,
  { writes, keys }: ResendTarget,
): string | undefined {
  if (!request.url.startsWith(`${recordedBaseUrl}/`)) return 'it went to another address than the base URL'
  if (!SAFE.has(request.method) && !writes) return `${request.method} needs --writes`
  if (isOwnedKey(key) && keys[key] === undefined) return `it needs the key in ${KEY_VARIABLES[key]}`
  if (
    key === 'invalid' &&
    (request.authorizationShell !== undefined || /\$CONFORMANCE_/.test(authorization(request)))
  )
    return 'its key was made out of a real one, which no file holds'
  return undefined
}

function authorization({ headers }: Exchange['request']): string {
  return headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}

function specOf({ request, key }: Exchange): RequestSpec {
  const { method, path, query, body, bodyCoding, headers } = request
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return {
    method,
    path,
    query,
    headers: headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
    ...(body === undefined ? {} : { rawBody: body, contentType: contentType ?? '' }),
    ...(bodyCoding === undefined ? {} : { rawCoding: bodyCoding }),
    ...(key === 'invalid' ? { authorization: authorization(request) } : { key }),
  }
}

/** The state of one finding of a capsule. */
export interface Symptom {
  readonly finding: Finding
  /**
   * - `shown`: an oracle finds it again
   * - `same-answer`: a case asserted it, and the answer is the same as then
   * - `gone`: the oracle that found it finds nothing now, or the answer is the expected one
   * - `unclear`: the answer differs, and only the case could judge it
   * - `unanswered`: there is no answer to judge
   */
  readonly state: 'shown' | 'same-answer' | 'gone' | 'unclear' | 'unanswered'
  /** What was seen, in one line. */
  readonly seen: string
}

/**
 * Looks for the findings of a capsule in exchanges.
 * @param exchanges - the recorded ones, or those of the requests sent again, with the same ids
 */
function symptoms(
  api: Api,
  capsule: Capsule,
  recorded: readonly Exchange[],
  exchanges: readonly Exchange[],
  baseUrl: string,
  unsent: Resent['unsent'] = [],
): Symptom[] {
  const { findings } = judgeTraffic(api, exchanges, baseUrl)
  const again = findings.filter(({ requirement }) => requirement === capsule.requirement.id)
  const byOracle = judgeTraffic(api, recorded, capsule.target.baseUrl).findings.some(
    ({ requirement }) => requirement === capsule.requirement.id,
  )
  return capsule.findings.map((finding): Symptom => {
    const found = again.find(({ where }) => where === finding.where) ?? again[0]
    if (found !== undefined) return { finding, state: 'shown', seen: found.received }
    const then = first(finding, recorded)
    const now = first(finding, exchanges)
    if (now?.response === undefined)
      return { finding, state: 'unanswered', seen: whyNot(finding, now, unsent) }
    const seen = answerAt(now, finding.pointer)
    if (byOracle) return { finding, state: 'gone', seen }
    const same = then !== undefined && answerAt(then, finding.pointer) === seen
    if (same) return { finding, state: 'same-answer', seen }
    return { finding, state: asExpected(finding, now) ? 'gone' : 'unclear', seen }
  })
}

/** Whether the answer has a status that was required, or the value that was required at the pointer. */
function asExpected({ accepted, value, pointer }: Finding, now: Exchange): boolean {
  if (accepted !== undefined) return accepted.includes(now.response?.status ?? 0)
  return (
    pointer !== undefined && value !== undefined && isDeepStrictEqual(atPointer(json(now), pointer), value)
  )
}

function first({ exchanges: [id] }: Finding, among: readonly Exchange[]): Exchange | undefined {
  return among.find((exchange) => exchange.id === id)
}

/** Why there is no answer to judge. */
function whyNot(
  { exchanges: [id] }: Finding,
  exchange: Exchange | undefined,
  unsent: Resent['unsent'],
): string {
  const reason = unsent.find((one) => one.id === id)?.reason
  return (
    exchange?.failure?.message ?? (reason === undefined ? 'its exchange is not there' : `not sent, ${reason}`)
  )
}

/** The status of an answer, and the value at the pointer of the finding. */
function answerAt(exchange: Exchange, pointer: string | undefined): string {
  const status = `status ${exchange.response?.status ?? ''}`
  return pointer === undefined
    ? status
    : `${status}, ${quote(atPointer(json(exchange), pointer))} at ${pointer}`
}
