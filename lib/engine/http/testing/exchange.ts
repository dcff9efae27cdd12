import type { Exchange, HeaderLine, KeyLabel } from '../exchange.ts'

/** An answered exchange of `GET /status` for tests. */
export function answered(
  id: number,
  headers: readonly HeaderLine[] = [],
  more: Partial<Exchange> = {},
): Exchange {
  const exchange = jsonExchange({}, { id, path: '/status', headers }, () => 'GET /status')
  return { ...exchange, startedAt: 1_000_000, durationMs: 0, ...more }
}

/** An answered exchange with rate headers. */
export function withRemaining(id: number, remaining: number | string, key: KeyLabel = 'main'): Exchange {
  return answered(
    id,
    [
      ['X-RateLimit-Limit', '1000'],
      ['X-RateLimit-Remaining', String(remaining)],
    ],
    { key },
  )
}

/** An exchange that got no answer. */
export function unanswered(id: number): Exchange {
  const { response: _, ...exchange } = answered(id)
  return { ...exchange, failure: { kind: 'timeout', message: 'late' } }
}

/** The operation at a method and a path, if there is one. */
export type MatchOperation = (method: string, path: string) => string | undefined

/** Differences from a plain GET that got a 200. */
export interface Given {
  readonly id?: number
  readonly method?: string
  readonly path?: string
  readonly query?: readonly HeaderLine[]
  readonly status?: number
  readonly headers?: readonly HeaderLine[]
  readonly failure?: Exchange['failure']
  readonly key?: KeyLabel
  readonly gateway?: true
}

/** An exchange with this JSON body in its answer. */
export function jsonExchange(
  body: unknown,
  {
    id = 1,
    method = 'GET',
    path = '/',
    query = [],
    status = 200,
    headers = [],
    failure,
    key = 'main',
    gateway,
  }: Given,
  match: MatchOperation,
): Exchange {
  const text = JSON.stringify(body)
  return {
    id,
    key,
    gateway,
    operation: match(method, path),
    request: { method, url: `https://api.example/v1${path}`, path, query, headers: [] },
    ...(failure === undefined
      ? {
          response: {
            status,
            headers,
            text,
            size: text.length,
            json: { ok: true, value: body, oddities: [] },
          },
        }
      : { failure }),
    // Later than the timestamps of all items in tests.
    startedAt: Date.parse('2030-01-01T00:00:00Z'),
    durationMs: 1,
  }
}
