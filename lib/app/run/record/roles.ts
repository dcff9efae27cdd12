import { endOf, type Exchange } from '../../../engine/http/exchange.ts'
import { unusualHeaders } from '../../../engine/http/usual.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import type { CaseResult, RecordedFinding, Role } from '../../report/record.ts'
import { MOST_LISTED } from '../../../engine/util/bounds.ts'

/** The requests of a run: all exchanges by their ids, and the cases that sent them. */
export interface AskedExchange {
  readonly exchanges: ReadonlyMap<number, Exchange>
  readonly cases: readonly Pick<CaseResult, 'exchanges'>[]
}

/**
 * The role of each exchange in the findings, and further facts of the run: the requests that were pending
 * together with the decisive one, and other answers to the same request.
 */
export function withRoles(findings: readonly Finding[], asked: AskedExchange): RecordedFinding[] {
  return findings.map((finding) => {
    const [decisive, ...others] = finding.exchanges.flatMap((id) => asked.exchanges.get(id) ?? [])
    if (decisive === undefined) return finding
    // A wrong member of the request is wrong at any time.
    const beside = finding.inRequest === true ? [] : simultaneousWith(decisive, asked)
    const known = new Set(finding.exchanges)
    const all = [decisive, ...others, ...beside.filter(({ id }) => !known.has(id))]
    return {
      ...finding,
      exchanges: all.map(({ id }) => id),
      roles: all.map((one) => roleOf(one, decisive, beside)),
      otherwise: finding.status === undefined ? undefined : otherAnswersTo(decisive, asked),
    }
  })
}

function roleOf(exchange: Exchange, decisive: Exchange, beside: readonly Exchange[]): Role {
  if (beside.length > 0 && (exchange === decisive || beside.includes(exchange))) return 'simultaneous'
  if (exchange === decisive) return isWrite(exchange) ? 'write' : 'read'
  // A write is judged by its own answer, and by reads after it; a read by the writes before it.
  if (isWrite(exchange) === isWrite(decisive)) return 'compared'
  return isWrite(exchange) ? 'write' : 'read'
}

/** Similar requests of the same case that were pending at the same time as a write. */
function simultaneousWith(decisive: Exchange, { exchanges, cases }: AskedExchange): Exchange[] {
  if (!isWrite(decisive) || decisive.key !== 'main') return []
  const sender = cases.find((one) => one.exchanges.includes(decisive.id))
  return (sender?.exchanges ?? [])
    .flatMap((id) => exchanges.get(id) ?? [])
    .filter(
      (one) =>
        one !== decisive &&
        one.request.method === decisive.request.method &&
        one.request.url === decisive.request.url &&
        sketchOf(one) === sketchOf(decisive) &&
        one.startedAt <= endOf(decisive) &&
        decisive.startedAt <= endOf(one),
    )
    .slice(0, MOST_LISTED)
}

/**
 * A body without its figures: simultaneous requests differ only by a mark, while requests that try several
 * values differ more.
 */
function sketchOf({ request: { body = '' } }: Exchange): string {
  return body.replaceAll(/\d+/g, 'N')
}

function otherAnswersTo(decisive: Exchange, { exchanges }: AskedExchange): readonly number[] | undefined {
  const statuses = new Set<number>()
  for (const one of exchanges.values())
    if (isSame(one, decisive) && one.response !== undefined) statuses.add(one.response.status)
  statuses.delete(decisive.response?.status ?? 0)
  return statuses.size === 0 ? undefined : [...statuses].toSorted((a, b) => a - b)
}

function isSame(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.request, other.request]
  return (
    one.key === other.key &&
    a.method === b.method &&
    a.url === b.url &&
    a.body === b.body &&
    JSON.stringify(unusualHeaders(a.headers)) === JSON.stringify(unusualHeaders(b.headers))
  )
}

function isWrite({ request: { method } }: Exchange): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
