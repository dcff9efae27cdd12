import type { Finding } from '../../judge/finding.ts'
import type { CaseResult, RecordedExchange, RequirementResult, RunRecord } from '../record.ts'
import { thousands } from '../../util/text.ts'
import { cut } from '../wording.ts'
import { missingMember, parsed } from './pointer.ts'
import { replayCommand } from './commands.ts'

/** Exchanges, cases and requirements of a record by id. */
export interface Lookup {
  readonly exchange: (id: number) => RecordedExchange | undefined
  readonly case: (id: string) => CaseResult | undefined
  readonly requirement: (id: string) => RequirementResult | undefined
}

/** Finds what a record holds by its id. */
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

/** A finding with everything that a reader needs to understand and repeat it. */
export interface Evidence {
  readonly finding: Finding
  /** `GET /things at /pagination/total`. */
  readonly place: string
  readonly expected: string
  /** What was received; of a missing member also what is there: `absent (no total; present: limit, offset)`. */
  readonly received: string
  /** All that in one: `GET /things at /pagination/total: expected an integer, received absent`. */
  readonly sentence: string
  /** `69 times`; undefined if it was seen once. */
  readonly times?: string
  /** The exchanges that show it and that the record holds, the decisive one first. */
  readonly exchanges: readonly RecordedExchange[]
  /** What has to be sent to see it: the decisive exchange, or the writes that were under way at once; may be empty. */
  readonly sent: readonly RecordedExchange[]
  /** The command that sends it again: of several at once; undefined without an exchange. */
  readonly curl?: string
  /** The command that repeats the case. */
  readonly replay: string
  /** The source of the case that asserted it: `suites/things.ts:42`. */
  readonly source?: string
}

/** The most characters of a text in a report; run.json has all of it. */
export const LONGEST_TEXT = 2000

/** Everything about a finding of the record. */
export function evidenceOf(record: RunRecord, find: Lookup, finding: Finding): Evidence {
  const { where, pointer, count } = finding
  const exchanges = finding.exchanges.flatMap((id) => find.exchange(id) ?? [])
  const [decisive] = exchanges
  const isAboutBody = pointer !== undefined && finding.status === undefined
  const absent =
    isAboutBody && decisive?.response && isWhole(decisive)
      ? missingMember(pointer, parsed(decisive.response.body))
      : undefined
  const sent = sentFor(finding, exchanges)
  const place = pointer === undefined ? where : `${where} at ${pointer || '/'}`
  const expected = cut(finding.expected, LONGEST_TEXT)
  const received = cut(
    absent === undefined ? finding.received : `${finding.received} (${absent})`,
    LONGEST_TEXT,
  )
  return {
    finding,
    place,
    expected,
    received,
    sentence: `${place}: expected ${expected}, received ${received}`,
    times: count > 1 ? `${thousands(count)} times` : undefined,
    exchanges,
    sent,
    curl: curlOf(sent),
    replay: replayCommand(record, finding.requirement, finding),
    source: sourceOf(finding.case === undefined ? undefined : find.case(finding.case)),
  }
}

/** Whether the record holds the whole body of an answer. */
function isWhole({ response }: RecordedExchange): boolean {
  return response === undefined || Buffer.byteLength(response.body) === response.size
}

/** The source of a case: `suites/things.ts:42`. */
export function sourceOf(result: CaseResult | undefined): string | undefined {
  if (result?.file === undefined) return undefined
  return result.line === undefined ? result.file : `${result.file}:${result.line}`
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What has to be sent to see a finding: the writes that were under way at once, or else the decisive exchange. */
function sentFor(
  { case: asserting, count }: Finding,
  exchanges: readonly RecordedExchange[],
): readonly RecordedExchange[] {
  const decisive = exchanges.slice(0, 1)
  // Findings of oracles, and merged ones, may combine exchanges of unrelated cases.
  if (asserting === undefined || count > 1) return decisive
  const writes = exchanges.filter(({ request }) => !SAFE.has(request.method)).toSorted((a, b) => a.id - b.id)
  const together = writes.filter((one) => writes.some((other) => one !== other && isBeside(one, other)))
  return together.length > 0 ? together : decisive
}

/** Whether two exchanges were under way at once. */
function isBeside(one: RecordedExchange, other: RecordedExchange): boolean {
  return Date.parse(one.startedAt) < endOf(other) && Date.parse(other.startedAt) < endOf(one)
}

function endOf({ startedAt, durationMs }: RecordedExchange): number {
  return Date.parse(startedAt) + durationMs
}

/** The command that sends exchanges again, several of them at once; undefined for none. */
function curlOf(sent: readonly RecordedExchange[]): string | undefined {
  const commands = sent.map(({ curl }) => curl)
  return commands.length > 1 ? [...commands.map((one) => `${one} &`), 'wait'].join('\n') : commands[0]
}
