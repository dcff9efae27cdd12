import type { CaseResult, RecordedExchange, RecordedFinding, RunRecord } from '../record.ts'
import { thousands } from '../../../engine/util/text.ts'
import { cut } from '../wording.ts'

/** Exchanges and cases of a record by id. */
export interface Lookup {
  readonly exchange: (id: number) => RecordedExchange | undefined
  readonly case: (id: string) => CaseResult | undefined
}

/** Finds the exchanges and cases of a record by their ids. */
export function lookup(record: RunRecord): Lookup {
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]))
  const cases = new Map(record.cases.map((result) => [result.id, result]))
  return {
    exchange: (id) => exchanges.get(id),
    case: (id) => cases.get(id),
  }
}

/** A finding with everything that a reader needs to understand and repeat it. */
export interface Evidence {
  readonly finding: RecordedFinding
  /** `GET /things at /pagination/total`. */
  readonly place: string
  readonly expected: string
  readonly received: string
  /** `69 times`; undefined if it was seen once. */
  readonly times?: string
  /** The exchanges that show the finding and are in the record, the decisive one first. */
  readonly exchanges: readonly RecordedExchange[]
  /** The source of the case that asserted it: `suites/things.ts:42`. */
  readonly source?: string
}

/** The most characters of a text in a report; run.json has all of it. */
export const LONGEST_TEXT = 1000

/** Everything about a finding of the record. */
export function evidenceOf(find: Lookup, finding: RecordedFinding): Evidence {
  const { where, pointer, count } = finding
  const place = pointer === undefined ? where : `${where} at ${pointer || '/'}`
  return {
    finding,
    place,
    expected: cut(finding.expected, LONGEST_TEXT),
    received: cut(finding.received, LONGEST_TEXT),
    times: count > 1 ? `${thousands(count)} times` : undefined,
    exchanges: finding.exchanges.flatMap((id) => find.exchange(id) ?? []),
    source: sourceOf(finding.case === undefined ? undefined : find.case(finding.case)),
  }
}

/** The file and line of a case: `suites/things.ts:42`. */
export function sourceOf(result: CaseResult | undefined): string | undefined {
  if (result?.file === undefined) return undefined
  return result.line === undefined ? result.file : `${result.file}:${result.line}`
}

/** How an exchange ended, in a word or two: `404`, or `no answer (timeout)`. */
export function answerOf({ response, failure }: RecordedExchange): string {
  return response === undefined ? `no answer (${failure?.kind ?? 'unknown'})` : String(response.status)
}

/** Path and query of an exchange's URL, without scheme and host. */
export function pathOf({ request }: { readonly request: { readonly url: string } }): string {
  return request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
}

/** An exchange in one line: `GET /v1/things?limit=1 → 200`. */
export function exchangeLine(exchange: RecordedExchange): string {
  return `${exchange.request.method} ${pathOf(exchange)} → ${answerOf(exchange)}`
}
