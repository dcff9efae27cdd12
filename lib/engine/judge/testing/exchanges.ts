import { CONTRACT } from '../../contract/api.ts'
import type { Exchange, HeaderLine, JsonOddity, KeyLabel } from '../../http/exchange.ts'
import { Judgements } from '../judgements.ts'
import type { Facts, Oracle } from '../oracle.ts'

export const BASE = 'https://api.example/v1'
export const facts: Facts = { baseUrl: BASE, contract: CONTRACT }

const HEADERS = {
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '990',
  'X-RateLimit-Reset': '1800',
}

/** Differences from a plain 200 to the main key with correct headers. */
interface Sketch {
  readonly id?: number
  readonly key?: KeyLabel
  readonly status?: number
  readonly body?: unknown
  /** Why the body is not JSON; overrides `body`. */
  readonly problem?: string
  /** The body as received, if it matters in addition to {@link problem}. */
  readonly text?: string
  readonly oddities?: readonly JsonOddity[]
  /** Headers that replace or add to the correct ones; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Additional headers, for repeated names. */
  readonly more?: readonly HeaderLine[]
  /** The JSON body of the request; a string is sent as it is. */
  readonly sent?: unknown
  readonly authorization?: string
  /** Seconds after the first exchange. */
  readonly after?: number
}

/**
 * An answered exchange. `asked` is method and path, with a query if needed (`GET /leads?limit=1`), or an absolute
 * URL.
 */
export function exchange(asked: string, sketch: Sketch = {}): Exchange {
  const {
    id = 1,
    key = 'main',
    status = 200,
    body = {},
    problem,
    oddities = [],
    sent,
    authorization,
    after = 0,
  } = sketch
  const [method = '', target = ''] = asked.split(' ')
  const url = target.startsWith('/') ? BASE + target : target
  const [path = '', search = ''] = target.split('?')
  const kept = Object.entries({ ...HEADERS, ...sketch.headers })
  const headers = kept.flatMap(([name, value]): HeaderLine[] => (value === undefined ? [] : [[name, value]]))
  return {
    id,
    key,
    operation: CONTRACT.match(method, path)?.operation,
    request: {
      method,
      url,
      path,
      query: [...new URLSearchParams(search)],
      headers: authorization === undefined ? [] : [['Authorization', authorization]],
      ...(sent === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    },
    response: {
      status,
      headers: [...headers, ...(sketch.more ?? [])],
      text: sketch.text ?? '',
      size: 0,
      json: problem === undefined ? { ok: true, value: body, oddities } : { ok: false, problem },
    },
    startedAt: Date.UTC(2026, 10, 20, 12) + 1000 * after,
    durationMs: 1,
  }
}

/** The same request without an answer. */
export function unanswered(asked: string): Exchange {
  const { response: _, ...rest } = exchange(asked)
  return { ...rest, failure: { kind: 'timeout', message: 'no answer in time' } }
}

/** A page with the whole list, unless `pagination` says otherwise. */
export function page(items: readonly unknown[], pagination: object = {}): object {
  return {
    data: items,
    pagination: { limit: 50, offset: 0, total: items.length, has_more: false, ...pagination },
  }
}

/** The judgements of some oracles on an exchange. */
export function judgementsOf(judged: Exchange, ...oracles: readonly Oracle[]): Judgements {
  const judgements = new Judgements(judged)
  for (const oracle of oracles) oracle(judged, judgements, facts)
  return judgements
}

/** Findings in short: requirement, expected, received, and the pointer if there is one. */
export function summarised({ findings }: Pick<Judgements, 'findings'>): string[][] {
  return findings.map(({ requirement, expected, received, pointer }) => [
    requirement,
    expected,
    received,
    ...(pointer === undefined ? [] : [pointer]),
  ])
}
