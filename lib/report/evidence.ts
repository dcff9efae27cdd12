import type { Finding } from '../judge/finding.ts'
import type { CaseResult, RecordedExchange, RequirementResult, RunRecord } from './record.ts'
import { capChars, oneLine } from '../util/text.ts'

/** Exchanges and cases of a record by id, for renderers that follow references. */
export interface Lookup {
  readonly exchange: (id: number) => RecordedExchange | undefined
  readonly case: (id: string) => CaseResult | undefined
  readonly requirement: (id: string) => RequirementResult | undefined
}

/** Finds the exchanges and cases of a record by their ids. */
export function lookup(record: RunRecord): Lookup {
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]))
  const cases = new Map(record.cases.map((result) => [result.id, result]))
  const requirements = new Map(record.requirements.map((requirement) => [requirement.id, requirement]))
  return {
    exchange: (id) => exchanges.get(id),
    case: (id) => cases.get(id),
    requirement: (id) => requirements.get(id),
  }
}

/** The decisive exchange of a finding; undefined if the record does not hold it. */
export function decisiveExchange(finding: Finding, find: Lookup): RecordedExchange | undefined {
  for (const id of finding.exchanges) {
    const exchange = find.exchange(id)
    if (exchange !== undefined) return exchange
  }
  return undefined
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The writes of a finding that were under way at the same time, and may fail only together. Empty if there are fewer
 * than two.
 */
export function sentAtOnce(finding: Finding, find: Lookup): readonly RecordedExchange[] {
  // Findings of oracles, and merged ones, may combine exchanges of unrelated cases.
  if (finding.case === undefined || finding.count > 1) return []
  const writes = finding.exchanges
    .flatMap((id) => find.exchange(id) ?? [])
    .filter(({ request }) => !SAFE.has(request.method))
    .toSorted((a, b) => a.id - b.id)
  const isBeside = (a: RecordedExchange, b: RecordedExchange): boolean =>
    a !== b && Date.parse(a.startedAt) < endOf(b) && Date.parse(b.startedAt) < endOf(a)
  const together = writes.filter((one) => writes.some((other) => isBeside(one, other)))
  return together.length < 2 ? [] : together
}

function endOf({ startedAt, durationMs }: RecordedExchange): number {
  return Date.parse(startedAt) + durationMs
}

/** One command for requests that were sent side by side. */
export function curlAtOnce(exchanges: readonly RecordedExchange[]): string {
  return [...exchanges.map(({ curl, shortCurl }) => `${shortCurl ?? curl} &`), 'wait'].join('\n')
}

/** How an exchange ended, in a word or two: `404`, or `no answer (timeout)`. */
export function answerOf(exchange: RecordedExchange): string {
  if (exchange.response !== undefined) return String(exchange.response.status)
  return `no answer (${exchange.failure?.kind ?? 'unknown'})`
}

/** Path and query of an exchange's URL, without scheme and host. */
export function pathOf(exchange: RecordedExchange): string {
  return exchange.request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
}

/** An exchange in one line: `GET /v1/things?limit=1 → 200 (Age: 43)`. */
export function exchangeLine(exchange: RecordedExchange): string {
  const between = betweenOf(exchange)
  const headers = between.length === 0 ? '' : ` (${between.join(', ')})`
  return `${exchange.request.method} ${pathOf(exchange)} → ${answerOf(exchange)}${headers}`
}

/** Headers that proxies and caches add. A cache explains a stale answer. */
const BETWEEN = new Set(['age', 'x-cache', 'cf-cache-status', 'via'])
const LONGEST_HEADER = 60

/**
 * Headers that may explain an answer: those of caches and proxies, and `Server` if the answer is a server error or
 * not JSON.
 */
export function betweenOf({ response }: RecordedExchange): string[] {
  if (response === undefined) return []
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const isForeign = response.status >= 500 || (response.body !== '' && !/json/i.test(type))
  return response.headers
    .filter(([header]) => {
      const name = header.toLowerCase()
      return BETWEEN.has(name) || (name === 'server' && isForeign)
    })
    .map(([name, value]) => `${name}: ${capChars(oneLine(value), LONGEST_HEADER)}`)
}

/** The source of the case behind a finding: `suites/things.ts:42`. */
export function sourceOf(finding: Finding, find: Lookup): string | undefined {
  const result = finding.case === undefined ? undefined : find.case(finding.case)
  if (result?.file === undefined) return undefined
  return result.line === undefined ? result.file : `${result.file}:${result.line}`
}

/** What reproduces a violation: the cases that sent its exchanges, with the same inputs. */
export interface Replay {
  readonly only: string
  /** Empty if no case sent the exchanges of the finding. */
  readonly cases: readonly string[]
  readonly seed: number
  readonly fuzzRuns: number
}

/** What reproduces a violated requirement by one of its findings. */
export function replayOf(record: RunRecord, requirement: string, finding?: Finding): Replay {
  return {
    only: requirement,
    cases: finding === undefined ? [] : sendersOf(record, finding),
    seed: finding?.replay?.seed ?? record.seed,
    fuzzRuns: record.settings.fuzzRuns,
  }
}

/**
 * The case that asserted a finding, and, where it verifies another requirement first, those for this one that failed too: it may have
 * met what they had written. For a finding of an oracle: the cases that sent its exchanges, for each exchange the case with the fewest
 * requests.
 */
function sendersOf({ cases }: RunRecord, finding: Finding): readonly string[] {
  const { case: asserting, requirement } = finding
  if (asserting !== undefined) {
    const own = cases.filter(({ requirements: [first] }) => first === requirement)
    const failed = own.some(({ id }) => id === asserting)
      ? []
      : own.filter(({ verdict }) => verdict === 'failed')
    return [asserting, ...failed.map(({ id }) => id)]
  }
  const senders = finding.exchanges.flatMap((exchange) => {
    const [cheapest] = cases
      .filter(({ exchanges }) => exchanges.includes(exchange))
      .toSorted((a, b) => a.requests - b.requests)
    return cheapest === undefined ? [] : [cheapest.id]
  })
  return [...new Set(senders)]
}

/**
 * The command that reproduces a violation on the same target with the same seed. Keys come from the environment. For
 * a generated test it has the seed of the test and, as a shell comment, the path of the counterexample.
 */
export function replayCommand(record: RunRecord, requirement: string, finding?: Finding): string {
  const { only, cases, seed, fuzzRuns } = replayOf(record, requirement, finding)
  const words = ['npx chat-agent-conformance run', `--only ${quote(only)}`]
  if (cases.length > 0) words.push(`--case ${cases.map(quote).join(' ')}`)
  if (!record.target.embedded) {
    words.push(`--base-url ${quote(record.target.baseUrl)}`)
    if (record.settings.apexUrl !== undefined) words.push(`--apex-url ${quote(record.settings.apexUrl)}`)
    if (record.settings.writes) words.push('--writes')
    words.push(...listening(record), ...(record.settings.insecure === true ? ['--insecure'] : []))
    const { clientCertificate } = record.settings
    if (clientCertificate !== undefined)
      words.push(
        `--client-cert ${quote(clientCertificate.cert)}`,
        `--client-key ${quote(clientCertificate.key)}`,
      )
  }
  if (record.settings.suite !== undefined) words.push(`--suite ${quote(record.settings.suite)}`)
  words.push(`--profile ${record.profile}`, `--seed ${seed}`)
  if (finding?.replay !== undefined) {
    words.push(`--fuzz-runs ${fuzzRuns}`, `# path ${finding.replay.path.replaceAll(/[^\d:]/g, '')}`)
  }
  return words.join(' ')
}

/** Where the run listens for deliveries. */
function listening({ settings: { webhook } }: RunRecord): string[] {
  if (webhook === undefined) return []
  const { host, port } = webhook
  return [`--webhook-port ${port}`, ...(host === '127.0.0.1' ? [] : [`--webhook-host ${quote(host)}`])]
}

/** Quotes a word for a POSIX shell if necessary. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
