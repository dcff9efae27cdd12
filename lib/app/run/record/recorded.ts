import { type CurlAccess, toCurl } from '../../../engine/http/curl.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import type { Span } from '../../../engine/util/time.ts'
import { thisTool } from '../../../engine/util/package.ts'
import type { RecordedExchange, RunRecord } from '../../report/record.ts'
import { apiInRecord } from '../scope.ts'

/**
 * The record of a run that judged nothing, allowed nothing and sent nothing: other records are built on it.
 */
export function emptyRecord(
  target: RunRecord['target'],
  { startedAt, durationMs }: Span,
  { profile, seed }: Pick<RunRecord, 'profile' | 'seed'>,
): RunRecord {
  return {
    schemaVersion: 1,
    tool: thisTool(),
    api: apiInRecord(),
    target,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date(startedAt.getTime() + durationMs).toISOString(),
    durationMs,
    profile,
    seed,
    settings: {
      writes: false,
      otherKey: false,
      exhaustibleKey: false,
      webhooks: false,
      budget: 0,
      strict: false,
      warnings: [],
    },
    verdict: 'error',
    exitCode: 2,
    requests: { total: 0, byKey: {} },
    requirements: [],
    cases: [],
    observations: [],
    footprint: [],
    exchanges: [],
    judgements: 0,
  }
}

/**
 * An exchange in the form of a record, with the command that repeats it.
 * @param before - text in front of the command
 */
export function recordedExchange(exchange: Exchange, access?: CurlAccess, before = ''): RecordedExchange {
  const { id, key, operation, request, response, failure, startedAt, durationMs } = exchange
  const { method, url, headers, body, bodyCoding } = request
  return {
    id,
    key,
    operation,
    request: { method, url, headers, body, bodyCoding },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: response.text,
      size: response.size,
    },
    failure,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    curl: before + toCurl(exchange, access),
  }
}
